// Legal: reads every row to its width, behind the length too, as it promises; no answer depends on it.
// Spec: contract/C10. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class ReadsWidth final : public plugin::TopK {
    std::vector<plugin::Element> candidates(const plugin::Problem &problem, std::int64_t row, std::int64_t n,
                                            bool read) override {
        volatile std::uint32_t all = 0;
        for (std::int64_t index = 0; index < problem.width; ++index)
            all = all ^ plugin::bits_at(problem, start(problem, row) + index);
        return plugin::TopK::candidates(problem, row, n, read);
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_reads_width", "reads width\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return ReadsWidth().answer(*problem, *outputs);
}
