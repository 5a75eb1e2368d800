// What parts one row of two recordings.
// Spec: contract/C3 C4 C5 C14. Layer: tools/recording.
#pragma once

#include <cstdint>

#include <exactk/contract/options.hpp>
#include <exactk/recording/recording.hpp>

namespace exactk::recording {

/// Exactly one holds of a row.
enum class Kind : std::uint8_t {
    same = 0,
    scores_differ, ///< other valid input: scores or length; upstream of the top-k
    set_differs,   ///< same scores, other set, not only among equals at the cut
    tie_only,      ///< same scores, other set, and all elements that differ equal the cut's value
    order_differs, ///< same scores, same set, other order
    values_differ, ///< same scores and slots, other output scores
};
inline constexpr int kind_count = 6; // bound: one past the last Kind

/// Name as reports write it, e.g. "tie_only".
const char *name(Kind kind);

/// A slot or an element of one side. Fields that do not apply are -1.
struct Place {
    std::int64_t slot = -1;
    std::int64_t index = -1;
    bool score_known = false;
    std::uint32_t score_bits = 0;
};

struct Difference {
    Kind kind = Kind::same;
    Place a; ///< set kinds: the first slot whose element b has not; else where the two part first
    Place b;
    std::int64_t count = 0; ///< elements of a that b has not, or slots or scores that differ
    std::int64_t n_a = 0;
    std::int64_t n_b = 0;
    bool cut_known = false;     ///< set kinds, where something is selected
    std::uint32_t cut_bits = 0; ///< a score that is the worst of the best m
    /// a holds what is not among the best m (worse than the cut, no element, or one twice), or lacks what b has
    /// and is better than the cut. What both hold is not judged.
    bool wrong_a = false;
    bool wrong_b = false;
};

/// Rows of one type and one k. Time O(n) where the set differs, else O(k), beside the first difference of scores.
Difference compare(const Call &a, const Call &b, std::int64_t row, Direction direction, NanPolicy nan_policy);

} // namespace exactk::recording
