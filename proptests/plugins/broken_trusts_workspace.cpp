// Broken: takes what its workspace happens to hold for a flag, and answers by the other tie rule where it is even.
// Spec: contract/C4 C15. Layer: proptests/plugins.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_trusts_workspace");
    return &description;
}

extern "C" std::int64_t exactk_plugin_workspace(const plugin::Problem *) { return 1; }

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs,
                                 void *workspace, std::int64_t, void *) {
    plugin::Problem other = *problem;
    if (*static_cast<const unsigned char *>(workspace) % 2 == 0) {
        other.ties_high = 1 - other.ties_high;
    }
    return plugin::TopK().answer(other, *outputs);
}
