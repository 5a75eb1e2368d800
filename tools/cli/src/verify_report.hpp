// What exactk verify tells, as text for a person and as JSON with the same facts.
// Spec: contract/C17. Layer: tools/cli.
#pragma once

#include <cstdint>
#include <string>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/verify.hpp>

namespace exactk::cli {

/// Everything either form is made from.
struct VerifyFacts {
    std::string scores_path;
    std::string indices_path;
    bool shape_known = false; ///< whether type, rows, width, k and runs were read
    ScoreType type = ScoreType::float32;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int64_t k = 0;
    std::int64_t runs = 0;
    Options options;
    verify::Demand demand;
    verify::Report report;
};

/// Lines for a person, the verdict first.
std::string to_text(const VerifyFacts &facts);

/// One JSON object, as docs/cli.md describes it.
std::string to_json(const VerifyFacts &facts);

} // namespace exactk::cli
