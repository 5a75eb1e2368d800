// The types a score can have, as an enum and tables of facts about them.
// Spec: contract/C3 C9 C12. Layer: reference/contract.
#pragma once

#include <cstdint>

namespace exactk {

/// Type of a score. Values are fixed: they cross the C interface and stand in files.
enum class ScoreType : std::uint8_t { float32 = 0, float16 = 1, bfloat16 = 2 };

/// How many score types there are; the tables below have one row each, indexed by the enum's value.
inline constexpr int score_type_count = 3; // bound: one past the last enumerator

/// Bits of a score, and of its canonical key (the w of C12).
inline constexpr int score_bits[score_type_count] = {32, 16, 16}; // bound: IEEE 754 and bfloat16 widths

/// Bytes of a score, which is also the alignment its base pointer needs (C11).
inline constexpr int score_bytes[score_type_count] = {4, 2, 2}; // bound: score_bits / 8

/// Name of each type on the command line and in reports.
inline constexpr const char *score_type_names[score_type_count] = {"float32", "float16", "bfloat16"};

/// Bit patterns of -inf per type: the default fill score for direction `largest` (C7).
inline constexpr std::uint32_t negative_infinity_bits[score_type_count] = {0xFF800000u, 0xFC00u, 0xFF80u};

/// Bit patterns of +inf per type: the default fill score for direction `smallest` (C7).
inline constexpr std::uint32_t positive_infinity_bits[score_type_count] = {0x7F800000u, 0x7C00u, 0x7F80u};

} // namespace exactk
