// Ranks of an interval are those of exact arithmetic; estimates are what their definition says.
// Spec: contract/C15. Layer: proptests/speed.
#define BOOST_TEST_MODULE speed_statistics
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <exactk/speed.hpp>

using namespace exactk::speed;

namespace {

constexpr std::size_t exact_most = 60; // bound: 2^60 and all sums of Pascal's triangle fit 64 bits

/// How many of the 2^count ways in which values fall above or below their median have fewer than `rank` below.
std::uint64_t ways_below(std::size_t count, std::size_t rank) {
    std::vector<std::uint64_t> row = {1};
    for (std::size_t n = 0; n < count; ++n) {
        row.push_back(0);
        for (std::size_t i = row.size() - 1; i > 0; --i)
            row[i] += row[i - 1];
    }
    std::uint64_t ways = 0;
    for (std::size_t below = 0; below < rank; ++below)
        ways += row[below];
    return ways;
}

/// Whether a median is outside of ranks (rank, count + 1 - rank) in 5 of 100 cases at most, without a rounding.
bool holds(std::size_t count, std::size_t rank) {
    const std::uint64_t all = std::uint64_t{1} << count;
    return 2 * ways_below(count, rank) <= all / 20;
}

std::vector<double> as_times(const std::vector<std::uint16_t> &numbers) {
    std::vector<double> times;
    for (const std::uint16_t number : numbers)
        times.push_back(number + 1.0);
    return times;
}

} // namespace

BOOST_AUTO_TEST_CASE(ranks_are_the_narrowest_that_hold_by_exact_counting) {
    for (std::size_t count = 0; count <= exact_most; ++count) {
        BOOST_TEST_CONTEXT("count " << count) {
            const auto ranks = median_ranks(count);
            BOOST_TEST(ranks.has_value() == (count >= 6));
            if (ranks.has_value()) {
                BOOST_TEST(ranks->first + ranks->second == count + 1);
                BOOST_TEST(holds(count, ranks->first));
                BOOST_TEST((2 * (ranks->first + 1) > count || !holds(count, ranks->first + 1)));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(ranks_are_those_of_published_tables) {
    // Confidence intervals for a median, 95 %: Conover, Practical Nonparametric Statistics; any table of the sign test.
    const std::vector<std::pair<std::size_t, std::size_t>> first = {
        {6, 1}, {9, 2}, {12, 3}, {15, 4}, {20, 6}, {25, 8}, {30, 10}, {50, 18}, {100, 40}};
    for (const auto &[count, rank] : first) {
        BOOST_TEST_CONTEXT("count " << count) { BOOST_TEST(median_ranks(count).value().first == rank); }
    }
}

BOOST_AUTO_TEST_CASE(a_median_is_the_middle) {
    BOOST_TEST(median({}) == 0);
    BOOST_TEST(median({3}) == 3);
    BOOST_TEST(median({5, 1, 3}) == 3);
    BOOST_TEST(median({4, 1, 3, 2}) == 2.5);
}

BOOST_AUTO_TEST_CASE(an_estimate_of_known_times) {
    const std::vector<double> other(15, 4);
    std::vector<double> mine;
    for (int round = 1; round <= 15; ++round)
        mine.push_back(round);
    std::swap(mine[2], mine[11]);
    const Estimate result = estimate(mine, other).value();
    BOOST_TEST(result.ratio == 2);
    BOOST_TEST(result.lower == 1);
    BOOST_TEST(result.upper == 3);
    BOOST_TEST(result.rounds == 15u);
    BOOST_TEST(result.medians[0] == 8);
    BOOST_TEST(result.medians[1] == 4);
    BOOST_TEST(!estimate({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}).has_value());
}

BOOST_AUTO_TEST_CASE(a_verdict_is_that_of_the_whole_interval) {
    const auto says = [](double lower, double ratio, double upper) {
        return std::string(name(verdict_of({ratio, lower, upper, 15, {1, 1}}, 1.25)));
    };
    BOOST_TEST(says(1.5, 1.75, 2) == "slower");
    BOOST_TEST(says(1.25, 1.75, 2) == "inconclusive");
    BOOST_TEST(says(1, 1.125, 1.5) == "inconclusive");
    BOOST_TEST(says(1, 1.125, 1.25) == "within");
    BOOST_TEST(says(0.5, 0.5, 0.75) == "within");
    BOOST_TEST(std::string(name(verdict_of({2, 2, 2, 15, {1, 1}}, std::nullopt))) == "timed");
}

BOOST_AUTO_TEST_CASE(exit_codes_are_of_the_worst) {
    const auto summed = [](std::initializer_list<Verdict> verdicts) {
        Summary summary;
        for (const Verdict verdict : verdicts) {
            CaseResult one;
            one.verdict = verdict;
            one.first = Estimate{1, 1, 1, 15, {1, 1}};
            summary.cases.push_back(one);
        }
        return summary;
    };
    BOOST_TEST(exit_code(summed({})) == 3);
    BOOST_TEST(exit_code(summed({Verdict::not_timed})) == 3);
    BOOST_TEST(exit_code(summed({Verdict::inconclusive, Verdict::not_timed})) == 0);
    BOOST_TEST(exit_code(summed({Verdict::within, Verdict::slower, Verdict::within})) == 1);
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        Summary summary = summed({Verdict::within, Verdict::not_timed});
        summary.cases[1].checks[side].faults = {"wrong_tie"};
        BOOST_TEST(exit_code(summary) == (side == 0 ? 1 : 0));
        BOOST_TEST(failed_checks(summary, side) == 1);
        BOOST_TEST(failed_checks(summary, 1 - side) == 0);
    }
    Summary summary = summed({Verdict::within});
    summary.error = "no profile";
    BOOST_TEST(exit_code(summary) == 2);
}

BOOST_AUTO_TEST_CASE(means_and_quantiles_of_known_ratios) {
    BOOST_TEST(geometric_mean({}) == 0);
    BOOST_TEST(geometric_mean({1, 1, 1}) == 1);
    BOOST_TEST(static_cast<float>(geometric_mean({0.5, 2, 8})) == 2.0f);
    BOOST_TEST(quantile({}, 0.95) == 0);
    std::vector<double> values;
    for (int value = 100; value >= 1; --value)
        values.push_back(value);
    BOOST_TEST(quantile(values, 0.95) == 95);
    BOOST_TEST(quantile(values, 1) == 100);
    BOOST_TEST(quantile({7}, 0.95) == 7);
}

RC_BOOST_PROP(an_interval_holds_the_ratio_and_no_order_of_rounds_changes_it,
              (const std::vector<std::pair<std::uint16_t, std::uint16_t>> &pairs)) {
    RC_PRE(pairs.size() >= 6u);
    std::vector<std::pair<std::uint16_t, std::uint16_t>> turned(pairs.rbegin(), pairs.rend());
    std::vector<Estimate> results;
    for (const auto &list : {pairs, turned}) {
        std::vector<std::uint16_t> mine;
        std::vector<std::uint16_t> other;
        for (const auto &[one, two] : list) {
            mine.push_back(one);
            other.push_back(two);
        }
        results.push_back(estimate(as_times(mine), as_times(other)).value());
    }
    RC_ASSERT(results[0].lower <= results[0].ratio);
    RC_ASSERT(results[0].ratio <= results[0].upper);
    RC_ASSERT(results[0].lower == results[1].lower);
    RC_ASSERT(results[0].ratio == results[1].ratio);
    RC_ASSERT(results[0].upper == results[1].upper);
}
