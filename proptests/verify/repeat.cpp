// Tests what two runs must agree in under each demand, and that one run leaves the question open.
// Spec: contract/C15. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>

#include "case.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

/// Row 9 5 5 5 1 with k = 3, two runs.
Case two_runs(const std::vector<std::int64_t> &indices) {
    Case made = numbers({9, 5, 5, 5, 1}, 3);
    made.runs = 2;
    made.indices = indices;
    return made;
}

bool repeats(const Case &made, OrderDemand order, TiesDemand ties) {
    return find(made.judged({order, ties, true}), Fault::not_repeatable) == nullptr;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_sequence_must_repeat_where_order_and_ties_are_fixed) {
    const Case swapped = two_runs({0, 1, 2, 0, 2, 1});
    BOOST_TEST(!repeats(swapped, OrderDemand::index, TiesDemand::low));
    BOOST_TEST(!repeats(swapped, OrderDemand::rank, TiesDemand::high));
    const Report report = swapped.judged({OrderDemand::index, TiesDemand::low, true});
    const Example &first = find(report, Fault::not_repeatable)->first;
    BOOST_TEST((first.run == 1 && first.row == 0 && first.slot == 1 && first.index == 2));
    BOOST_TEST(first.detail == "slot holds 2, in run 0 it holds 1");
    BOOST_TEST(passes(two_runs({0, 1, 2, 0, 1, 2}).judged({OrderDemand::index, TiesDemand::low, true})));
}

BOOST_AUTO_TEST_CASE(only_the_set_must_repeat_where_the_order_is_free) {
    BOOST_TEST(passes(two_runs({0, 1, 2, 2, 0, 1}).judged({OrderDemand::any, TiesDemand::low, true})));
    const Case other = two_runs({0, 1, 2, 0, 3, 2});
    BOOST_TEST(!repeats(other, OrderDemand::any, TiesDemand::low));
    const Report report = other.judged({OrderDemand::any, TiesDemand::low, true});
    BOOST_TEST(find(report, Fault::not_repeatable)->first.detail ==
               "run 0 holds index 1, run 1 has nothing the same for it");
}

BOOST_AUTO_TEST_CASE(only_the_values_must_repeat_where_ties_are_free) {
    for (const OrderDemand order : {OrderDemand::index, OrderDemand::rank, OrderDemand::any}) {
        BOOST_TEST(passes(two_runs({0, 1, 2, 0, 1, 3}).judged({order, TiesDemand::any, true})));
        BOOST_TEST(!repeats(two_runs({0, 1, 2, 0, 1, 4}), order, TiesDemand::any));
    }
    // Both zeros are one value, and so are all NaNs.
    Case zeros = numbers({0.0F, -0.0F}, 1);
    zeros.runs = 2;
    zeros.indices = {0, 1};
    BOOST_TEST(passes(zeros.judged({OrderDemand::index, TiesDemand::any, true})));
    zeros.scores = {0xFFFFFFFFu, 0x7F800001u};
    BOOST_TEST(passes(zeros.judged({OrderDemand::index, TiesDemand::any, true})));
}

BOOST_AUTO_TEST_CASE(illegal_indices_are_symbols_of_their_own) {
    BOOST_TEST(repeats(two_runs({0, 1, 9, 0, 1, 9}), OrderDemand::any, TiesDemand::any));
    BOOST_TEST(!repeats(two_runs({0, 1, 9, 0, 1, 8}), OrderDemand::any, TiesDemand::any));
    BOOST_TEST(!repeats(two_runs({0, 1, 9, 0, 1, -1}), OrderDemand::any, TiesDemand::low));
    BOOST_TEST(!repeats(two_runs({0, 1, 9, 0, 1, 2}), OrderDemand::any, TiesDemand::any));
}

BOOST_AUTO_TEST_CASE(score_bits_must_repeat_with_a_fixed_sequence) {
    Case made = two_runs({0, 1, 2, 0, 1, 2});
    made.output_scores = {0x41100000u, 0x40A00000u, 0x40A00000u, 0x41100000u, 0x40A00000u, 0x40A00000u};
    BOOST_TEST(passes(made.judged({OrderDemand::rank, TiesDemand::low, true})));
    made.output_scores[4] = 1;
    const Report report = made.judged({OrderDemand::rank, TiesDemand::low, true});
    BOOST_TEST((kinds(report) == std::set<Fault>{Fault::wrong_score_bits, Fault::not_repeatable}));
    BOOST_TEST(find(report, Fault::not_repeatable)->first.slot == 1);
}

BOOST_AUTO_TEST_CASE(every_run_is_compared_with_run_0_whether_asked_or_not) {
    Case made = two_runs({0, 1, 2, 0, 1, 2, 0, 1, 3});
    made.runs = 3;
    const Report report = made.judged({OrderDemand::index, TiesDemand::low, false});
    BOOST_REQUIRE(find(report, Fault::not_repeatable) != nullptr);
    BOOST_TEST(find(report, Fault::not_repeatable)->occurrences == 1);
    BOOST_TEST(find(report, Fault::not_repeatable)->first.run == 2);
}

BOOST_AUTO_TEST_CASE(fills_are_judged_but_not_compared) {
    Case made = numbers({4}, 2);
    made.runs = 2;
    made.indices = {0, -1, 0, 7};
    BOOST_TEST(names_only(made.judged({OrderDemand::index, TiesDemand::low, true}), Fault::wrong_padding, 1));
}

BOOST_AUTO_TEST_CASE(one_run_leaves_repeatability_open_and_a_fault_outweighs_that) {
    Case made = numbers({9, 5}, 1);
    made.indices = {0};
    const Report open = made.judged({OrderDemand::index, TiesDemand::low, true});
    BOOST_TEST((open.verdict == Verdict::inconclusive));
    BOOST_TEST(open.reason == "repeatability was asked of one run");
    BOOST_TEST(open.findings.empty());
    made.indices = {1};
    const Report failed = made.judged({OrderDemand::index, TiesDemand::low, true});
    BOOST_TEST(names_only(failed, Fault::missing_winner, 1));
    BOOST_TEST(failed.reason.empty());
}
