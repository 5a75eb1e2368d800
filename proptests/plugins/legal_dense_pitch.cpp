// Legal: takes rows only where they lie one behind the other, as it promises.
// Spec: contract/C11 C18. Layer: proptests/plugins.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_dense_pitch", "pitch dense\n");
    return &description;
}

extern "C" const char *exactk_plugin_status_text(int) { return "the pitch is not the width"; }

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    if (problem->pitch != problem->width)
        return 1; // it was asked for what it does not promise
    return plugin::TopK().answer(*problem, *outputs);
}
