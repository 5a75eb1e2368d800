// exactk's own CPU path as a plug-in, through its C interface; it promises the full contract.
// Spec: contract/C1 to C9 C11 C15 C18. Layer: tools/plugins.
#include "through_c.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        exactk::plugins::described("exactk_cpu", exactk_plugin_host);
    return &description;
}

extern "C" int exactk_plugin_run(const exactk_plugin_problem *asked, const exactk_plugin_outputs *to, void *,
                                 int64_t, void *) {
    const exactk_options options = exactk::plugins::options_of(*asked);
    const exactk_problem problem = exactk::plugins::problem_of(*asked, options);
    const exactk_outputs outputs = exactk::plugins::outputs_of(*to);
    return exactk_topk_cpu(&problem, &outputs, nullptr);
}

extern "C" const char *exactk_plugin_status_text(int code) { return exactk_status_text(code); }
