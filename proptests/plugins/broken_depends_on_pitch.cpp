// Broken: takes rows to lie width elements apart, whatever the pitch is.
// Spec: contract/C11 C15. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class DependsOnPitch final : public plugin::TopK {
    std::int64_t start(const plugin::Problem &problem, std::int64_t row) override {
        return row * problem.width;
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_depends_on_pitch");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return DependsOnPitch().answer(*problem, *outputs);
}
