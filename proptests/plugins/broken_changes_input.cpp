// Broken: answers rightly, and then makes every -0 of the input a +0.
// Spec: contract/C8. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

template <class Bits> void canonicalise(const plugin::Problem &problem, Bits minus_zero) {
    auto *scores = static_cast<Bits *>(const_cast<void *>(problem.scores));
    plugin::TopK top_k;
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const std::int64_t first = top_k.start(problem, row);
        const std::int64_t n = top_k.length(problem, row);
        if (n <= problem.k)
            continue; // a row whose scores nobody needs may lie in no memory at all (C10)
        for (std::int64_t index = 0; index < n; ++index) {
            if (scores[first + index] == minus_zero)
                scores[first + index] = 0;
        }
    }
}

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_changes_input");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    const int status = plugin::TopK().answer(*problem, *outputs);
    if (plugin::is_float32(*problem))
        canonicalise<std::uint32_t>(*problem, 0x80000000u);
    else
        canonicalise<std::uint16_t>(*problem, 0x8000u);
    return status;
}
