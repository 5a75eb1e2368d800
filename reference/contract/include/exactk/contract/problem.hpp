// What is asked for and where the answer goes; pointers, pitches and options, no methods.
// Spec: contract/C1 C2 C8 C11 C12 C13 C14. Layer: reference/contract.
#pragma once

#include <cstdint>

#include <exactk/contract/certificate.hpp>
#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

namespace exactk {

/// Largest k and largest width (C1, C2).
inline constexpr std::int64_t k_max = 2147483647;     // bound: C2
inline constexpr std::int64_t width_max = 2147483647; // bound: C1, an index fits int32

/// A batch of rows of scores and the options under which k of each are asked for.
/// Element i of row r lies at scores + (r * pitch + i) * score_bytes. Nothing here is owned.
struct Problem {
    /// [rows, width] with `pitch`, aligned to the element; may be null if rows or width is 0.
    const void *scores = nullptr;
    ScoreType type = ScoreType::float32;
    std::int64_t rows = 0;  ///< at least 0
    std::int64_t width = 0; ///< 0 to width_max
    std::int64_t pitch = 0; ///< elements from row to row, at least `width`
    /// [rows], or null: every row's length is the width. Any value; clamped (C1).
    const std::int32_t *lengths = nullptr;
    std::int64_t k = 0; ///< 0 to k_max
    Options options;
};

/// Where the answer is written. Only `indices` must be given; the rest may be null: not asked for.
struct Outputs {
    /// [rows, k] with `index_pitch`; may be null only if rows or k is 0.
    std::int32_t *indices = nullptr;
    std::int64_t index_pitch = 0; ///< elements from row to row, at least k
    /// [rows, k] with `score_pitch`, of the problem's score type, aligned to the element, or null.
    void *scores = nullptr;
    std::int64_t score_pitch = 0;        ///< elements from row to row, at least k if `scores` is given
    Certificate *certificates = nullptr; ///< [rows] or null
    std::uint32_t *status = nullptr;     ///< [rows] of RowStatus bits, or null
    std::uint64_t *digests = nullptr;    ///< [rows] row digests (C14), or null
};

} // namespace exactk
