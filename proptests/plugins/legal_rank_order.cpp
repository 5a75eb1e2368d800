// Legal: writes by rank whatever is asked for, as it promises.
// Spec: contract/C6. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class RankOrder final : public plugin::TopK {
    std::vector<plugin::Element> candidates(const plugin::Problem &problem, std::int64_t row, std::int64_t n,
                                            bool) override {
        return plugin::TopK::candidates(problem, row, n, n > 0);
    }
    void arrange(const plugin::Problem &problem, std::int64_t row,
                 std::vector<plugin::Element> &elements) override {
        by_rank(elements, ties_high(problem, row));
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_rank_order", "order rank\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return RankOrder().answer(*problem, *outputs);
}
