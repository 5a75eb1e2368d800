// How a row is cut up and its keys read: values only; a plan never changes an answer.
// Spec: algorithm/S3 S4 F1, contract/C15. Layer: reference/contract.
#pragma once

#include <cstdint>
#include <vector>

namespace exactk {

/// Most CTAs that may share a row.
inline constexpr int cta_count_max = 1024; // bound: algorithm, State

/// Widest digit a plan may name: a histogram of 2^16 counts.
inline constexpr int digit_bits_max = 16; // bound: the whole key of a 16-bit type

/// Names in refusals as illegal_plan (C18) of what has one legal value instead of limits: the sum of the digit
/// widths, and how many chunk bounds there are.
inline constexpr const char *plan_digit_sum = "sum of plan.digits";
inline constexpr const char *plan_bound_count = "size of plan.bounds";

/// Samples of a filter are so many, times a power of two; small samples are taken in pieces of so many elements.
inline constexpr int filter_piece = 32; // bound: algorithm, F2

/// The filter before the rounds (F1 to F7): values only, like the rest of a plan.
struct FilterPlan {
    std::int64_t whole = 0;  ///< W: rows of one CTA up to this length are listed whole; 0: none
    std::int64_t list = 0;   ///< L: elements of a sampled row that can be listed
    std::int64_t sample = 0; ///< S, most samples of a row: filter_piece times 2^j, at most `list`; 0: none
    bool forced = false;     ///< tests: `threshold` is the T of every sampled row
    std::uint32_t threshold = 0;
};

/// How the model runs a row.
struct Plan {
    /// CTAs that share a row, 1 to cta_count_max.
    int ctas = 1;
    /// Widths of the digits, most significant first; their sum is the key's bits. Empty: 8-8-8-8 or 8-8.
    std::vector<int> digits;
    /// Chunk bounds over the width, ctas + 1 values, the first 0, none below the one before, the last at
    /// least the width; each is clamped to the row's n. Empty: the plain cut of S3 over n.
    std::vector<std::int64_t> bounds;
    /// How slots are found: directly from counts, or by merging the two runs (S8).
    enum class Emission : std::uint8_t { direct = 0, merge = 1 } emission = Emission::direct;
    FilterPlan filter;
};

} // namespace exactk
