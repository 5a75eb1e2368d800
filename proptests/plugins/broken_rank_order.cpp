// Broken: writes by rank, also where ascending indices were asked for.
// Spec: contract/C6. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class RankOrder final : public plugin::TopK {
    void arrange(const plugin::Problem &problem, std::int64_t row,
                 std::vector<plugin::Element> &elements) override {
        plugin::TopK::arrange(problem, row, elements);
        // Rows without more elements than slots have no ranks, unless their scores were needed (C10).
        if (!elements.empty() && elements.front().read)
            by_rank(elements, ties_high(problem, row));
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_rank_order");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return RankOrder().answer(*problem, *outputs);
}
