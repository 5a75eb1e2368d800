// Writes the case file of a divergence.
// Spec: algorithm/O1 O2 O3 O4, contract/C15. Layer: tools/cli.
#include "lockstep_case.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <exactk/casefile/input.hpp>
#include <exactk/casefile/replay.hpp>

namespace exactk::cli {

namespace {

/// The row that parted first, or -1.
std::int64_t row_of(const lockstep::Finding &finding) {
    return finding.first.has_value() ? finding.first->row : -1;
}

/// Whether one CTA did that row alone.
bool was_alone(const DivergedCase &diverged, std::int64_t row) {
    const Problem &problem = diverged.problem;
    if (row < 0 || row >= problem.rows)
        return false;
    const std::int64_t length = problem.lengths == nullptr ? problem.width : problem.lengths[row];
    return std::clamp<std::int64_t>(length, 0, problem.width) <= diverged.plan.first.cta_length_max;
}

} // namespace

casefile::Stored store_divergence(const std::string &folder, const DivergedCase &diverged) {
    const std::int64_t row = row_of(diverged.finding);
    const Plan plan = lockstep::model_plan(diverged.plan, diverged.asked, was_alone(diverged, row));
    casefile::CaseFile one;
    std::string note = "lockstep: " + diverged.words + ": " + lockstep::describe(diverged.finding);
    if (diverged.drawn != nullptr) {
        one = *diverged.drawn;
        one.plan = plan;
    } else {
        casefile::Defect bad = casefile::from_problem(diverged.problem, plan, -1, one);
        if (bad && row >= 0 && row < diverged.problem.rows) {
            bad = casefile::from_problem(diverged.problem, plan, row, one);
            note = "row " + std::to_string(row) + " alone; " + note;
        }
        if (bad)
            return {"", casefile::describe(bad)};
        one.wants_scores = diverged.asked.scores;
        one.wants_facts = diverged.asked.facts;
        one.output_gap = diverged.asked.output_gap;
    }
    one.note = casefile::as_note(note);
    const char *step = diverged.finding.first.has_value() ? diverged.finding.first->step : "";
    if (step[0] == 'C')
        subject::add_clauses(one.clauses, step);
    std::unique_ptr<casefile::Input> input;
    if (const casefile::Defect bad = casefile::materialise(one, input))
        return {"", casefile::describe(bad)};
    one.expected = casefile::right_answer(input->problem());
    const std::string name =
        diverged.drawn != nullptr ? diverged.name : std::filesystem::path(diverged.name).stem().string();
    return casefile::store(one, folder, "lockstep-" + name);
}

} // namespace exactk::cli
