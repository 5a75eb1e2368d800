// The sort oracle's value order and canonical key: positions compared three ways, a formula on patterns.
// Spec: contract/C3 C12. Layer: reference/oracle.
#pragma once

#include <compare>
#include <cstdint>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

#include "widen_definition.hpp"

namespace exactk::oracle::sort {

/// A pattern without its sign bit; higher bits that are not the score's are dropped.
inline std::uint32_t magnitude_bits(std::uint32_t bits, ScoreType type) {
    return bits & (0xFFFFFFFFu >> (33 - score_bits[static_cast<int>(type)]));
}

inline bool pattern_is_infinity(std::uint32_t bits, ScoreType type) {
    return magnitude_bits(bits, type) == positive_infinity_bits[static_cast<int>(type)];
}

/// Patterns of NaNs are those past the pattern of infinity.
inline bool pattern_is_nan(std::uint32_t bits, ScoreType type) {
    return magnitude_bits(bits, type) > positive_infinity_bits[static_cast<int>(type)];
}

/// Where a score stands on the value axis: below all numbers, among them at `number`, or above them all.
struct Position {
    enum class Place : int { below_numbers = -1, among_numbers = 0, above_numbers = 1 } place;
    double number; ///< 0 unless among the numbers, so that NaNs compare equal
};

inline Position position_of(std::uint32_t bits, ScoreType type, NanPolicy policy) {
    if (!pattern_is_nan(bits, type)) {
        return {Position::Place::among_numbers, definition::widen(bits, type)};
    }
    return {policy == NanPolicy::largest ? Position::Place::above_numbers : Position::Place::below_numbers,
            0.0};
}

/// Ascending along the value axis. Numbers are never NaN here, so one of the three always holds.
inline std::weak_ordering compare_upwards(const Position &a, const Position &b) {
    if (a.place != b.place) {
        return a.place <=> b.place;
    }
    if (a.number < b.number) {
        return std::weak_ordering::less;
    }
    return a.number > b.number ? std::weak_ordering::greater : std::weak_ordering::equivalent;
}

/// `less` if the first score comes before the second (is preferred), `equivalent` if they are one canonical
/// value, else `greater`. O(1).
inline std::weak_ordering precedence(const Position &a, const Position &b, Direction direction) {
    return direction == Direction::smallest ? compare_upwards(a, b) : compare_upwards(b, a);
}

/// The same of two patterns of a known type.
inline std::weak_ordering precedence(std::uint32_t bits_a, std::uint32_t bits_b, ScoreType type,
                                     const Options &options) {
    return precedence(position_of(bits_a, type, options.nan_policy),
                      position_of(bits_b, type, options.nan_policy), options.direction);
}

/// The canonical key, as C12 spells it.
inline std::uint64_t canonical_key(std::uint32_t bits, ScoreType type, const Options &options) {
    const int w = score_bits[static_cast<int>(type)];
    const std::uint64_t sign_bit = 1ull << (w - 1);
    const std::uint64_t ones = (sign_bit << 1) - 1;
    std::uint64_t key;
    if (pattern_is_nan(bits, type)) {
        key = options.nan_policy == NanPolicy::smallest ? 0 : ones;
    } else {
        const std::uint64_t u = magnitude_bits(bits, type) == 0 ? 0 : bits & ones;
        key = (u & sign_bit) == 0 ? u + sign_bit : ones - u;
    }
    return options.direction == Direction::smallest ? ones - key : key;
}

} // namespace exactk::oracle::sort
