// Tapped launches of every strategy against the model, on drawn cases, on the crafted batches and on the filter's.
// Spec: algorithm/S0 to S12 F1 to F7 B1 B2 B3 O1 O2 O3 O4, contract/C15 C16. Layer: proptests/device.
#include <algorithm>
#include <map>

#include <exactk/cases/case.hpp>

#include "crafted.hpp"
#include "filter_batch.hpp"
#include "lockstep_run.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

/// Elements of a case, at most: the model keeps a histogram a round and row, and runs under two CTA counts a plan.
constexpr std::int64_t elements_max = std::int64_t{1}
                                      << 16; // convention: keeps a case within tenths of a second

std::vector<NamedWishes> lockstep_wishes() {
    std::vector<NamedWishes> list = all_wishes_and_shared();
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        list.push_back(sharing_every_row(with_resident_keys(named, 256)));
    }
    for (NamedWishes &named : filter_wishes()) {
        list.push_back(std::move(named));
    }
    return list;
}

/// Every strategy with the list that the filter's batches are made for, keys on chip and rescanned. Rows that one CTA
/// does alone are the only ones of row_per_grid that have a filter.
std::vector<NamedWishes> listing_wishes() {
    std::vector<NamedWishes> list;
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        const bool grid = named.wishes.strategy == device::Strategy::row_per_grid;
        const NamedWishes listing = with_list(grid ? named : sharing_every_row(named), filter_batch_list);
        list.push_back(listing);
        list.push_back(with_resident_keys(listing, 256));
    }
    return list;
}

/// One threshold on one plan: "" or what is wrong. Row 0 must have kept what it was meant to, and not by luck only.
std::string run_threshold(Lockstep &lockstep, ModelTraces &model, const device::Plan &plan, std::int64_t kept,
                          ForcedThreshold forced, FilterPaths &paths) {
    const std::vector<RowTrace> expected = model.expected(plan, forced);
    for (const RowTrace &row : expected) {
        paths.add(row, plan.first);
    }
    const FilterTrace &first = expected.front().filter;
    if (!first.used || (forced.has_value() && first.kept != kept)) {
        return "row 0 keeps " + std::to_string(first.kept) + " elements instead of " + std::to_string(kept);
    }
    return lockstep.run(plan, model, 0, forced).text;
}

/// Runs a batch as it is, and counts the ways that its rows take.
void run_sampled(Context &context, Lockstep &lockstep, const std::string &name, const Problem &problem,
                 ModelTraces &model, const std::vector<NamedWishes> &wishes, FilterPaths &paths) {
    for_each_plan(context, name, problem, wishes, [&](const device::Plan &plan) {
        for (const RowTrace &row : model.expected(plan, {})) {
            paths.add(row, plan.first);
        }
        return lockstep.run(plan, model, 0).text;
    });
}

Image image_of(const Problem &problem) {
    Wanted wanted;
    wanted.scores = true;
    wanted.facts = true;
    return Image(problem, wanted, poisons[0]);
}

void run_filter_batch(Context &context, Lockstep &lockstep, const FilterBatch &batch, FilterPaths &paths) {
    const Problem problem = batch.host.problem();
    const Image image = image_of(problem);
    ModelTraces model(image);
    std::vector<NamedWishes> others;
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        others.push_back(without_filter(named));
        // A sample so small that a row of k + 1 elements needs more of it than there is.
        others.push_back(with_list(named, 64));
    }
    run_sampled(context, lockstep, batch.name, problem, model, others, paths);
    const std::int64_t list = filter_batch_list;
    const std::int64_t m = problem.k;
    for (const std::int64_t kept : {std::int64_t{-1}, std::int64_t{0}, m - 1, m, m + 1, (m + list) / 2, list,
                                    list + 1, filter_batch_length}) {
        const std::string name =
            batch.name + (kept < 0 ? " sampled" : " with " + std::to_string(kept) + " kept");
        ForcedThreshold forced;
        if (kept >= 0) {
            forced = kept == filter_batch_length ? 0 : threshold_keeping(problem, 0, kept);
        }
        for_each_plan(context, name, problem, listing_wishes(), [&](const device::Plan &plan) {
            if (plan.first.list_entries != list || plan.first.sample == 0) {
                return "the plan lists " + std::to_string(plan.first.list_entries) + " elements and takes " +
                       std::to_string(plan.first.sample) + " samples";
            }
            return run_threshold(lockstep, model, plan, kept, forced, paths);
        });
    }
}

/// Thresholds where the test of a score changes its form.
void run_zero_batch(Context &context, Lockstep &lockstep, const FilterBatch &batch) {
    const Problem problem = batch.host.problem();
    const Image image = image_of(problem);
    ModelTraces model(image);
    for (const std::uint32_t threshold : edge_thresholds(problem.type, problem.options.direction)) {
        for_each_plan(context, batch.name + " threshold " + std::to_string(threshold), problem,
                      listing_wishes(), [&](const device::Plan &plan) {
                          return lockstep.run(plan, model, 0, ForcedThreshold(threshold)).text;
                      });
    }
}

/// Rows of which fewer samples are taken than the plan allows.
void run_wide_batch(Context &context, Lockstep &lockstep, const FilterBatch &batch) {
    const Problem problem = batch.host.problem();
    const Image image = image_of(problem);
    ModelTraces model(image);
    for_each_plan(context, batch.name, problem, wishes_of_each_strategy(), [&](const device::Plan &plan) {
        if (plan.first.strategy != device::Strategy::row_per_grid && plan.first.sample < 4096) {
            return "the plan takes " + std::to_string(plan.first.sample) + " samples, no more than its rows";
        }
        return lockstep.run(plan, model, 0).text;
    });
}

void run_image(Context &context, Lockstep &lockstep, const std::string &name, const Problem &problem,
               const Image &image) {
    ModelTraces model(image);
    for_each_plan(context, name, problem, lockstep_wishes(),
                  [&](const device::Plan &plan) { return lockstep.run(plan, model, 0).text; });
}

} // namespace

void lockstep_suite(Context &context) {
    Lockstep lockstep;
    for (const Crafted &crafted : crafted_batches()) {
        Wanted wanted;
        wanted.scores = true;
        wanted.facts = true;
        const Problem problem = crafted.host.problem();
        run_image(context, lockstep, crafted.name, problem, Image(problem, wanted, poisons[0]));
    }
    std::map<ScoreType, FilterPaths> paths;
    for (const FilterBatch &batch : filter_batches()) {
        run_filter_batch(context, lockstep, batch, paths[batch.host.problem().type]);
    }
    for (const FilterBatch &batch : burst_batches()) {
        const Problem problem = batch.host.problem();
        const Image image = image_of(problem);
        ModelTraces model(image);
        run_sampled(context, lockstep, batch.name, problem, model, listing_wishes(), paths[problem.type]);
    }
    for (const auto &[type, met] : paths) {
        context.run(std::string("ways through the filter, ") + name(type), [&met = met] {
            const std::string missing = met.missing();
            return missing.empty() ? "" : "no row took: " + missing;
        });
    }
    for (const FilterBatch &batch : zero_batches()) {
        run_zero_batch(context, lockstep, batch);
    }
    for (const FilterBatch &batch : wide_batches()) {
        run_wide_batch(context, lockstep, batch);
    }
    std::int64_t too_large = 0;
    for (int family = 0; family < cases::family_count; ++family) {
        // A quarter of the cases: each takes the model's time several times over.
        for (int number = 0; number < std::max(1, context.settings().cases / 4); ++number) {
            const cases::Case one =
                cases::make_case(context.settings().seed, static_cast<cases::Family>(family), number);
            const cases::Batch host(one);
            if (host.elements() > elements_max) {
                ++too_large;
                continue;
            }
            Wanted wanted;
            wanted.output_gap = one.output_gap;
            wanted.scores = one.wants_scores;
            wanted.facts = one.wants_facts;
            wanted.misaligned = one.misaligned_rows;
            run_image(context, lockstep, cases::id(one) + " [" + cases::describe(one) + "]", host.problem(),
                      Image(host.problem(), wanted, poisons[1]));
        }
    }
    if (too_large != 0) {
        context.left_out(std::to_string(too_large) + " cases", "more than " + std::to_string(elements_max) +
                                                                   " elements; the contract suite has them");
    }
}

} // namespace exactk::device_tests
