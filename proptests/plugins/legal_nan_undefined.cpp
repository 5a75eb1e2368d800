// Legal: ends the process at a NaN; it promises nothing of them.
// Spec: contract/C3. Layer: proptests/plugins.
#include <cstdlib>

#include "common/top_k.hpp"

namespace {

class NanUndefined final : public plugin::TopK {
    std::uint64_t key(const plugin::Problem &problem, std::uint32_t bits) override {
        if (plugin::is_nan(problem, bits))
            std::abort();
        return plugin::TopK::key(problem, bits);
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_nan_undefined", "nan undefined\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return NanUndefined().answer(*problem, *outputs);
}
