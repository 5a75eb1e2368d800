// One row of a problem: its length, its number of winners, its addresses.
// Spec: algorithm/S0 S1, contract/C1 C2 C10 C11. Layer: sim.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <exactk/contract/problem.hpp>

#include "faults.hpp"

namespace exactk::sim {

/// A row after the clamp of S0. `scores` is null if n = 0.
struct Row {
    const std::byte *scores = nullptr;
    std::int64_t n = 0;
    std::int64_t m = 0;
    bool length_clamped = false;
    bool is_short = false; ///< n <= k (S1)

    bool has_rounds() const { return m > 0 && !is_short; }
};

/// S0 for row r of a problem whose arguments were checked; reads the length, no score.
inline Row row_of(const Problem &problem, std::int64_t r) {
    Row row;
    const std::int64_t length = problem.lengths != nullptr ? problem.lengths[r] : problem.width;
    row.n = std::clamp<std::int64_t>(
        EXACTK_SIM_FAULT(length_as_unsigned, length, static_cast<std::uint32_t>(length)), 0, problem.width);
    EXACTK_SIM_WHEN(length_in_vectors, row.n = std::min((row.n + 3) / 4 * 4, problem.width);)
    row.m = std::min(problem.k, row.n);
    row.length_clamped = row.n != length;
    row.is_short = row.n <= problem.k;
    if (row.n > 0) {
        const std::int64_t bytes = score_bytes[static_cast<int>(problem.type)];
        row.scores = static_cast<const std::byte *>(problem.scores) + r * problem.pitch * bytes;
    }
    return row;
}

/// The k index slots of row r; empty if k = 0, when there may be no array.
inline std::span<std::int32_t> slots_of(const Problem &problem, const Outputs &outputs, std::int64_t r) {
    if (problem.k == 0) {
        return {};
    }
    return {outputs.indices + r * outputs.index_pitch, static_cast<std::size_t>(problem.k)};
}

/// Where the k output scores of row r begin; only for outputs that have scores.
inline std::byte *score_slots_of(const Problem &problem, const Outputs &outputs, std::int64_t r) {
    const std::int64_t bytes = score_bytes[static_cast<int>(problem.type)];
    return static_cast<std::byte *>(outputs.scores) + r * outputs.score_pitch * bytes;
}

/// S1: slot j holds index j for j < m.
inline void emit_all(std::span<std::int32_t> slots, std::int64_t m) {
    for (std::size_t j = 0; j < static_cast<std::size_t>(m); ++j) {
        slots[j] = static_cast<std::int32_t>(j);
    }
}

inline constexpr std::array<int, 4> plain_digits = {8, 8, 8, 8}; // bound: Plan, its default for 32 bits

/// The default digit plan for keys of `key_bits` bits, 32 or 16.
inline std::span<const int> default_digits(int key_bits) {
    return {plain_digits.data(), static_cast<std::size_t>(key_bits / plain_digits.front())};
}

} // namespace exactk::sim
