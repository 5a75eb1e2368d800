// What exactk trace tells of a row, as text for a person and as JSON with everything.
// Spec: algorithm/O1 O2 O3 O4. Layer: tools/cli.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <exactk/contract/options.hpp>
#include <exactk/contract/plan.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/contract/trace.hpp>

namespace exactk::cli {

/// Everything either form is made from.
struct TraceFacts {
    std::string scores_path;
    ScoreType type = ScoreType::float32;
    std::int64_t row = 0; ///< as the user counts it; trace.row is 0, since only this row was run
    std::int64_t width = 0;
    std::int64_t k = 0;
    Options options;
    Plan plan;
    RowTrace trace;
    std::vector<std::int32_t> indices; ///< [k]
    std::uint64_t digest = 0;
};

/// Lines for a person. Histograms, CTAs and indices are shortened; what is left out is counted.
std::string to_text(const TraceFacts &facts);

/// Prints one JSON object, as docs/cli.md describes it; nothing is shortened. Indices are printed as they come:
/// a tree and a text of all of them would take many times their own memory. A failure is left in `out`'s state.
void print_json(const TraceFacts &facts, std::FILE *out);

} // namespace exactk::cli
