// Wrong and fast: the first k elements of each row, whatever their scores.
// Spec: contract/C5. Layer: proptests/speed.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_wrong");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    for (std::int64_t row = 0; row < problem->rows; ++row) {
        for (std::int64_t slot = 0; slot < problem->k; ++slot)
            plugin::put_index(*outputs, row, slot, slot);
    }
    return 0;
}
