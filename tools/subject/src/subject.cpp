// Runs, judges and compares one implementation on one problem.
// Spec: contract/C1 to C15. Layer: tools/subject.
#include <exactk/subject.hpp>

#include <exactk/contract/text.hpp>

#include "runs.hpp"

namespace exactk::subject {

Outcome run(const Implementation &implementation, const Plan &plan, const Asked &asked,
            const Recorded *truth) {
    if (implementation.isolated) {
        return run_isolated(implementation, asked);
    }
    Outcome outcome;
    const verify::GuardedShape shape = guarded_shape(asked);
    verify::GuardedOutputs guarded[2] = {{shape, poisons[0]}, {shape, poisons[1]}};
    std::vector<Recorded> runs(2);
    for (std::size_t run = 0; run < 2; ++run) {
        const Status status = implementation.run(asked.problem, guarded[run].outputs(), plan);
        if (status.code != StatusCode::ok) {
            outcome.problems.push_back("refused: " + describe(status));
            add_clauses(outcome.clauses, "C18");
            add_fault(outcome.faults, "refused");
            return outcome;
        }
        runs[run] = record(asked, guarded[run].outputs());
    }
    add_report(judge_runs(asked, {&guarded[0], &guarded[1]}, runs, contracted(asked.problem.options)),
               outcome.problems, outcome.clauses, &outcome.faults);
    if (truth != nullptr) {
        compare(runs[0], *truth, "from the truth", outcome);
        compare(runs[1], *truth, "from the truth in the second run", outcome);
    } else {
        compare(runs[0], runs[1], "between the two runs", outcome);
    }
    outcome.recorded = std::move(runs[0]);
    return outcome;
}

} // namespace exactk::subject
