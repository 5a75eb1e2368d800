// Broken: NaNs stand below -inf whatever the NaN policy is.
// Spec: contract/C3. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class NanSmallest final : public plugin::TopK {
    std::uint64_t key(const plugin::Problem &problem, std::uint32_t bits) override {
        plugin::Problem other = problem;
        other.nan_smallest = 1;
        return plugin::TopK::key(other, bits);
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_nan_smallest_always");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return NanSmallest().answer(*problem, *outputs);
}
