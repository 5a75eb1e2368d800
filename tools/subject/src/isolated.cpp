// Runs an implementation in another process and holds it to its promise and to the contract.
// Spec: contract/C1 to C9 C15. Layer: tools/subject.
#include <algorithm>
#include <cstring>

#include "runs.hpp"

namespace exactk::subject {

namespace {

void add_troubles(const std::vector<Trouble> &troubles, Outcome &outcome) {
    for (const Trouble &trouble : troubles) {
        outcome.problems.push_back(trouble.name + ": " + trouble.words);
        add_clauses(outcome.clauses, trouble.clauses);
        add_fault(outcome.faults, trouble.name);
    }
}

/// Puts the fill where an implementation says that it leaves anything.
void fill_tails(const Problem &problem, Recorded &recorded) {
    const std::int64_t bytes = score_bytes[static_cast<std::size_t>(problem.type)];
    const std::uint32_t score = fill_score(problem);
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const std::int64_t n = row_elements(problem, row);
        for (std::int64_t slot = std::min(n, problem.k); slot < problem.k; ++slot) {
            const std::int64_t at = row * problem.k + slot;
            recorded.indices[static_cast<std::size_t>(at)] = problem.options.fill_index;
            if (!recorded.scores.empty()) {
                // Scores are little-endian, so the low bytes are the score of either size.
                std::memcpy(recorded.scores.data() + at * bytes, &score, static_cast<std::size_t>(bytes));
            }
        }
    }
}

/// Findings that the promise speaks of.
verify::Report without_unpromised(verify::Report report, const Promise &promise) {
    using verify::Fault;
    std::erase_if(report.findings, [&](const verify::Finding &finding) {
        const bool of_set = finding.fault == Fault::missing_winner || finding.fault == Fault::wrong_tie;
        return (of_set && !promise.exact) ||
               (finding.fault == Fault::not_repeatable && promise.repeatable == Promise::Repeatable::no);
    });
    if (report.findings.empty() && report.verdict == verify::Verdict::failed) {
        report.verdict = verify::Verdict::passed;
    }
    return report;
}

std::vector<std::int32_t> sorted_rows(std::vector<std::int32_t> indices, std::int64_t k) {
    for (auto first = indices.begin(); k > 0 && first != indices.end(); first += k) {
        std::sort(first, first + k);
    }
    return indices;
}

/// Whether both runs gave the same where the judge, which is not told of ties or order, asks for less.
void compare_runs(const std::vector<Recorded> &runs, Promise::Repeatable repeatable, std::int64_t k,
                  Outcome &outcome) {
    const bool known =
        std::find(outcome.faults.begin(), outcome.faults.end(), "not_repeatable") != outcome.faults.end();
    const bool same_bits = runs[0].indices == runs[1].indices && runs[0].scores == runs[1].scores;
    const bool same_set = sorted_rows(runs[0].indices, k) == sorted_rows(runs[1].indices, k);
    const bool same = repeatable == Promise::Repeatable::no ||
                      (repeatable == Promise::Repeatable::bits ? same_bits : same_set);
    if (same || known) {
        return;
    }
    outcome.problems.push_back(std::string("not_repeatable: the two runs differ in their ") +
                               (!same_set                            ? "set"
                                : runs[0].indices == runs[1].indices ? "score bits"
                                                                     : "sequence"));
    add_clauses(outcome.clauses, "C15");
    add_fault(outcome.faults, "not_repeatable");
}

/// Calls in their ways, each with a poison of its own. False if that is the end of it.
bool make_calls(const Implementation &implementation, const Asked &asked, const std::vector<Way> &ways,
                std::vector<verify::GuardedOutputs> &guarded, std::vector<Recorded> &runs, Outcome &outcome) {
    for (const Way &way : ways) {
        guarded.emplace_back(guarded_shape(asked), poisons[runs.size() % 2]);
        const Ended ended = implementation.isolated(asked.problem, guarded.back().outputs(), way);
        if (ended.how == Ended::How::not_run) {
            outcome.not_run = ended.words;
            return false;
        }
        add_troubles(ended.troubles, outcome);
        if (ended.how == Ended::How::failed) {
            outcome.contract_problems = outcome.problems;
            outcome.contract_clauses = outcome.clauses;
            return false;
        }
        runs.push_back(record(asked, guarded.back().outputs()));
    }
    return true;
}

/// Judges by the full contract what was written, and by the promise what it speaks of.
void judge_calls(const Promise &promise, const Asked &asked,
                 const std::vector<verify::GuardedOutputs> &guarded, std::vector<Recorded> &runs,
                 Outcome &outcome) {
    std::vector<const verify::GuardedOutputs *> outputs;
    for (const verify::GuardedOutputs &one : guarded) {
        outputs.push_back(&one);
    }
    outcome.contract_problems = outcome.problems;
    outcome.contract_clauses = outcome.clauses;
    const bool several = runs.size() > 1;
    verify::Demand demand = contracted(asked.problem.options);
    demand.repeatable = several;
    add_report(judge_runs(asked, outputs, runs, demand), outcome.contract_problems, outcome.contract_clauses,
               nullptr);
    outcome.recorded = runs[0];
    if (promise.fill == Promise::Fill::undefined) {
        for (Recorded &recorded : runs) {
            fill_tails(asked.problem, recorded);
        }
    }
    demand = promised(promise, asked.problem.options);
    demand.repeatable = several && demand.repeatable;
    add_report(without_unpromised(judge_runs(asked, outputs, runs, demand), promise), outcome.problems,
               outcome.clauses, &outcome.faults);
    if (several) {
        compare_runs(runs, promise.repeatable, asked.problem.k, outcome);
    }
}

} // namespace

Outcome run_call(const Implementation &implementation, const Asked &asked, const Way &way) {
    const Promise promise = implementation.promise == nullptr ? Promise{} : *implementation.promise;
    Outcome outcome;
    std::vector<verify::GuardedOutputs> guarded;
    std::vector<Recorded> runs;
    if (make_calls(implementation, asked, {way}, guarded, runs, outcome)) {
        judge_calls(promise, asked, guarded, runs, outcome);
    }
    return outcome;
}

Outcome run_isolated(const Implementation &implementation, const Asked &given) {
    const Promise promise = implementation.promise == nullptr ? Promise{} : *implementation.promise;
    Outcome outcome;
    Asked asked = given;
    asked.problem = as_asked(promise, given.problem);
    asked.scores = given.scores && promise.scores;
    asked.facts = false;
    outcome.not_run = outside(promise, asked.problem);
    if (!outcome.not_run.empty()) {
        outcome.not_run = "outside its promise: " + outcome.not_run;
        return outcome;
    }
    std::vector<verify::GuardedOutputs> guarded;
    std::vector<Recorded> runs;
    if (make_calls(implementation, asked, {{Way::How::plain, 0}, {Way::How::plain, 1}}, guarded, runs,
                   outcome)) {
        judge_calls(promise, asked, guarded, runs, outcome);
    }
    return outcome;
}

} // namespace exactk::subject
