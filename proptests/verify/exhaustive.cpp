// Tests the judge on every small row, k, option, demand and answer, against sort and definitions.
// Spec: contract/C1 to C7, C15. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>

#include <sstream>

#include <exactk/contract/text.hpp>

#include "brute.hpp"
#include "letters.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

constexpr std::int64_t fill = -1; // convention: the default of C7; other fills are tested on planted answers

/// Calls `visit` with every sequence of `length` numbers in [from, to).
template <class Number, class Visit>
void every_sequence(std::size_t length, Number from, Number to, const Visit &visit) {
    std::vector<Number> sequence(length, from);
    while (true) {
        visit(static_cast<const std::vector<Number> &>(sequence));
        std::size_t at = 0;
        while (at < length && ++sequence[at] == to)
            sequence[at++] = from;
        if (at == length)
            return;
    }
}

std::vector<Demand> every_demand() {
    std::vector<Demand> all;
    for (int order = 0; order < 3; ++order)
        for (int ties = 0; ties < 3; ++ties)
            all.push_back({static_cast<OrderDemand>(order), static_cast<TiesDemand>(ties), false});
    return all;
}

/// Compares one answer's report with the definitions, and counts; says the first few that differ.
class Comparison {
public:
    std::int64_t cases = 0;
    std::int64_t passed = 0;

    void compare(const std::vector<int> &row, const Options &options, const Demand &demand,
                 const std::vector<std::int64_t> &answer) {
        const std::vector<int> places = heights(row, options);
        Problem problem;
        bits_ = bits_of(row, ScoreType::float32);
        problem.scores = bits_.data();
        problem.rows = 1;
        problem.width = problem.pitch = static_cast<std::int64_t>(row.size());
        problem.k = static_cast<std::int64_t>(answer.size());
        problem.options = options;
        Answer written;
        written.index_type = IndexType::int64;
        written.indices = answer.data();
        written.index_pitch = problem.k;
        const Report report = judge(problem, written, demand);
        const bool is_right = right(places, fill, demand, answer);
        const bool has_passed = report.verdict == Verdict::passed;
        ++cases;
        passed += has_passed;
        if (has_passed == is_right && reported(report) == charge(places, fill, demand, answer, held_))
            return;
        if (++differing_ > 5) // convention: enough to see what is wrong
            return;
        std::ostringstream what;
        what << (has_passed ? "passed" : "did not pass") << ", is " << (is_right ? "right" : "wrong")
             << ", order " << static_cast<int>(demand.order) << " ties " << static_cast<int>(demand.ties)
             << " direction " << name(options.direction) << " nan " << name(options.nan_policy) << " row";
        for (const int letter : row)
            what << ' ' << letter;
        what << " answer";
        for (const std::int64_t index : answer)
            what << ' ' << index;
        BOOST_ERROR(what.str());
    }

    std::int64_t differing() const { return differing_; }

private:
    std::vector<std::uint32_t> bits_;
    std::vector<Held> held_;
    std::int64_t differing_ = 0;
};

/// Calls `visit` with every row of `length` letters of the small alphabet under every direction and NaN
/// policy.
template <class Visit> void every_row(std::size_t length, const Visit &visit) {
    every_sequence<int>(length, 0, small_alphabet_count, [&](const std::vector<int> &choice) {
        std::vector<int> row;
        for (const int at : choice)
            row.push_back(small_alphabet[at]);
        for (int which = 0; which < 4; ++which) {
            Options options;
            options.direction = static_cast<Direction>(which & 1);
            options.nan_policy = static_cast<NanPolicy>(which >> 1);
            visit(row, options);
        }
    });
}

} // namespace

BOOST_AUTO_TEST_CASE(an_answer_passes_if_and_only_if_it_is_right_and_each_fault_is_counted_as_defined) {
    Comparison comparison;
    std::int64_t due = 0;
    for (std::int64_t n = 0; n <= 4; ++n) {
        every_row(static_cast<std::size_t>(n), [&](const std::vector<int> &row, const Options &options) {
            for (const Demand &demand : every_demand()) {
                for (std::int64_t k = 0; k <= n + 1 && k <= (n == 4 ? 2 : 3); ++k) {
                    std::int64_t answers = 1;
                    for (std::int64_t slot = 0; slot < k; ++slot)
                        answers *= n + 3;
                    due += answers;
                    every_sequence<std::int64_t>(static_cast<std::size_t>(k), -2, n + 1,
                                                 [&](const std::vector<std::int64_t> &answer) {
                                                     comparison.compare(row, options, demand, answer);
                                                 });
                }
            }
        });
    }
    BOOST_TEST(comparison.differing() == 0);
    BOOST_TEST(comparison.cases == due);
    BOOST_TEST(comparison.passed > 0);
    BOOST_TEST(comparison.passed < comparison.cases);
}

BOOST_AUTO_TEST_CASE(
    every_permutation_and_every_change_of_one_slot_is_judged_as_defined_in_the_longest_rows) {
    Comparison comparison;
    every_row(4, [&](const std::vector<int> &row, const Options &options) {
        for (const Demand &demand : every_demand()) {
            for (std::int64_t k = 3; k <= 5; ++k) {
                const std::vector<std::int64_t> due = truth(heights(row, options), k, fill, demand);
                std::vector<std::int64_t> answer = due;
                for (std::size_t slot = 0; slot < answer.size(); ++slot) {
                    for (answer[slot] = -2; answer[slot] <= 4; ++answer[slot])
                        comparison.compare(row, options, demand, answer);
                    answer[slot] = due[slot];
                }
                std::vector<std::int64_t> order{0, 1, 2, 3};
                do {
                    answer.assign(order.begin(), order.begin() + std::min<std::ptrdiff_t>(k, 4));
                    answer.resize(static_cast<std::size_t>(k), fill);
                    comparison.compare(row, options, demand, answer);
                } while (std::next_permutation(order.begin(), order.end()));
            }
        }
    });
    BOOST_TEST(comparison.differing() == 0);
    // 625 rows, 4 options, 9 demands; 7 contents for each of 3 + 4 + 5 slots and 24 permutations for each k.
    BOOST_TEST(comparison.cases == 625 * 4 * 9 * (7 * 12 + 24 * 3));
    BOOST_TEST(comparison.passed < comparison.cases);
}

BOOST_AUTO_TEST_CASE(two_runs_agree_if_and_only_if_they_agree_in_what_the_demand_fixes) {
    std::int64_t differing = 0;
    std::int64_t agreed = 0;
    std::int64_t cases = 0;
    every_sequence<int>(3, 0, small_alphabet_count, [&](const std::vector<int> &choice) {
        std::vector<int> row;
        for (const int at : choice)
            row.push_back(small_alphabet[at]);
        const Options options;
        const std::vector<int> places = heights(row, options);
        const std::vector<std::uint32_t> bits = bits_of(row, ScoreType::float32);
        Problem problem;
        problem.scores = bits.data();
        problem.rows = 1;
        problem.width = problem.pitch = 3;
        problem.k = 2;
        for (const Demand &demand : every_demand()) {
            every_sequence<std::int64_t>(4, -2, 4, [&](const std::vector<std::int64_t> &runs) {
                Answer written;
                written.runs = 2;
                written.index_type = IndexType::int64;
                written.indices = runs.data();
                written.index_pitch = written.index_run_pitch = 2;
                const Report report = judge(problem, written, demand);
                std::vector<Held> one;
                std::vector<Held> other;
                charge(places, fill, demand, {runs[0], runs[1]}, one);
                charge(places, fill, demand, {runs[2], runs[3]}, other);
                const Finding *finding = find(report, Fault::not_repeatable);
                const bool agrees = agree(places, demand, one, other);
                ++cases;
                agreed += agrees;
                differing += agrees ? finding != nullptr : finding == nullptr || finding->occurrences != 1;
            });
        }
    });
    BOOST_TEST(differing == 0);
    BOOST_TEST(cases == 125 * 9 * 1296);
    BOOST_TEST(agreed > 0);
    BOOST_TEST(agreed < cases);
}
