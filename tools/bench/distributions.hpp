// The scores that are timed: distributions by name, and how they are laid out in a pool.
// Spec: contract/C3 C15. Layer: tools/bench.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <cuda_runtime_api.h>

#include <exactk/contract/score_type.hpp>

namespace exactk::bench {

enum class Distribution : std::uint8_t {
    normal = 0,      ///< bell-shaped, a sum of twelve uniform numbers; a function of the position alone
    ties16 = 1,      ///< 0 to 15
    ties2 = 2,       ///< 0 and 1
    equal = 3,       ///< all 0.5
    zeros = 4,       ///< -0 and +0
    relu = 5,        ///< max(0, normal - 2): one in 44 is not 0
    half_neginf = 6, ///< every second one on average is -inf, the others normal
    clustered = 7,   ///< normal, and in each row one run of 1.25 k greater ones at a random place
    ascending = 8,   ///< normal, sorted
    descending = 9,  ///< normal, sorted the other way
    lognormal = 10,  ///< exp(6 normal); as float16 one in 32 is +inf
    narrow = 11,     ///< 1 to 1 + 2^-10: one value of float16, 8192 of float32
};
inline constexpr int distribution_count = 12; // bound: one past the last Distribution
const char *name(Distribution distribution);
/// False if there is none of that name.
bool find_distribution(const std::string &name, Distribution &distribution);

/// Where rows lie in a pool: rows of n elements, `slice` elements from one batch of rows to the next.
struct Layout {
    std::size_t count = 0; ///< elements to fill, from the pool's begin
    std::size_t slice = 1; ///< at least rows * n
    std::size_t n = 1;
    std::size_t rows = 1;
    std::size_t k = 0;
};

/// Whether scores depend on the layout or on the position in the pool alone.
bool depends_on_rows(Distribution distribution);

/// Enqueues the filling of `layout.count` elements of that type at `data`. The same arguments give the same scores.
void launch_fill(Distribution distribution, ScoreType type, void *data, const Layout &layout,
                 cudaStream_t stream);

} // namespace exactk::bench
