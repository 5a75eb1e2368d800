// Legal: prefers the highest index whatever is asked for, as it promises.
// Spec: contract/C4. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class TiesHigh final : public plugin::TopK {
    bool ties_high(const plugin::Problem &, std::int64_t) override { return true; }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("legal_ties_high", "ties high\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return TiesHigh().answer(*problem, *outputs);
}
