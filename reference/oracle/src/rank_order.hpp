// The rank oracle's value order and canonical key: IEEE comparisons of widened values, no bit patterns.
// Spec: contract/C3 C4 C12. Layer: reference/oracle.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

#include "widen_definition.hpp"

namespace exactk::oracle::rank {

/// A canonical value: all NaNs are one, and IEEE comparison makes both zeros one.
struct Value {
    double number = 0.0; ///< without meaning for a NaN
    bool nan = false;
};

inline Value value_of(std::uint32_t bits, ScoreType type) {
    return {definition::widen(bits, type), definition::is_nan(bits, type)};
}

/// Whether the direction prefers the end at which the policy puts the NaNs.
inline bool nan_is_preferred(const Options &options) {
    const bool nan_on_top = options.nan_policy == NanPolicy::largest;
    const bool top_is_preferred = options.direction == Direction::largest;
    return nan_on_top == top_is_preferred;
}

/// Whether a is strictly preferred to b (C3).
inline bool beats(const Value &a, const Value &b, const Options &options) {
    if (a.nan && b.nan) {
        return false;
    }
    if (a.nan) {
        return nan_is_preferred(options);
    }
    if (b.nan) {
        return !nan_is_preferred(options);
    }
    return options.direction == Direction::largest ? a.number > b.number : a.number < b.number;
}

/// The same for bit patterns of a known type. O(1).
inline bool value_beats(std::uint32_t bits_a, std::uint32_t bits_b, ScoreType type, const Options &options) {
    return beats(value_of(bits_a, type), value_of(bits_b, type), options);
}

/// What the numbers of a type look like: spaced `unit` apart below `least_normal`, then 2^fraction_bits of
/// them from each power of two up to the next.
struct Grid {
    double unit;
    double least_normal;
    int least_exponent; ///< log2 of least_normal
    int greatest_exponent;
    int fraction_bits;
};

inline constexpr Grid grids[score_type_count] = {
    {0x1p-149, 0x1p-126, -126, 127, 23}, // bound: IEEE 754 binary32
    {0x1p-24, 0x1p-14, -14, 15, 10},     // bound: IEEE 754 binary16
    {0x1p-133, 0x1p-126, -126, 127, 7},  // bound: the upper half of binary32
};

/// How many numbers of the type lie in [0, magnitude); magnitude is such a number or infinity.
inline std::uint64_t numbers_below(double magnitude, ScoreType type) {
    const Grid &grid = grids[static_cast<int>(type)];
    if (magnitude < grid.least_normal) {
        return static_cast<std::uint64_t>(magnitude / grid.unit);
    }
    const std::uint64_t binade = std::uint64_t{1} << grid.fraction_bits;
    if (magnitude == std::numeric_limits<double>::infinity()) {
        // The subnormals with zero fill as much as one binade.
        return (static_cast<std::uint64_t>(grid.greatest_exponent - grid.least_exponent + 1) + 1u) * binade;
    }
    int exponent = 0; // std::frexp scales to [0.5, 1), so the binade begins at 2^(exponent - 1).
    const double significand = std::frexp(magnitude, &exponent);
    const auto binades_below = static_cast<std::uint64_t>(exponent - 1 - grid.least_exponent);
    return binades_below * binade + static_cast<std::uint64_t>(significand * static_cast<double>(2 * binade));
}

/// The canonical key of C12, by counting: the numbers on each side of zero fill one half of the keys, and a
/// key is how far from the middle its value stands.
inline std::uint64_t canonical_key(std::uint32_t bits, ScoreType type, const Options &options) {
    const std::uint64_t middle = std::uint64_t{1} << (score_bits[static_cast<int>(type)] - 1);
    const std::uint64_t greatest = middle + (middle - 1);
    const Value value = value_of(bits, type);
    std::uint64_t upward; // Larger for larger values.
    if (value.nan) {
        upward = options.nan_policy == NanPolicy::largest ? greatest : 0;
    } else if (value.number >= 0.0) {
        upward = middle + numbers_below(value.number, type);
    } else {
        upward = middle - 1 - numbers_below(-value.number, type);
    }
    return options.direction == Direction::largest ? upward : greatest - upward;
}

} // namespace exactk::oracle::rank
