// Legal: ends the process at a length that is not inside the row; it promises to take only those that are.
// Spec: contract/C1. Layer: proptests/plugins.
#include <cstdlib>

#include "common/top_k.hpp"

namespace {

class LengthsInside final : public plugin::TopK {
    std::int64_t length(const plugin::Problem &problem, std::int64_t row) override {
        if (problem.lengths != nullptr && (problem.lengths[row] < 0 || problem.lengths[row] > problem.width))
            std::abort();
        return plugin::TopK::length(problem, row);
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_lengths_inside", "lengths inside\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return LengthsInside().answer(*problem, *outputs);
}
