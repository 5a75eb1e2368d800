// Broken: makes keys of the bits as they come, so that -0 stands below +0.
// Spec: contract/C3. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class RawNegativeZero final : public plugin::TopK {
    std::uint64_t key(const plugin::Problem &problem, std::uint32_t bits) override {
        if (bits != plugin::sign_bit(problem))
            return plugin::TopK::key(problem, bits);
        // Values are a whole number apart, and the one below -0 is free since -0 shares the key of +0.
        const std::uint64_t zero = plugin::TopK::key(problem, 0);
        return problem.smallest != 0 ? zero + 1 : zero - 1;
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_raw_negative_zero");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return RawNegativeZero().answer(*problem, *outputs);
}
