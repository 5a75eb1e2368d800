// Runs a case on implementations, judges what they answer and compares it with truth and with what the file expects.
// Spec: contract/C1 to C15. Layer: tools/casefile.
#pragma once

#include <string>
#include <vector>

#include <exactk/casefile.hpp>
#include <exactk/casefile/input.hpp>
#include <exactk/implementations.hpp>
#include <exactk/subject.hpp>

namespace exactk::casefile {

/// What came of one implementation on one case.
struct Run {
    std::string implementation;
    std::string plan; ///< as describe() spells it; empty for those that follow no plan
    std::string law;  ///< a law that was asked, e.g. "ties seed 7"; empty: the case itself was run
    enum class Result : std::uint8_t { passed = 0, failed = 1, not_run = 2 } result = Result::passed;
    /// Of a failure what is wrong, worst first; else why it was not run.
    std::vector<std::string> words;
    std::vector<int> clauses;   ///< broken ones, ascending
    /// Of an implementation with a promise, to which `result` and `words` hold it: what is wrong by the full contract.
    std::vector<std::string> contract_words;
    bool has_promise = false;
    subject::Recorded recorded; ///< outputs of the first run; empty unless it was run and not refused
};

const char *name(Run::Result result);

/// The plan as keys of the file, e.g. "ctas 7 digits 11,11,10 emission merge".
std::string describe(const Plan &plan);

/// Runs the case on each of them, in their order: twice, with two poisons, judged, compared with the oracle `sort` where
/// the build has it, and with `expected`. A quadratic implementation does not get more than
/// subject::quadratic_work_max. `input` is what materialise() made of `one`.
std::vector<Run> replay(const CaseFile &one, const Input &input,
                        const std::vector<const Implementation *> &implementations);

/// What is right of a problem, as digests of the oracle `sort`, or of the CPU path where there is no oracle. Nothing is
/// expected where that refuses.
Expected right_answer(const Problem &problem);

} // namespace exactk::casefile
