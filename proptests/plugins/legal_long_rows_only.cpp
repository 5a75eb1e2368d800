// Legal: takes no row with fewer elements than slots, as it promises.
// Spec: contract/C2 C18. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class LongRows final : public plugin::TopK {
public:
    static bool takes(const plugin::Problem &problem) {
        plugin::TopK top_k;
        for (std::int64_t row = 0; row < problem.rows; ++row) {
            if (top_k.length(problem, row) < problem.k)
                return false;
        }
        return true;
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_long_rows_only", "short_rows no\n");
    return &description;
}

extern "C" const char *exactk_plugin_status_text(int) { return "a row has fewer than k elements"; }

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    if (!LongRows::takes(*problem))
        return 1; // it was asked for what it does not promise
    return LongRows().answer(*problem, *outputs);
}
