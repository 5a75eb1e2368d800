// Tests the tie rule: in every group of equals, with zeros and NaNs, and also where winners are missing.
// Spec: contract/C4. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>

#include "case.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

constexpr Demand low{OrderDemand::any, TiesDemand::low, false};
constexpr Demand high{OrderDemand::any, TiesDemand::high, false};
constexpr Demand any{OrderDemand::any, TiesDemand::any, false};

} // namespace

BOOST_AUTO_TEST_CASE(ties_are_judged_in_every_group_also_where_winners_are_missing) {
    // Groups: 9 at 0 2 5, 7 at 1 4, 3 at 3 6. Selected: two wrong 9s, a wrong 7, a wrong 3; 9 and 7 are lost.
    Case made = numbers({9, 7, 9, 3, 7, 9, 3}, 4);
    made.indices = {6, 4, 5, 2};
    const Report report = made.judged(low);
    BOOST_TEST((kinds(report) == std::set<Fault>{Fault::missing_winner, Fault::wrong_tie}));
    const Finding *ties = find(report, Fault::wrong_tie);
    BOOST_TEST(ties->occurrences == 4);
    BOOST_TEST((ties->first.slot == 0 && ties->first.index == 3));
    BOOST_TEST(find(report, Fault::missing_winner)->winners_lost == 1);
    BOOST_TEST(find(report, Fault::missing_winner)->worst_rank_lost == 0);
    made.indices = {3, 4, 5, 2};
    BOOST_TEST(find(made.judged(low), Fault::wrong_tie)->first.slot == 1);
    BOOST_TEST(find(made.judged(low), Fault::wrong_tie)->first.index == 1);
    BOOST_TEST(find(made.judged(high), Fault::wrong_tie)->occurrences == 1);
    BOOST_TEST(find(made.judged(high), Fault::wrong_tie)->first.index == 6);
    BOOST_TEST((kinds(made.judged(any)) == std::set<Fault>{Fault::missing_winner}));
}

BOOST_AUTO_TEST_CASE(zeros_of_both_signs_tie_by_index) {
    Case made = numbers({1.0F, -0.0F, 0.0F, 1.0F}, 3);
    made.indices = {0, 1, 3};
    BOOST_TEST(passes(made.judged(low)));
    BOOST_TEST(names_only(made.judged(high), Fault::wrong_tie, 1));
    made.indices = {0, 2, 3};
    BOOST_TEST(passes(made.judged(high)));
    BOOST_TEST(names_only(made.judged(low), Fault::wrong_tie, 1));
}

BOOST_AUTO_TEST_CASE(nans_of_all_signs_and_payloads_tie_by_index) {
    Case made;
    made.width = 4;
    made.k = 2;
    made.scores = {0xFFFFFFFFu, 0x7F800001u, 0x7FC00000u, 0x7F800000u};
    made.indices = {0, 1};
    BOOST_TEST(passes(made.judged(low)));
    BOOST_TEST(names_only(made.judged(high), Fault::wrong_tie, 2));
    made.indices = {1, 2};
    BOOST_TEST(passes(made.judged(high)));
    made.indices = {0, 3};
    BOOST_TEST(names_only(made.judged(low), Fault::missing_winner, 1));
}

BOOST_AUTO_TEST_CASE(every_selected_element_that_an_unselected_equal_precedes_is_counted) {
    Case made = numbers({4, 4, 4, 4, 4, 4}, 3);
    made.indices = {5, 3, 0};
    BOOST_TEST(names_only(made.judged(low), Fault::wrong_tie, 2));
    BOOST_TEST(made.judged(low).findings.front().first.slot == 0);
    BOOST_TEST(made.judged(low).findings.front().first.index == 1);
    BOOST_TEST(names_only(made.judged(high), Fault::wrong_tie, 2));
    BOOST_TEST(made.judged(high).findings.front().first.slot == 1);
    BOOST_TEST(made.judged(high).findings.front().first.index == 4);
    BOOST_TEST(passes(made.judged(any)));
}
