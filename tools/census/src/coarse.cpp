// Rounding to float16, keys, and the edges of coarse bins.
// Spec: contract/C3. Layer: tools/census.
#include <exactk/census/coarse.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include "keys.hpp"

namespace exactk::census {

namespace {

constexpr std::uint32_t half_infinity = 0x7C00u;    // bound: float16
constexpr std::uint32_t half_nan = 0x7E00u;         // bound: float16, the quiet NaN without payload
constexpr std::uint32_t rounds_to_inf = 0x477FF000; // bound: 65520 in float32, half way from 65504 to 65536
constexpr std::uint32_t least_normal = 0x38800000;  // bound: 2^-14 in float32
constexpr int finest_width = 12;                    // bound: the greatest of bin_widths
constexpr std::int64_t finest_bins = 4096;          // bound: 2^finest_width

/// value / 2^shift to the nearest whole number, ties to even; shift at least 1.
std::uint32_t shifted_to_nearest(std::uint32_t value, int shift) {
    const std::uint32_t half = 1u << (shift - 1);
    const std::uint32_t rest = value & ((half << 1) - 1);
    const std::uint32_t whole = value >> shift;
    return whole + (rest > half || (rest == half && (whole & 1u) != 0) ? 1u : 0u);
}

std::uint32_t half_magnitude(std::uint32_t magnitude) {
    if (magnitude > 0x7F800000u)
        return half_nan;
    if (magnitude >= rounds_to_inf)
        return half_infinity;
    // A carry out of the fraction lands in the exponent, which is what rounding up to a power of two means.
    if (magnitude >= least_normal)
        return shifted_to_nearest(magnitude - ((127u - 15u) << 23), 13);
    const int exponent = static_cast<int>(magnitude >> 23);
    const int shift = 126 - exponent; // bound: float16's least step is 2^-24, a float32's 2^(exponent - 150)
    if (shift > 24)
        return 0;
    return shifted_to_nearest((magnitude & 0x7FFFFFu) | 0x800000u, shift);
}

std::uint16_t ordered(std::uint32_t half_bits) {
    return static_cast<std::uint16_t>((half_bits & 0x8000u) != 0 ? ~half_bits : half_bits | 0x8000u);
}

/// Coarse key of a fine key. Fine keys between infinity's and NaN's, which no score has, count as infinity.
std::uint16_t coarse_of_fine(ScoreType type, std::int32_t key, Direction direction, NanPolicy nan) {
    const KeyRule rule = key_rule(type, direction, nan);
    std::uint32_t half = 0;
    if (key == rule.nan_key) {
        half = nan == NanPolicy::largest ? half_nan : half_nan | 0x8000u;
    } else {
        const bool below = direction == Direction::largest ? key < 0 : key > 0;
        const std::int64_t wide = key;
        const auto magnitude = static_cast<std::uint32_t>(
            std::min<std::int64_t>(wide < 0 ? -wide : wide, rule.infinity_magnitude));
        half = type == ScoreType::float16
                   ? magnitude
                   : half_magnitude(type == ScoreType::float32 ? magnitude : magnitude << 16);
        half |= below ? 0x8000u : 0u;
    }
    const std::uint16_t up = ordered(half);
    return direction == Direction::largest ? up : static_cast<std::uint16_t>(0xFFFFu - up);
}

} // namespace

std::uint16_t round_to_half(std::uint32_t float_bits) {
    return static_cast<std::uint16_t>((float_bits >> 16 & 0x8000u) |
                                      half_magnitude(float_bits & 0x7FFFFFFFu));
}

std::int32_t fine_key(ScoreType type, std::uint32_t bits, Direction direction, NanPolicy nan) {
    const KeyRule rule = key_rule(type, direction, nan);
    return type == ScoreType::float32 ? key_of<std::int32_t>(bits, rule)
                                      : key_of<std::int16_t>(static_cast<std::uint16_t>(bits), rule);
}

std::uint16_t coarse_key(ScoreType type, std::uint32_t bits, Direction direction, NanPolicy nan) {
    return coarse_of_fine(type, fine_key(type, bits, direction, nan), direction, nan);
}

Bins::Bins(ScoreType type, Direction direction, NanPolicy nan) {
    const int bits = score_bits[static_cast<int>(type)];
    const std::int64_t least = -(std::int64_t{1} << (bits - 1));
    const std::int64_t end = std::int64_t{1} << (bits - 1);
    first_.reserve(finest_bins + 1);
    std::int64_t from = least;
    for (std::int64_t bin = 0; bin < finest_bins; ++bin) {
        // Coarse keys rise with fine ones, so the first key of a bin or above it is found by halving.
        std::int64_t low = from;
        std::int64_t high = end;
        while (low < high) {
            const std::int64_t middle = low + (high - low) / 2;
            const std::uint16_t coarse =
                coarse_of_fine(type, static_cast<std::int32_t>(middle), direction, nan);
            if (coarse >> (16 - finest_width) >= bin)
                high = middle;
            else
                low = middle + 1;
        }
        first_.push_back(low);
        from = low;
    }
    first_.push_back(end);
}

Interval Bins::around(std::int32_t key, int width) const {
    const auto after = std::upper_bound(first_.begin(), first_.end(), std::int64_t{key});
    // Empty bins begin where the next one does, so this is the last bin that begins at or before the key: its own.
    const auto bin = static_cast<std::int64_t>(after - first_.begin()) - 1;
    const int wider = finest_width - width;
    const std::int64_t mine = bin >> wider;
    const auto at = [this](std::int64_t index) { return first_[static_cast<std::size_t>(index)]; };
    return {static_cast<std::int32_t>(at(mine << wider)),
            static_cast<std::int32_t>(at((mine + 1) << wider) - 1)};
}

const Bins &bins_of(ScoreType type, Direction direction, NanPolicy nan) {
    constexpr std::size_t questions = 12; // bound: 3 types, 2 directions, 2 policies
    static std::array<std::once_flag, questions> once;
    static std::array<std::unique_ptr<const Bins>, questions> made;
    const auto at = (static_cast<std::size_t>(type) * 2 + static_cast<std::size_t>(direction)) * 2 +
                    static_cast<std::size_t>(nan);
    std::call_once(once[at], [&] { made[at] = std::make_unique<const Bins>(type, direction, nan); });
    return *made[at];
}

} // namespace exactk::census
