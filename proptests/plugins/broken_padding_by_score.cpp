// Broken: tells padding by its score: a selected -inf (+inf for the smallest) gets the fill instead of its index.
// Spec: contract/C7. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class PaddingByScore final : public plugin::TopK {
    void write(const plugin::Problem &problem, const plugin::Outputs &outputs, std::int64_t row,
               const std::vector<plugin::Element> &elements) override {
        plugin::TopK::write(problem, outputs, row, elements);
        const std::uint32_t sign = problem.smallest != 0 ? 0 : plugin::sign_bit(problem);
        for (std::size_t slot = 0; slot < elements.size(); ++slot) {
            if (elements[slot].read && elements[slot].bits == (plugin::infinity(problem) | sign))
                plugin::put_index(outputs, row, static_cast<std::int64_t>(slot), problem.fill_index);
        }
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_padding_by_score");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return PaddingByScore().answer(*problem, *outputs);
}
