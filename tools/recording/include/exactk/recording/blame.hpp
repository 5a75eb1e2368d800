// Two recordings side by side: which calls can be compared, and what parts each of their rows.
// Spec: contract/C3 C4 C14. Layer: tools/recording.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <exactk/recording/compare.hpp>
#include <exactk/recording/recording.hpp>

namespace exactk::recording {

inline constexpr std::size_t examples_kept = 3; // convention: of a kind; the others are counted
inline constexpr std::size_t numbers_kept =
    8; // convention: calls of one run that are named; the others are counted

struct Example {
    std::int64_t call = 0;
    std::int64_t row = 0;
    ScoreType type = ScoreType::float32;
    Difference difference;
};

/// What was seen of one kind.
struct Tally {
    std::int64_t rows = 0;
    std::int64_t calls = 0;
    std::int64_t compared_before = 0; ///< calls compared before the first of this kind
    std::vector<Example> first;
};

/// One call that is in both runs.
struct CallFinding {
    std::int64_t number = 0;
    std::string shapes;      ///< words; not empty: the two cannot be compared
    std::vector<Kind> kinds; ///< of each row
};

/// Calls that one run alone has.
struct Alone {
    std::int64_t calls = 0;
    std::vector<std::int64_t> first;
};

struct Totals {
    std::int64_t in_both = 0;    ///< calls looked at
    std::int64_t not_looked = 0; ///< calls in both beyond the limit
    std::int64_t compared = 0;   ///< calls of one shape
    std::int64_t rows = 0;       ///< rows of these
    std::int64_t shapes = 0;     ///< calls that cannot be compared
    std::string first_shapes;    ///< of the first of them
    std::int64_t first_shapes_call = -1;
    Alone only_a;
    Alone only_b;
    Tally kinds[kind_count];
    std::int64_t wrong_a = 0; ///< of set_differs: rows in which a holds what is not among the best
    std::int64_t wrong_b = 0;
};

/// Goes through the calls of both in ascending order, at most `calls_most`, and tells each. Memory O(rows of one call).
Defect blame(const Recording &a, const Recording &b, std::int64_t calls_most,
             const std::function<void(const CallFinding &)> &tell, Totals &totals);

} // namespace exactk::recording
