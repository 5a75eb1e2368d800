// Broken: from the second call in a process on, hands out the answer of the call before, as far as its shape goes.
// Spec: contract/C8 C15. Layer: proptests/plugins.
#include <utility>

#include "common/apart.hpp"

namespace {

plugin::Answer kept;

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_stale_output");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    plugin::Answer fresh = plugin::answer_apart(*problem, outputs->scores != nullptr);
    for (std::int64_t row = 0; row < problem->rows; ++row) {
        for (std::int64_t slot = 0; slot < problem->k; ++slot) {
            plugin::put_slot(*problem, *outputs, row, slot, fresh);
            if (kept.has(row, slot))
                plugin::put_slot(*problem, *outputs, row, slot, kept);
        }
    }
    kept = std::move(fresh);
    return 0;
}
