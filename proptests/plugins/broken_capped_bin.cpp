// Broken: candidates of the threshold's coarse bin go to a list of 64; the rest is dropped and the slots get the fill.
// Spec: contract/C5 C7. Layer: proptests/plugins.
#include <functional>

#include "common/top_k.hpp"

namespace {

class CappedBin final : public plugin::TopK {
    void select(const plugin::Problem &problem, std::int64_t row, std::vector<plugin::Element> &elements,
                std::int64_t m) override {
        if (m == 0 || m >= static_cast<std::int64_t>(elements.size()))
            return plugin::TopK::select(problem, row, elements, m);
        std::vector<std::uint64_t> bins;
        const int shift = plugin::is_float32(problem) ? 24 : 8; // 256 bins, and one for NaNs
        for (const plugin::Element &element : elements)
            bins.push_back(element.key >> shift);
        std::nth_element(bins.begin(), bins.begin() + (m - 1), bins.end(), std::greater<>());
        const std::uint64_t threshold = bins[static_cast<std::size_t>(m - 1)];
        std::vector<plugin::Element> selected;
        std::vector<plugin::Element> list;
        for (const plugin::Element &element : elements) {
            if (element.key >> shift > threshold)
                selected.push_back(element);
            else if (element.key >> shift == threshold && list.size() < 64)
                list.push_back(element);
        }
        by_rank(list, ties_high(problem, row));
        const std::size_t quota = static_cast<std::size_t>(m) - selected.size();
        list.resize(std::min(quota, list.size()), plugin::Element{});
        selected.insert(selected.end(), list.begin(), list.end());
        elements = selected;
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_capped_bin");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return CappedBin().answer(*problem, *outputs);
}
