// One implementation with one plan on one problem: run twice, judged, compared with truth.
// Spec: contract/C1 to C15. Layer: tools/subject.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <exactk/contract/problem.hpp>
#include <exactk/implementations.hpp>
#include <exactk/verify.hpp>

namespace exactk::subject {

/// Largest sum of n squared that a quadratic implementation is given: about a tenth of a second.
inline constexpr std::int64_t quadratic_work_max =
    4'000'000; // convention: larger cases are counted as left out

/// What is asked of an implementation. The problem must be one that C18 does not refuse.
struct Asked {
    Problem problem;
    std::int64_t output_gap = 0; ///< elements between k and the output pitches
    bool scores = false;         ///< output scores
    bool facts = false;          ///< certificates, status and digests
    /// Input memory with copies from before anything ran, in which changes are looked for.
    std::vector<verify::InputImage> input;
};

/// All outputs of one run, without pitches: [rows, k] and [rows].
struct Recorded {
    std::vector<std::int32_t> indices;
    std::vector<std::byte> scores;
    std::vector<Certificate> certificates;
    std::vector<std::uint32_t> status;
    std::vector<std::uint64_t> digests;
};

/// What came of a subject: empty `problems` means it passed, unless it was not run.
struct Outcome {
    Recorded recorded;                 ///< empty after a refusal
    std::vector<std::string> problems; ///< words for a person, worst first
    std::vector<int> clauses;          ///< numbers of the clauses that these break, ascending
    std::vector<std::string>
        faults;          ///< words by which they can be told apart, e.g. "missing_winner", each once
    std::string not_run; ///< why nothing was asked; else empty
    /// Of an implementation with a promise: the same against the full contract under the question that was asked.
    std::vector<std::string> contract_problems;
    std::vector<int> contract_clauses;
};

/// Runs `implementation` twice into outputs with two poisons, judges both runs, and compares every output
/// byte of both with `truth`, or of the two with each other if that is null. Records the first run. One with a promise is asked the
/// question as the promise has it, and not at all where it does not speak of it; it is held to the promise, gives no facts,
/// and is not compared with `truth`, which may have answered another question.
Outcome run(const Implementation &implementation, const Plan &plan, const Asked &asked,
            const Recorded *truth);

/// One call of another's implementation, made in that way, held to its promise. The question is asked as it is given.
Outcome run_call(const Implementation &implementation, const Asked &asked, const Way &way);

/// Adds the clauses of a text such as "C3 C5", each once, in ascending order.
void add_clauses(std::vector<int> &clauses, const std::string &text);

/// A report's findings in one line, e.g. "missing_winner (C3 C5) in 2 rows, first at row 0 slot 17".
std::string summary_line(const verify::Report &report);

} // namespace exactk::subject
