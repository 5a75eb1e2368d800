// Legal: has no output scores, as it promises.
// Spec: contract/C9 C18. Layer: proptests/plugins.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("legal_no_scores", "scores no\n");
    return &description;
}

extern "C" const char *exactk_plugin_status_text(int) { return "there are no output scores"; }

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    if (outputs->scores != nullptr || problem->wants_scores != 0)
        return 1; // it was asked for what it does not promise
    return plugin::TopK().answer(*problem, *outputs);
}
