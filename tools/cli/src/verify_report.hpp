// What exactk verify tells, as text for a person and as JSON with the same facts.
// Spec: contract/C17. Layer: tools/cli.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/dump.hpp>
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

/// Type, rows, width, k and runs from an entry.
void take_shape(const dump::Entry &entry, VerifyFacts &facts);

int exit_code_of(verify::Verdict verdict);

/// Lines for a person, the verdict first.
std::string to_text(const VerifyFacts &facts);

/// Parts of it: "5 runs of 4 rows of 16384 float32 scores, k 2048", and the table of faults with its head, or nothing
/// where there is none.
std::string judged_text(const VerifyFacts &facts);
std::string faults_text(const VerifyFacts &facts);

/// One JSON object, as docs/cli.md describes it.
std::string to_json(const VerifyFacts &facts);

/// The members of that object that speak of one answer, from `verdict` on.
void put_answer(nlohmann::ordered_json &json, const VerifyFacts &facts);

} // namespace exactk::cli
