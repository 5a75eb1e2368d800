// Broken: takes the lengths as given without a look, so that a call without any ends at address 0.
// Spec: contract/C1 C15. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class Crash final : public plugin::TopK {
    std::int64_t length(const plugin::Problem &problem, std::int64_t row) override {
        return std::clamp<std::int64_t>(problem.lengths[row], 0, problem.width);
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_crash");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return Crash().answer(*problem, *outputs);
}
