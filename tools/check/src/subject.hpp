// One implementation with one plan on one case: run twice, judged, compared with truth.
// Spec: contract/C1 to C15. Layer: tools/check.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <exactk/cases/case.hpp>
#include <exactk/implementations.hpp>
#include <exactk/verify.hpp>

namespace exactk::check {

/// All outputs of one run, without pitches: [rows, k] and [rows].
struct Recorded {
    std::vector<std::int32_t> indices;
    std::vector<std::byte> scores;
    std::vector<Certificate> certificates;
    std::vector<std::uint32_t> status;
    std::vector<std::uint64_t> digests;
};

/// What came of a subject: empty `problems` means it passed.
struct Outcome {
    Recorded recorded;
    std::vector<std::string> problems; ///< words for a person, worst first
};

/// Runs `implementation` twice into outputs with two poisons, judges both runs, and compares every output
/// byte of both with `truth`, or of the two with each other if that is null. Records the first run.
Outcome run_subject(const Implementation &implementation, const Plan &plan, const cases::Case &one,
                    const cases::Batch &batch, const Recorded *truth);

/// A report's findings in one line, e.g. "missing_winner (C3 C5) in 2 rows, first at row 0 slot 17".
std::string summary_line(const verify::Report &report);

} // namespace exactk::check
