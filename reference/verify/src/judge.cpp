// Takes an answer through the rules, row by row and run by run, and hands back the report.
// Spec: contract/C1 to C9, C15. Layer: reference/verify.
#include <exactk/verify.hpp>

#include "faults.hpp"
#include "rules.hpp"

namespace exactk::verify {

struct Judge::Buffers {
    RowSlots zero; ///< what run 0 wrote, kept while the other runs of the row are judged
    RowSlots later;
};

Judge::Judge() : buffers_(std::make_unique<Buffers>()) {}
Judge::~Judge() = default;
Judge::Judge(Judge &&) noexcept = default;
Judge &Judge::operator=(Judge &&) noexcept = default;

Report judge(const Problem &problem, const Answer &answer, const Demand &demand) {
    return Judge()(problem, answer, demand);
}

Report Judge::operator()(const Problem &problem, const Answer &answer, const Demand &demand) {
    const std::string why = refusal(problem, answer, demand);
    if (!why.empty()) {
        Report report;
        report.verdict = combine(report.verdict, Verdict::unsupported);
        report.reason = why;
        return report;
    }
    const JudgedOrder order(problem.type, problem.options);
    Ledger ledger;
    if (demand.repeatable && answer.runs == 1)
        ledger.untold("repeatability was asked of one run");
    RowSlots &zero = buffers_->zero;
    RowSlots &later = buffers_->later;
    RowPoison poison(answer);
    // Without slots there is nothing to judge in a row, and no memory bounds the number of rows and runs.
    const std::int64_t rows_with_slots =
        problem.k > 0
            ? EXACTK_VERIFY_FAULT(first_row_only, problem.rows, std::min<std::int64_t>(problem.rows, 1))
            : 0;
    for (std::int64_t row = 0; row < rows_with_slots; ++row) {
        poison.read(RowCase(problem, answer, 0, row));
        for (std::int64_t run = 0; run < answer.runs; ++run) {
            const RowCase at(problem, answer, run, row);
            RowSlots &now = run == 0 ? zero : later;
            judge_slots(at, order, poison, now, ledger);
            judge_winners(at, order, now, demand.ties, ledger);
            judge_order(at, order, now, demand, ledger);
            judge_scores(at, now, ledger);
            if (EXACTK_VERIFY_FAULT(second_run_forgiven, run > 0, false))
                judge_repeat(at, order, zero, now, demand, ledger);
        }
    }
    judge_memory(answer, ledger);
    return ledger.report(problem.rows, answer.runs);
}

} // namespace exactk::verify
