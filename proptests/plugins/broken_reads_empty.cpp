// Broken: looks at the first score though no row has an element.
// Spec: contract/C10. Layer: proptests/plugins.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_reads_empty");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    bool empty = problem->width > 0 && problem->lengths != nullptr;
    for (std::int64_t row = 0; empty && row < problem->rows; ++row) {
        empty = problem->lengths[row] <= 0;
    }
    if (empty && problem->rows > 0) {
        static_cast<void>(*static_cast<const volatile char *>(problem->scores));
    }
    return plugin::TopK().answer(*problem, *outputs);
}
