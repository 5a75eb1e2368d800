// Which scores of a row are looked at before the others.
// Spec: contract/C5. Layer: tools/census.
#pragma once

#include <algorithm>
#include <cstdint>

namespace exactk::census {

inline constexpr std::int64_t sample_size =
    1024;                                     // measured: half and twice as many take longer at n = 131072
inline constexpr std::int64_t sample_of = 16; // measured: a sample is at most this part of its row

/// Scores in the sample of a row of n; at least 1 for n of at least sample_of.
inline std::int64_t sample_size_of(std::int64_t n) { return std::min(sample_size, n / sample_of); }

/// Place of the i-th of them, somewhere in the i-th part of the row, so that no period of the row goes along with it.
/// What is found in a row does not hang on it; how soon does.
inline std::int64_t sampled_place(std::int64_t i, std::int64_t n) {
    const std::int64_t step = n / sample_size_of(n);
    const std::uint32_t mixed = static_cast<std::uint32_t>(i) * 0x9E3779B1u; // bound: odd, near 2^32 / 1.618
    return i * step +
           static_cast<std::int64_t>((mixed ^ mixed >> 15) * static_cast<std::uint64_t>(step) >> 32);
}

} // namespace exactk::census
