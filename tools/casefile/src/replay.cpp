// Runs a case on implementations and compares their answers.
// Spec: contract/C1 to C15. Layer: tools/casefile.
#include <exactk/casefile/replay.hpp>

#include "values.hpp"

namespace exactk::casefile {

namespace {

verify::InputImage image(const auto &now, const auto &before) {
    return {reinterpret_cast<const std::byte *>(now.data()),
            reinterpret_cast<const std::byte *>(before.data()),
            static_cast<std::int64_t>(now.size() * sizeof(now[0]))};
}

subject::Asked asked_by(const CaseFile &one, const Input &input) {
    return {input.problem(),
            one.output_gap,
            one.wants_scores,
            one.wants_facts,
            {image(input.bytes(), input.bytes_before()), image(input.lengths(), input.lengths_before())}};
}

/// What of the answer is not what the file expects, in words; empty if nothing is.
std::string difference(const CaseFile &one, const std::vector<std::int32_t> &indices) {
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::int32_t *got = indices.data() + row * one.k;
        const std::size_t place = static_cast<std::size_t>(row);
        if (one.expected.kind == Expected::Kind::digests &&
            row_digest(got, one.k) != one.expected.digests[place]) {
            return "row " + std::to_string(row) + " has not the digest that the file expects";
        }
        for (std::int64_t slot = 0; one.expected.kind == Expected::Kind::indices && slot < one.k; ++slot) {
            const std::int32_t wanted = one.expected.indices[place][static_cast<std::size_t>(slot)];
            if (got[slot] != wanted) {
                return "row " + std::to_string(row) + " slot " + std::to_string(slot) + " holds " +
                       std::to_string(got[slot]) + ", the file expects " + std::to_string(wanted);
            }
        }
    }
    return "";
}

Run run_one(const CaseFile &one, const Input &input, const Implementation &implementation,
            const subject::Recorded *truth) {
    Run run;
    run.implementation = implementation.name;
    run.plan = implementation.uses_plan ? describe(one.plan) : "";
    if (implementation.quadratic &&
        input.quadratic_work() > static_cast<double>(subject::quadratic_work_max)) {
        run.result = Run::Result::not_run;
        run.words = {"its rows are too long for an implementation whose time grows with n squared"};
        return run;
    }
    subject::Outcome outcome = subject::run(implementation, one.plan, asked_by(one, input), truth);
    if (!outcome.not_run.empty()) {
        run.result = Run::Result::not_run;
        run.words = {outcome.not_run};
        return run;
    }
    run.words = std::move(outcome.problems);
    run.clauses = std::move(outcome.clauses);
    run.recorded = std::move(outcome.recorded);
    run.contract_words = std::move(outcome.contract_problems);
    run.has_promise = implementation.promise != nullptr;
    const bool answered = static_cast<std::int64_t>(run.recorded.indices.size()) == one.rows * one.k;
    if (const std::string words = answered ? difference(one, run.recorded.indices) : ""; !words.empty()) {
        // The file expects what the full contract says under its options; a promise may say less.
        if (run.has_promise) {
            run.contract_words.push_back(words);
            run.result = run.words.empty() ? Run::Result::passed : Run::Result::failed;
            return run;
        }
        run.words.push_back(words);
        // Told apart from the judge's clauses only where those are none: the file knows what it is about.
        if (run.clauses.empty()) {
            run.clauses = one.clauses;
        }
    }
    run.result = run.words.empty() ? Run::Result::passed : Run::Result::failed;
    return run;
}

} // namespace

const char *name(Run::Result result) {
    switch (result) {
    case Run::Result::passed: return "passed";
    case Run::Result::failed: return "failed";
    case Run::Result::not_run: return "not_run";
    }
    return "unknown";
}

std::string describe(const Plan &plan) {
    std::string text = "ctas " + std::to_string(plan.ctas) + " digits ";
    for (std::size_t digit = 0; digit < plan.digits.size(); ++digit) {
        text += (digit == 0 ? "" : ",") + std::to_string(plan.digits[digit]);
    }
    text += plan.digits.empty() ? "default" : "";
    text += plan.bounds.empty() ? "" : " own bounds";
    text += plan.emission == Plan::Emission::merge ? " merge" : " direct";
    const FilterPlan &filter = plan.filter;
    if (filter.whole == 0 && filter.list == 0 && filter.sample == 0 && !filter.forced) {
        return text;
    }
    text += " whole " + std::to_string(filter.whole) + " list " + std::to_string(filter.list) + " sample " +
            std::to_string(filter.sample);
    return filter.forced ? text + " threshold 0x" + hex(filter.threshold, 8) : text;
}

std::vector<Run> replay(const CaseFile &one, const Input &input,
                        const std::vector<const Implementation *> &implementations) {
    const Implementation *const sort = find_implementation("sort");
    subject::Recorded truth;
    bool have_truth = false;
    if (sort != nullptr) {
        subject::Outcome outcome = subject::run(*sort, Plan{}, asked_by(one, input), nullptr);
        // A truth that is at fault itself is told where `sort` is run as one of the implementations.
        have_truth = outcome.problems.empty();
        truth = std::move(outcome.recorded);
    }
    std::vector<Run> runs;
    for (const Implementation *implementation : implementations) {
        const bool compare = have_truth && implementation != sort;
        runs.push_back(run_one(one, input, *implementation, compare ? &truth : nullptr));
    }
    return runs;
}

Expected right_answer(const Problem &problem) {
    const Implementation *const sort = find_implementation("sort");
    const Implementation &truth = sort != nullptr ? *sort : *find_implementation("cpu");
    Expected expected;
    std::vector<std::int32_t> indices(static_cast<std::size_t>(problem.rows * problem.k));
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = problem.k;
    if (truth.run(problem, outputs, Plan{}).code != StatusCode::ok) {
        return expected;
    }
    expected.kind = Expected::Kind::digests;
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        expected.digests.push_back(row_digest(indices.data() + row * problem.k, problem.k));
    }
    return expected;
}

} // namespace exactk::casefile
