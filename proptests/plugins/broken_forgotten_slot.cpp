// Broken: the last selected element of every third row is not written; its slot stays as it was.
// Spec: contract/C8. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class ForgottenSlot final : public plugin::TopK {
    void write(const plugin::Problem &problem, const plugin::Outputs &outputs, std::int64_t row,
               const std::vector<plugin::Element> &elements) override {
        const auto m = static_cast<std::int64_t>(elements.size());
        for (std::int64_t slot = 0; slot < problem.k; ++slot) {
            const bool filled = slot < m;
            if (row % 3 == 0 && slot == m - 1)
                continue;
            const auto at = static_cast<std::size_t>(slot);
            plugin::put_index(outputs, row, slot, filled ? elements[at].index : problem.fill_index);
            plugin::put_score(problem, outputs, row, slot, filled ? elements[at].bits : problem.fill_score);
        }
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_forgotten_slot");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return ForgottenSlot().answer(*problem, *outputs);
}
