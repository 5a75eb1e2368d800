// Legal: takes float32 alone, as it promises.
// Spec: contract/C3 C18. Layer: proptests/plugins.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_float32_only", "types float32\n");
    return &description;
}

extern "C" const char *exactk_plugin_status_text(int) { return "only float32 is taken"; }

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    if (problem->type != exactk_plugin_float32)
        return 1; // it was asked for what it does not promise
    return plugin::TopK().answer(*problem, *outputs);
}
