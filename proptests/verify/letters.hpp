// Scores with a known place in the value order, written down by hand for all types: no arithmetic on bits.
// Spec: contract/C3. Layer: proptests/verify.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

namespace exactk::verify::test {

struct Letter {
    std::uint32_t bits[score_type_count]; ///< float32, float16, bfloat16
    int level;                            ///< greater is greater; equal is equal
};

inline constexpr int nan_letter_level = 1000; // convention: marks NaN; its place depends on the policy

/// In ascending order, with equals side by side.
inline constexpr Letter letters[] = {
    // bound: IEEE 754 and bfloat16 encodings
    {{0xFF800000u, 0xFC00u, 0xFF80u}, 1},                // -inf
    {{0xFF7FFFFFu, 0xFBFFu, 0xFF7Fu}, 2},                // least finite number
    {{0xBF800000u, 0xBC00u, 0xBF80u}, 3},                // -1
    {{0x80800000u, 0x8400u, 0x8080u}, 4},                // normal number nearest below zero
    {{0x807FFFFFu, 0x83FFu, 0x807Fu}, 5},                // least subnormal
    {{0x80000001u, 0x8001u, 0x8001u}, 6},                // subnormal nearest below zero
    {{0x80000000u, 0x8000u, 0x8000u}, 7},                // -0
    {{0x00000000u, 0x0000u, 0x0000u}, 7},                // +0
    {{0x00000001u, 0x0001u, 0x0001u}, 8},                // subnormal nearest above zero
    {{0x007FFFFFu, 0x03FFu, 0x007Fu}, 9},                // greatest subnormal
    {{0x00800000u, 0x0400u, 0x0080u}, 10},               // normal number nearest above zero
    {{0x3F800000u, 0x3C00u, 0x3F80u}, 11},               // 1
    {{0x3F800001u, 0x3C01u, 0x3F81u}, 12},               // its upper neighbour
    {{0x7F7FFFFFu, 0x7BFFu, 0x7F7Fu}, 13},               // greatest finite number
    {{0x7F800000u, 0x7C00u, 0x7F80u}, 14},               // +inf
    {{0x7FC00000u, 0x7E00u, 0x7FC0u}, nan_letter_level}, // quiet NaN
    {{0x7F800001u, 0x7C01u, 0x7F81u}, nan_letter_level}, // signalling NaN
    {{0xFFFFFFFFu, 0xFFFFu, 0xFFFFu}, nan_letter_level}, // negative NaN
    {{0xFF800001u, 0xFC01u, 0xFF81u}, nan_letter_level}, // negative signalling NaN
};
inline constexpr int letter_count = 19; // bound: rows of the table above
static_assert(sizeof letters / sizeof letters[0] == letter_count);

inline constexpr int small_alphabet[] = {0, 6, 7, 11, 15}; // convention: -inf -0 +0 1 NaN, one of each class
inline constexpr int small_alphabet_count = 5;             // bound: entries above

/// Places of a row's letters under the options: higher is preferred.
inline std::vector<int> heights(const std::vector<int> &row, const Options &options) {
    std::vector<int> found;
    for (const int letter : row) {
        int level = letters[letter].level;
        if (level == nan_letter_level && options.nan_policy == NanPolicy::smallest)
            level = -nan_letter_level;
        found.push_back(options.direction == Direction::largest ? level : -level);
    }
    return found;
}

inline std::vector<std::uint32_t> bits_of(const std::vector<int> &row, ScoreType type) {
    std::vector<std::uint32_t> found;
    for (const int letter : row)
        found.push_back(letters[letter].bits[static_cast<int>(type)]);
    return found;
}

} // namespace exactk::verify::test
