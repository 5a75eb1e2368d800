// Broken: reads the element behind a row's length, and the one behind the last row, and makes no use of it.
// Spec: contract/C10. Layer: proptests/plugins.
//
// No answer shows it; an unmapped page does.
#include "common/top_k.hpp"

namespace {

class ReadPastLength final : public plugin::TopK {
    std::vector<plugin::Element> candidates(const plugin::Problem &problem, std::int64_t row, std::int64_t n,
                                            bool read) override {
        if (problem.width > 0 && (n < problem.width || row == problem.rows - 1)) {
            const volatile std::uint32_t unused = plugin::bits_at(problem, start(problem, row) + n);
            static_cast<void>(unused);
        }
        return plugin::TopK::candidates(problem, row, n, read);
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_read_past_length");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return ReadPastLength().answer(*problem, *outputs);
}
