// Broken: takes lengths as unsigned numbers, so that a negative one is the whole width.
// Spec: contract/C1. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class UnsignedLength final : public plugin::TopK {
    std::int64_t length(const plugin::Problem &problem, std::int64_t row) override {
        if (problem.lengths == nullptr)
            return problem.width;
        return std::min<std::int64_t>(static_cast<std::uint32_t>(problem.lengths[row]), problem.width);
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_unsigned_length");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return UnsignedLength().answer(*problem, *outputs);
}
