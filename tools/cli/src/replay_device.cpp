// exactk replay on a GPU: the kernels beside model and CPU path, strategy by strategy. Built only where there are kernels.
// Spec: algorithm/S0 to S12 F1 to F7, contract/C15. Layer: tools/cli.
#include "replay.hpp"

#include <fmt/format.h>

#include <exactk/contract/text.hpp>
#include <exactk/lockstep_device.hpp>

#include "lockstep.hpp"

namespace exactk::cli {

namespace {

constexpr std::int64_t list_max = 65504; // bound: exactk/device.hpp, Wishes::list_entries_max

/// The planner's choice, then each strategy.
constexpr int choices = 1 + device::strategy_count; // bound: one beside the strategies

device::Wishes wishes_for(const casefile::CaseFile &one, int choice) {
    device::Wishes wishes;
    wishes.automatic = choice == 0;
    wishes.strategy = choice == 0 ? device::Strategy::row_per_cta : static_cast<device::Strategy>(choice - 1);
    const FilterPlan &filter = one.plan.filter;
    if (filter.sample > 0 && filter.list <= list_max && filter.list % filter_piece == 0)
        wishes.list_entries_max = filter.list;
    const bool shared = !wishes.automatic && wishes.strategy != device::Strategy::row_per_cta;
    wishes.ctas = shared && one.plan.ctas > 1 ? one.plan.ctas : 0;
    return wishes;
}

/// The plan nearest to the file's: with as many CTAs if the strategy can have them, else with the planner's number.
Status nearest_plan(const casefile::CaseFile &one, const Problem &problem, const device::Profile &profile,
                    int choice, device::Plan &plan) {
    device::Wishes wishes = wishes_for(one, choice);
    const Status status = device::make_plan(shape_of(problem), profile, wishes, plan);
    if (status.code == StatusCode::ok || wishes.ctas == 0)
        return status;
    wishes.ctas = 0;
    return device::make_plan(shape_of(problem), profile, wishes, plan);
}

casefile::Run run_choice(const casefile::CaseFile &one, const Problem &problem,
                         const device::Profile &profile, int choice) {
    casefile::Run run;
    run.implementation = "device";
    run.plan = choice == 0 ? "the planner's choice" : device::name(static_cast<device::Strategy>(choice - 1));
    device::Plan plan;
    const Status planned = nearest_plan(one, problem, profile, choice, plan);
    if (planned.code != StatusCode::ok) {
        run.result = casefile::Run::Result::not_run;
        run.words = {describe(planned)};
        return run;
    }
    run.plan += fmt::format(", {} CTAs", plan.first.ctas);
    lockstep::Asked asked;
    asked.scores = one.wants_scores;
    asked.facts = one.wants_facts;
    asked.output_gap = one.output_gap;
    asked.threshold_forced = one.plan.filter.forced;
    asked.threshold = one.plan.filter.threshold;
    const lockstep::Finding finding = lockstep::run_on_device(problem, plan, asked);
    if (finding.agreed())
        return run;
    const bool ran = finding.status.code == StatusCode::ok;
    run.result = ran ? casefile::Run::Result::failed : casefile::Run::Result::not_run;
    run.words = {lockstep::describe(finding)};
    if (ran && finding.first.has_value() && finding.first->step[0] == 'C')
        subject::add_clauses(run.clauses, finding.first->step);
    else if (ran)
        run.clauses = one.clauses;
    return run;
}

} // namespace

std::vector<casefile::Run> replay_on_device(const casefile::CaseFile &one, const casefile::Input &input) {
    device::Profile profile;
    const Status status = device::query_profile(0, profile);
    if (status.code != StatusCode::ok) {
        casefile::Run run;
        run.implementation = "device";
        run.result = casefile::Run::Result::not_run;
        run.words = {describe(status)};
        return {run};
    }
    std::vector<casefile::Run> runs;
    for (int choice = 0; choice < choices; ++choice)
        runs.push_back(run_choice(one, input.problem(), profile, choice));
    return runs;
}

} // namespace exactk::cli
