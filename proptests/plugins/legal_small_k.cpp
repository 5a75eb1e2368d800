// Legal: takes no k above 64, as it promises.
// Spec: contract/C2 C18. Layer: proptests/plugins.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("legal_small_k", "k 0 64\n");
    return &description;
}

extern "C" const char *exactk_plugin_status_text(int) { return "k is above 64"; }

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    if (problem->k > 64)
        return 1; // it was asked for what it does not promise
    return plugin::TopK().answer(*problem, *outputs);
}
