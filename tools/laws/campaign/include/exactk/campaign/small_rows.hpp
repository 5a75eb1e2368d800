// Every small row over five values: implementations beside the oracle, under every option, chunking and list.
// Spec: contract/C1 to C15, algorithm/S3 S8 F1 F6 F7. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/implementations.hpp>

namespace exactk::campaign {

/// -inf, -0, +0, 1 and NaN are all that a small row holds.
inline constexpr std::int64_t small_letters = 5; // bound: the alphabets in the source

/// Direction, ties, order and NaN policy, a bit each.
inline constexpr int small_option_count = 16; // bound: two values of each
Options small_options(int bits);

/// All rows of one length under one k and one set of options.
struct SmallScope {
    ScoreType type = ScoreType::float32;
    std::int64_t length = 0;
    std::int64_t k = 0;
    Options options;
};

std::string describe(const SmallScope &scope);

/// Rows of a scope: small_letters to the power of its length.
std::int64_t small_row_count(std::int64_t length);

/// All ways to cut [0, length) into at most `parts` chunks, 1 to 3, empty chunks included.
std::vector<std::vector<std::int64_t>> small_chunkings(std::int64_t length, int parts);

/// The bits of a row of the scope, by its number.
std::vector<std::uint32_t> small_row(const SmallScope &scope, std::int64_t number);

struct SmallRuns {
    std::int64_t compared = 0; ///< rows times implementations, plans and sets of outputs
    std::int64_t listed = 0;   ///< of these, under a filter
};

/// A call that differs from the oracle or is refused, or an answer of the oracle that the judge does not take.
struct SmallFailure {
    std::string implementation;
    std::int64_t row = 0; ///< number of the first one that shows it; of a refusal the first of the call
    Plan plan;
    bool all = false;      ///< every output was asked for; else indices alone
    bool of_judge = false; ///< it is the judge who is not content, with `implementation`
    std::string words;     ///< what is wrong, the row, the plan and the scope
};

/// Compares rows [first, first + rows) of the scope, byte for byte, with the rank oracle, whose answer the judge is asked
/// about too; the oracle itself is left out of the implementations. One that follows a plan runs in every chunking into at
/// most `parts` and on lists, in both emissions, digit plans in turn; all run with every output and with indices alone.
/// Rows of length 0 cannot be listed. `fail` is told of each call.
SmallRuns compare_small_rows(const SmallScope &scope, int parts, std::int64_t first, std::int64_t rows,
                             const std::vector<Implementation> &implementations,
                             const std::function<void(const SmallFailure &)> &fail);

} // namespace exactk::campaign
