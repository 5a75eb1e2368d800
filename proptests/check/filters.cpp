// The campaign runs plans under filters of every kind, always the same ones, and names the filter of a failure.
// Spec: algorithm/F1 F2 F5 F6 F7, contract/C15. Layer: proptests/check.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <exactk/check.hpp>
#include <exactk/sim.hpp>

#include "quiet.hpp"

using namespace exactk;

namespace {

/// What the model made of the filters that it was given, in the order of the calls.
struct Seen {
    std::vector<FilterPlan> filters;
    int none = 0;
    int whole = 0;
    int sampled_and_listed = 0;
    int forced_and_listed = 0;
    int few_kept = 0;
    int many_kept = 0;
    int heavy_pivot = 0;
    int above_the_sample = 0; ///< began anew above the largest digit of the first round
    int ranked_above_the_sample = 0;
};

bool same(const FilterPlan &a, const FilterPlan &b) {
    return a.whole == b.whole && a.list == b.list && a.sample == b.sample && a.forced == b.forced &&
           a.threshold == b.threshold;
}

/// The way that a row took through its filter.
void count(const RowTrace &trace, const Plan &plan, Seen &seen) {
    const FilterTrace &filter = trace.filter;
    const bool listed = filter.used && !filter.fell_back;
    const bool whole = filter.used && plan.ctas == 1 && trace.n <= plan.filter.whole;
    seen.whole += whole ? 1 : 0;
    seen.sampled_and_listed += listed && filter.sampled ? 1 : 0;
    seen.forced_and_listed += listed && !whole && !filter.sampled ? 1 : 0;
    const bool too_few = std::int64_t{filter.kept} + filter.equal < trace.m;
    const bool too_many = filter.kept > plan.filter.list;
    seen.few_kept += filter.fell_back && too_few ? 1 : 0;
    seen.many_kept += filter.fell_back && too_many ? 1 : 0;
    const bool pivot = listed && filter.heavy && filter.kept < trace.m;
    seen.heavy_pivot += pivot ? 1 : 0;
    seen.above_the_sample += listed && !pivot && filter.sampled && filter.base != filter.threshold ? 1 : 0;
    const bool largest = listed && filter.sampled && filter.base == filter.threshold &&
                         trace.rounds.front().digit + 1 == std::uint32_t{1}
                                                               << trace.rounds.front().digit_bits;
    seen.ranked_above_the_sample += largest && filter.few ? 1 : 0;
}

/// The model, with its traces looked at; its answer loses a winner if `broken` says so.
template <class Broken> Implementation watched(const std::shared_ptr<Seen> &seen, Broken broken) {
    return {"watched", "the model, watched", true, false,
            [seen, broken](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                std::vector<RowTrace> traces;
                const Status status = sim::topk(problem, outputs, plan, &traces);
                seen->filters.push_back(plan.filter);
                seen->none += plan.filter.list == 0 && plan.filter.whole == 0 ? 1 : 0;
                for (const RowTrace &trace : traces) {
                    const FilterTrace &filter = trace.filter;
                    count(trace, plan, *seen);
                    if (broken(filter)) {
                        outputs.indices[trace.row * outputs.index_pitch] = -7;
                    }
                }
                return status;
            }};
}

check::Summary campaign(const Implementation &implementation, int cases_per_family) {
    check::Settings settings;
    settings.extra = {implementation};
    settings.implementations = {implementation.name};
    settings.cases_per_family = cases_per_family;
    settings.exhibits = false;
    settings.budget_seconds = no_budget;
    Quiet out;
    return check::run(settings, out.file, false);
}

} // namespace

BOOST_AUTO_TEST_CASE(filters_of_every_kind_are_run_and_come_again) {
    const auto first = std::make_shared<Seen>();
    const auto second = std::make_shared<Seen>();
    const auto sound = [](const FilterTrace &) { return false; };
    constexpr int cases = 24; // convention: enough that rows take every way through the filter
    BOOST_TEST(check::exit_code(campaign(watched(first, sound), cases)) == 0);
    BOOST_TEST_MESSAGE(
        "no filter " << first->none << ", whole " << first->whole << ", sampled " << first->sampled_and_listed
                     << ", forced " << first->forced_and_listed << ", too few kept " << first->few_kept
                     << ", too many " << first->many_kept << ", largest digit: begun anew "
                     << first->above_the_sample << ", ranked " << first->ranked_above_the_sample);
    BOOST_TEST(first->none > 0);
    BOOST_TEST(first->whole > 0);
    BOOST_TEST(first->sampled_and_listed > 0);
    BOOST_TEST(first->forced_and_listed > 0);
    BOOST_TEST(first->few_kept > 0);
    BOOST_TEST(first->many_kept > 0);
    BOOST_TEST(first->heavy_pivot > 0);
    BOOST_TEST(first->above_the_sample > 0);
    BOOST_TEST(first->ranked_above_the_sample > 0);
    campaign(watched(second, sound), cases);
    BOOST_TEST(std::equal(first->filters.begin(), first->filters.end(), second->filters.begin(),
                          second->filters.end(), same));
}

BOOST_AUTO_TEST_CASE(a_fault_that_needs_a_filter_is_caught_and_its_filter_named) {
    const auto seen = std::make_shared<Seen>();
    const check::Summary summary = campaign(
        watched(seen, [](const FilterTrace &filter) { return filter.sampled && !filter.fell_back; }), 12);
    BOOST_TEST(check::exit_code(summary) == 1);
    BOOST_REQUIRE(!summary.failures.empty());
    for (const std::string &failure : summary.failures) {
        BOOST_TEST(failure.find(" --whole ") != std::string::npos, failure);
        BOOST_TEST(failure.find(" --list ") != std::string::npos, failure);
        BOOST_TEST(failure.find(" --sample ") != std::string::npos, failure);
    }
}
