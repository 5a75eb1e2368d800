// The widening of scores itself: fields of the format, significand times an exact power of two.
// Spec: contract/C3 C15. Layer: reference/oracle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <exactk/contract/score_type.hpp>

namespace exactk::oracle::definition {

struct Format {
    int exponent_bits;
    int fraction_bits;
};

inline constexpr Format float32_format{8, 23}; // bound: IEEE 754 binary32
inline constexpr Format float16_format{5, 10}; // bound: IEEE 754 binary16
inline constexpr Format bfloat16_format{8, 7}; // bound: the upper half of binary32

inline constexpr int least_power = -149;   // bound: 1 - 127 - 23, the unit of the float32 subnormals
inline constexpr int greatest_power = 120; // bound: 254 - 127 - 7, the unit of the topmost bfloat16 binade

// All powers lie well inside the normal doubles, so each doubling and halving is exact.
inline constexpr auto powers_of_two = [] {
    std::array<double, greatest_power - least_power + 1> powers{};
    powers[-least_power] = 1.0;
    for (int power = 1; power <= greatest_power; ++power) {
        powers[static_cast<std::size_t>(power - least_power)] =
            powers[static_cast<std::size_t>(power - least_power - 1)] * 2.0;
    }
    for (int power = -1; power >= least_power; --power) {
        powers[static_cast<std::size_t>(power - least_power)] =
            powers[static_cast<std::size_t>(power - least_power + 1)] / 2.0;
    }
    return powers;
}();
static_assert(powers_of_two.front() >= std::numeric_limits<double>::min(), "no power may be subnormal");
static_assert(std::numeric_limits<double>::is_iec559, "values are compared as IEEE doubles");

template <Format format>
inline constexpr std::uint32_t exponent_of_specials = (1u << format.exponent_bits) -
                                                      1u; // bound: the all-ones exponent of IEEE 754

template <Format format> constexpr bool negative(std::uint32_t bits) {
    return ((bits >> (format.exponent_bits + format.fraction_bits)) & 1u) != 0;
}

template <Format format> constexpr std::uint32_t exponent_of(std::uint32_t bits) {
    return (bits >> format.fraction_bits) & exponent_of_specials<format>;
}

template <Format format> constexpr std::uint32_t fraction_of(std::uint32_t bits) {
    return bits & ((1u << format.fraction_bits) - 1u);
}

template <Format format> inline double widen_as(std::uint32_t bits) {
    constexpr int bias = (1 << (format.exponent_bits - 1)) - 1;
    const std::uint32_t exponent = exponent_of<format>(bits);
    const std::uint32_t fraction = fraction_of<format>(bits);
    double magnitude;
    if (exponent == exponent_of_specials<format>) {
        magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN();
    } else {
        // Subnormals have no hidden bit and the exponent of the lowest normal numbers.
        const bool normal = exponent != 0;
        const std::uint32_t significand = fraction | (normal ? 1u << format.fraction_bits : 0u);
        const int power = (normal ? static_cast<int>(exponent) : 1) - bias - format.fraction_bits;
        magnitude =
            static_cast<double>(significand) * powers_of_two[static_cast<std::size_t>(power - least_power)];
    }
    return negative<format>(bits) ? -magnitude : magnitude;
}

template <Format format> inline bool is_nan_as(std::uint32_t bits) {
    return exponent_of<format>(bits) == exponent_of_specials<format> && fraction_of<format>(bits) != 0;
}

inline double widen(std::uint32_t bits, ScoreType type) noexcept {
    switch (type) {
    case ScoreType::float32: return widen_as<float32_format>(bits);
    case ScoreType::float16: return widen_as<float16_format>(bits);
    case ScoreType::bfloat16: return widen_as<bfloat16_format>(bits);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

inline bool is_nan(std::uint32_t bits, ScoreType type) noexcept {
    switch (type) {
    case ScoreType::float32: return is_nan_as<float32_format>(bits);
    case ScoreType::float16: return is_nan_as<float16_format>(bits);
    case ScoreType::bfloat16: return is_nan_as<bfloat16_format>(bits);
    }
    return true;
}

} // namespace exactk::oracle::definition
