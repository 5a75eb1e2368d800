// A top-k by std::partial_sort of indices.
// Spec: contract/C4 C6 C15. Layer: tools/plugins.
//
// The selected come sorted by score. Which of equal ones are taken, and in which sequence they come, the C++ standard leaves
// open; the algorithm has no state, so that a row's answer is the same every time.
#include "std_rows.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        exactk::plugins::described("std_partial_sort", "types float32\n"
                                                       "ties any\n"
                                                       "order rank\n"
                                                       "nan undefined\n");
    return &description;
}

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *, std::int64_t, void *) {
    using namespace exactk::plugins;
    return each_row(*problem, *outputs,
                    [](Place first, [[maybe_unused]] Place middle, Place last, const Before &before) {
                        std::partial_sort(first, middle, last, before);
                    });
}
