// Tests that unwritten slots are told by their poison, and that legal content equal to it is not mistaken.
// Spec: contract/C8. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>

#include "case.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

constexpr Demand by_index{OrderDemand::index, TiesDemand::low, false};
constexpr std::int64_t first_poison = static_cast<std::int32_t>(0xA5A5A5A5u); // convention: no legal index
constexpr std::int64_t second_poison = 0x5A5A5A5A; // convention: no index of a short row

} // namespace

BOOST_AUTO_TEST_CASE(a_slot_that_holds_its_poison_is_unwritten_and_nothing_else) {
    Case made = numbers({9, 5, 7}, 2);
    made.poison = {first_poison};
    made.indices = {0, 2};
    BOOST_TEST(passes(made.judged(by_index)));
    made.indices = {0, first_poison};
    const Report report = made.judged(by_index);
    BOOST_TEST(names_only(report, Fault::slot_unwritten, 1));
    BOOST_TEST(report.findings.front().first.slot == 1);
    made.poison.clear();
    BOOST_TEST(names_only(made.judged(by_index), Fault::out_of_range, 1));
}

BOOST_AUTO_TEST_CASE(an_unwritten_fill_slot_is_unwritten_and_nothing_else) {
    Case made = numbers({9, 5}, 4);
    made.poison = {second_poison};
    made.indices = {0, 1, second_poison, -1};
    BOOST_TEST(names_only(made.judged(by_index), Fault::slot_unwritten, 1));
}

BOOST_AUTO_TEST_CASE(slots_unwritten_in_two_runs_of_different_patterns_are_no_difference_of_the_runs) {
    Case made = numbers({9, 5, 7}, 2);
    made.runs = 2;
    made.poison = {first_poison, second_poison};
    made.indices = {0, first_poison, 0, second_poison};
    BOOST_TEST(
        names_only(made.judged({OrderDemand::index, TiesDemand::low, true}), Fault::slot_unwritten, 2));
    BOOST_TEST(names_only(made.judged({OrderDemand::any, TiesDemand::any, true}), Fault::slot_unwritten, 2));
    // One run wrote the slot and the other did not.
    made.indices = {0, first_poison, 0, 2};
    BOOST_TEST(
        (kinds(made.judged(by_index)) == std::set<Fault>{Fault::slot_unwritten, Fault::not_repeatable}));
    // A run's slot holds the other run's poison: it was written, with nonsense.
    made.indices = {0, 2, 0, first_poison};
    BOOST_TEST((kinds(made.judged(by_index)) == std::set<Fault>{Fault::out_of_range, Fault::not_repeatable}));
}

BOOST_AUTO_TEST_CASE(a_legal_index_that_equals_one_of_two_patterns_is_not_mistaken) {
    Case made = numbers({9, 5, 7}, 2);
    made.runs = 2;
    made.poison = {0, 2};
    made.indices = {0, 2, 0, 2};
    BOOST_TEST(passes(made.judged({OrderDemand::index, TiesDemand::low, true})));
    // Each run holds its own poison in slot 0: legal in both, and yet nobody wrote it.
    made.indices = {0, 2, 2, 2};
    const Report report = made.judged(by_index);
    BOOST_REQUIRE(find(report, Fault::slot_unwritten) != nullptr);
    BOOST_TEST(find(report, Fault::slot_unwritten)->occurrences == 2);
}

BOOST_AUTO_TEST_CASE(a_legal_index_that_equals_the_only_pattern_leaves_the_question_open) {
    Case made = numbers({9, 5, 7}, 2);
    made.poison = {0};
    made.indices = {0, 2};
    const Report report = made.judged(by_index);
    BOOST_TEST((report.verdict == Verdict::inconclusive));
    BOOST_TEST(report.findings.empty());
    BOOST_TEST(!report.reason.empty());
    made.runs = 2;
    made.poison = {0, 0};
    made.indices = {0, 2, 0, 2};
    BOOST_TEST((made.judged(by_index).verdict == Verdict::inconclusive));
    made.poison = {0, 1};
    BOOST_TEST(passes(made.judged(by_index)));
    made.indices = {1, 2, 0, 2};
    BOOST_TEST((made.judged(by_index).verdict == Verdict::failed));
}

BOOST_AUTO_TEST_CASE(the_fill_that_equals_the_only_pattern_leaves_the_question_open) {
    Case made = numbers({9}, 2);
    made.poison = {-1};
    made.indices = {0, -1};
    BOOST_TEST((made.judged(by_index).verdict == Verdict::inconclusive));
    made.runs = 2;
    made.poison = {-1, second_poison};
    made.indices = {0, -1, 0, -1};
    BOOST_TEST(passes(made.judged(by_index)));
    made.indices = {0, -1, 0, second_poison};
    BOOST_TEST(find(made.judged(by_index), Fault::slot_unwritten)->occurrences == 2);
}

BOOST_AUTO_TEST_CASE(the_cost_of_poison_does_not_grow_with_the_square_of_the_runs) {
    constexpr std::int64_t runs = 2000; // convention: a cost per run and run would be 2000 times as large
    constexpr std::int64_t k = 256;     // convention: enough work to be timed
    const std::vector<std::int32_t> indices(static_cast<std::size_t>(runs * k), -1);
    Problem problem;
    problem.rows = 1;
    problem.k = k;
    Answer answer;
    answer.runs = runs;
    answer.indices = indices.data();
    answer.index_pitch = k;
    answer.index_run_pitch = k;
    // The quickest of a few: other programs on the machine can only add.
    const auto seconds = [&](Verdict verdict) {
        double least = 1e9;
        for (int attempt = 0; attempt < 3; ++attempt) {
            const auto start = std::chrono::steady_clock::now();
            const Report report = judge(problem, answer, by_index);
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            BOOST_TEST((report.verdict == verdict));
            least = std::min(least, taken.count());
        }
        return least;
    };
    const double without = seconds(Verdict::passed);
    answer.index_poison.assign(static_cast<std::size_t>(runs), -1);
    const double with = seconds(Verdict::inconclusive);
    BOOST_TEST(with < 50 * without, with << " s with poison, " << without << " s without");
}
