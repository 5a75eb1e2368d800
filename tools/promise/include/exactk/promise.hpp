// What an implementation says of itself: which questions it takes, and what its answers are held to.
// Spec: contract/C1 C3 C4 C6 C7 C9 C10 C11 C15. Layer: tools/promise.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <exactk/contract/problem.hpp>
#include <exactk/verify.hpp>

namespace exactk {

/// A closed range of a count.
struct Range {
    std::int64_t least = 0;
    std::int64_t most = 2147483647; // convention: as good as no limit

    friend bool operator==(const Range &, const Range &) = default;
};

/// The promise of an implementation. The default is the full contract.
struct Promise {
    /// Where an implementation has a rule of its own, it is asked under that rule and no other.
    enum class Repeatable : std::uint8_t { bits = 0, set = 1, no = 2 };
    enum class Lengths : std::uint8_t { any = 0, inside = 1, no = 2 };
    enum class Fill : std::uint8_t { asked = 0, minus_one = 1, undefined = 2 };

    std::array<bool, 3> types = {true, true, true}; ///< by ScoreType
    std::optional<Direction> direction;             ///< the only one it has; none: either
    bool exact = true;                              ///< false: the set is not judged
    std::optional<Ties> ties;                       ///< the only rule it has; none: either
    bool ties_any = false;                          ///< equal scores are chosen among as it likes
    std::optional<Order> order;                     ///< the only sequence it has; none: either
    bool order_any = false;                         ///< the sequence is as it likes
    Repeatable repeatable = Repeatable::bits;
    std::optional<NanPolicy> nan; ///< the only policy it has; none: either
    bool nan_undefined = false;   ///< rows with NaN are not asked
    bool scores = true;           ///< output scores are written where asked
    Lengths lengths = Lengths::any;
    Fill fill = Fill::asked;
    bool pitch_any = true;      ///< false: only rows that lie next to each other
    std::int64_t alignment = 0; ///< bytes that the first score is aligned to; 0: its own size
    bool reads_width = false;   ///< true: may read beyond a row's length, up to the width
    Range k, n, rows;           ///< of a problem; `n` is its width
    bool short_rows = true;     ///< takes rows with n < k
    bool graph = true;          ///< its calls can be captured into a graph

    friend bool operator==(const Promise &, const Promise &) = default;
};

/// Reads lines `key value...`; empty lines and what follows `#` do not count. Keys that are not there leave `out` as it is, so
/// that one text can change another. Returns what is wrong and in which line, or "".
std::string parse(std::string_view text, Promise &out);

/// The lines of what differs from the full contract; parse() makes the same promise of them. "" for the full contract.
std::string to_text(const Promise &promise);

/// The promise in one line, e.g. "order rank, ties any, k 1 to 2048"; "the full contract" if nothing differs.
std::string describe(const Promise &promise);

/// The question that is put: the options that the implementation has no choice in are its own.
Problem as_asked(const Promise &promise, const Problem &problem);

/// Why the promise does not speak of this problem, e.g. "k 4096 is above 2048"; "" if it does. Reads the lengths, and of the scores
/// what is needed to find NaNs if those are undefined.
std::string outside(const Promise &promise, const Problem &problem);

/// What the answer is held to by the promise, and by the full contract under the same question.
verify::Demand promised(const Promise &promise, const Options &asked);
verify::Demand contracted(const Options &asked);

/// How many elements a row has (C1).
std::int64_t row_elements(const Problem &problem, std::int64_t row);

/// Bit pattern of the score that fills slots without an element (C7).
std::uint32_t fill_score(const Problem &problem);

} // namespace exactk
