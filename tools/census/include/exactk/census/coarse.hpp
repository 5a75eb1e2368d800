// The coarse keys that widely used kernels sort scores into first, and the scores that share a bin of them.
// Spec: contract/C3. Layer: tools/census.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

namespace exactk::census {

/// Bits of the coarse keys that are looked at: the upper so many of a float16's key.
inline constexpr int bin_widths[] = {8, 10, 11, 12}; // convention: those of the kernels in capacities.hpp
inline constexpr int bin_width_count = 4;            // bound: entries of bin_widths

/// The float16 nearest to a float32, both as bit patterns: ties to even, 65520 and more to infinity, NaN to a quiet
/// NaN of the same sign, as GPUs convert.
std::uint16_t round_to_half(std::uint32_t float_bits);

/// A score's coarse key of 16 bits, larger being preferred under direction and NaN policy. `bits` is the score's
/// pattern in its own type. Both zeros have one key; what rounds to zero from below has the key below it.
std::uint16_t coarse_key(ScoreType type, std::uint32_t bits, Direction direction, NanPolicy nan);

/// Order-preserving key of a score, signed, larger being preferred; both zeros are 0, all NaNs are one key at an end.
/// Keys of 16-bit types fit 16 bits.
std::int32_t fine_key(ScoreType type, std::uint32_t bits, Direction direction, NanPolicy nan);

/// The fine keys of one coarse bin: an interval, since rounding keeps the order.
struct Interval {
    std::int32_t least = 0;
    std::int32_t greatest = 0;
};

/// Where bins begin among the fine keys, for one type, direction and NaN policy.
class Bins {
public:
    Bins(ScoreType type, Direction direction, NanPolicy nan);

    /// The bin of `width` upper bits (one of bin_widths) that holds the fine key.
    Interval around(std::int32_t key, int width) const;

private:
    std::vector<std::int64_t> first_; ///< [4097] least fine key of each bin of 12 bits and of those above it
};

/// The same, made once for each question.
const Bins &bins_of(ScoreType type, Direction direction, NanPolicy nan);

} // namespace exactk::census
