// Broken: rows 33, 35, 37 and so on prefer the highest index among equal scores.
// Spec: contract/C4 C15. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class DependsOnPosition final : public plugin::TopK {
    bool ties_high(const plugin::Problem &problem, std::int64_t row) override {
        return problem.ties_high != 0 || (row >= 32 && row % 2 == 1);
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_depends_on_position");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return DependsOnPosition().answer(*problem, *outputs);
}
