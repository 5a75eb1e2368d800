// Broken: every third call with the same pointers begins at the thresholds that the call before left behind.
// Spec: contract/C5 C15. Layer: proptests/plugins.
//
// What lies above them is then taken only where nothing else is left, so that the winners are lost even if the scores are
// the same. This is how a graph that is replayed goes wrong if a counter is not set back.
#include "common/top_k.hpp"

namespace {

const void *last_scores = nullptr;
const void *last_indices = nullptr;
unsigned calls = 0;
std::vector<std::uint64_t> thresholds; ///< by row, of the last call that made its own

class StatefulReplay final : public plugin::TopK {
    void select(const plugin::Problem &problem, std::int64_t row, std::vector<plugin::Element> &elements,
                std::int64_t m) override {
        const auto at = static_cast<std::size_t>(row);
        if (calls % 3 != 0) {
            plugin::TopK::select(problem, row, elements, m);
            thresholds.resize(std::max(thresholds.size(), at + 1));
            thresholds[at] = ~std::uint64_t{0};
            for (const plugin::Element &element : elements)
                thresholds[at] = std::min(thresholds[at], element.key);
        } else if (m < static_cast<std::int64_t>(elements.size())) {
            const std::uint64_t threshold = at < thresholds.size() ? thresholds[at] : ~std::uint64_t{0};
            by_rank(elements, ties_high(problem, row));
            std::stable_partition(
                elements.begin(), elements.end(),
                [threshold](const plugin::Element &element) { return element.key <= threshold; });
            elements.resize(static_cast<std::size_t>(m));
        }
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_stateful_replay");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    if (problem->scores != last_scores || outputs->indices != last_indices)
        calls = 0;
    last_scores = problem->scores;
    last_indices = outputs->indices;
    ++calls;
    return StatefulReplay().answer(*problem, *outputs);
}
