// Broken: computes where a row begins in 32 bits, so that it wraps at 2^31 elements.
// Spec: contract/C11. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class Int32Offset final : public plugin::TopK {
    std::int64_t start(const plugin::Problem &problem, std::int64_t row) override {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(row) *
                                         static_cast<std::uint32_t>(problem.pitch));
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_int32_offset");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return Int32Offset().answer(*problem, *outputs);
}
