// What the plug-ins of the C++ library's algorithms share: rows, the comparison by score alone, and the slots.
// Spec: contract/C1 C3 C7 C8 C9. Layer: tools/plugins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <exactk_plugin.h>

namespace exactk::plugins {

#define EXACTK_TEXT_OF(number) #number
#define EXACTK_TEXT(number) EXACTK_TEXT_OF(number)
#if defined(_GLIBCXX_RELEASE)
#define EXACTK_STD_RELEASE "libstdc++ " EXACTK_TEXT(_GLIBCXX_RELEASE)
#elif defined(_LIBCPP_VERSION)
#define EXACTK_STD_RELEASE "libc++ " EXACTK_TEXT(_LIBCPP_VERSION)
#else
#define EXACTK_STD_RELEASE nullptr
#endif

/// What they say of themselves, but for their promises: none takes NaNs, which break a comparison by `<`.
inline exactk_plugin_description described(const char *name, const char *promises) {
    return {sizeof(exactk_plugin_description),
            EXACTK_PLUGIN_VERSION,
            exactk_plugin_host,
            0,
            name,
            EXACTK_STD_RELEASE,
            promises};
}

/// Whether one element is to stand before another, as `<` and `>` of the language have it: the zeros are equal, and a NaN breaks
/// what the algorithms need of a comparison.
class Before {
public:
    Before(const float *scores, bool smallest) : scores_(scores), smallest_(smallest) {}
    bool operator()(std::int32_t one, std::int32_t other) const {
        return smallest_ ? scores_[one] < scores_[other] : scores_[one] > scores_[other];
    }

private:
    const float *scores_;
    bool smallest_;
};

using Place = std::vector<std::int32_t>::iterator;

/// Answers each row with `choose(first, middle, last, before)`, which gets the selected indices to [first, middle).
template <class Choose>
int each_row(const exactk_plugin_problem &problem, const exactk_plugin_outputs &outputs,
             const Choose &choose) {
    std::vector<std::int32_t> indices;
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const float *const scores = static_cast<const float *>(problem.scores) + row * problem.pitch;
        const std::int64_t length = problem.lengths == nullptr ? problem.width : problem.lengths[row];
        const std::int64_t n = std::clamp<std::int64_t>(length, 0, problem.width);
        const std::int64_t m = std::min(n, problem.k);
        indices.resize(static_cast<std::size_t>(n));
        std::iota(indices.begin(), indices.end(), 0);
        choose(indices.begin(), indices.begin() + m, indices.end(), Before(scores, problem.smallest != 0));
        std::int32_t *const to = outputs.indices + row * outputs.index_pitch;
        std::copy_n(indices.begin(), m, to);
        std::fill_n(to + m, problem.k - m, problem.fill_index);
        if (outputs.scores == nullptr)
            continue;
        // As bits, so that a NaN of the fill keeps its own.
        auto *const bits = static_cast<std::uint32_t *>(outputs.scores) + row * outputs.score_pitch;
        const auto *const from = reinterpret_cast<const std::uint32_t *>(scores);
        std::transform(indices.begin(), indices.begin() + m, bits,
                       [&](std::int32_t index) { return from[index]; });
        std::fill_n(bits + m, problem.k - m, problem.fill_score);
    }
    return 0;
}

} // namespace exactk::plugins
