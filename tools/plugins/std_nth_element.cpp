// A top-k by std::nth_element of indices.
// Spec: contract/C4 C6 C15. Layer: tools/plugins.
//
// The selected come in any sequence, and of equal scores any are taken: the C++ standard says no more. The algorithm has no
// state, so that a row's answer is the same every time.
#include "std_rows.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        exactk::plugins::described("std_nth_element", "types float32\n"
                                                      "ties any\n"
                                                      "order any\n"
                                                      "nan undefined\n");
    return &description;
}

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *, std::int64_t, void *) {
    using namespace exactk::plugins;
    return each_row(*problem, *outputs,
                    [](Place first, [[maybe_unused]] Place middle, Place last, const Before &before) {
                        if (middle != last)
                            std::nth_element(first, middle, last, before);
                    });
}
