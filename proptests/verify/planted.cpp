// Tests that one slot wrong in one way is named with exactly that kind, place and words.
// Spec: contract/C1 to C9. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>

#include <string>

#include "case.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

constexpr Demand by_index{OrderDemand::index, TiesDemand::low, false};
constexpr Demand by_rank{OrderDemand::rank, TiesDemand::low, false};

/// Row 5 1 9 3 9 7: the four best are at 2 4 5 0 by rank.
Case six(const std::vector<std::int64_t> &indices) {
    Case made = numbers({5, 1, 9, 3, 9, 7}, static_cast<std::int64_t>(indices.size()));
    made.indices = indices;
    return made;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_right_answer_passes_under_each_sequence) {
    BOOST_TEST(passes(six({0, 2, 4, 5}).judged(by_index)));
    BOOST_TEST(passes(six({2, 4, 5, 0}).judged(by_rank)));
    BOOST_TEST(passes(six({4, 2, 5, 0}).judged({OrderDemand::rank, TiesDemand::high, false})));
    BOOST_TEST(passes(six({5, 0, 4, 2}).judged({OrderDemand::any, TiesDemand::low, false})));
    BOOST_TEST(passes(six({0, 1, 2, 3, 4, 5, -1, -1}).judged(by_index)));
}

BOOST_AUTO_TEST_CASE(an_index_outside_the_row_is_out_of_range_and_nothing_else) {
    for (const std::int64_t wrong : {std::int64_t{6}, std::int64_t{-2}, std::int64_t{2147483647}}) {
        const Report report = six({2, 4, 5, wrong}).judged(by_rank);
        BOOST_TEST(names_only(report, Fault::out_of_range, 1));
        const Example &first = report.findings.front().first;
        BOOST_TEST((first.run == 0 && first.row == 0 && first.slot == 3 && first.index == wrong));
        BOOST_TEST(!first.score_known);
        BOOST_TEST(report.findings.front().winners_lost == 0);
        BOOST_TEST(report.findings.front().worst_rank_lost == -1);
    }
}

BOOST_AUTO_TEST_CASE(an_index_past_the_length_is_out_of_range_even_within_the_width) {
    Case made = six({0, 2});
    made.lengths = {3};
    BOOST_TEST(passes(made.judged(by_index)));
    made.indices = {2, 4};
    BOOST_TEST(names_only(made.judged(by_index), Fault::out_of_range, 1));
}

BOOST_AUTO_TEST_CASE(a_repeated_index_is_a_duplicate_and_nothing_else) {
    // Slot 3 repeats the best element; what is then selected still holds the worst of the four.
    const Report report = six({0, 2, 5, 5}).judged({OrderDemand::index, TiesDemand::any, false});
    BOOST_TEST((kinds(report) == std::set<Fault>{Fault::duplicate, Fault::missing_winner}));
    const Report alone = six({2, 4, 5, 2}).judged(by_rank);
    BOOST_TEST(names_only(alone, Fault::duplicate, 1));
    BOOST_TEST(alone.findings.front().first.slot == 3);
    BOOST_TEST(alone.findings.front().first.index == 2);
    BOOST_TEST(alone.findings.front().first.score_bits == 0x41100000u);
}

BOOST_AUTO_TEST_CASE(the_fill_before_slot_m_and_anything_else_after_it_is_wrong_padding) {
    BOOST_TEST(names_only(six({2, 4, 5, -1}).judged(by_rank), Fault::wrong_padding, 1));
    const Report report = six({0, 1, 2, 3, 4, 5, -1, 3}).judged(by_index);
    BOOST_TEST(names_only(report, Fault::wrong_padding, 1));
    BOOST_TEST(report.findings.front().first.slot == 7);
    Case other_fill = six({0, 1, 2, 3, 4, 5, -5});
    other_fill.options.fill_index = -5;
    BOOST_TEST(passes(other_fill.judged(by_index)));
    other_fill.indices[6] = -1;
    BOOST_TEST(names_only(other_fill.judged(by_index), Fault::wrong_padding, 1));
    other_fill.indices = {0, 2, 3, 4, 5, -1, -5};
    BOOST_TEST(names_only(other_fill.judged(by_index), Fault::out_of_range, 1));
}

BOOST_AUTO_TEST_CASE(a_fill_that_is_an_index_of_the_row_is_an_element_before_slot_m) {
    Case made = six({0, 1, 2, 3, 4, 5, 3});
    made.options.fill_index = 3;
    BOOST_TEST(passes(made.judged(by_index)));
}

BOOST_AUTO_TEST_CASE(a_worse_element_in_a_winners_place_is_a_missing_winner_and_nothing_else) {
    const Report report = six({0, 2, 3, 4}).judged(by_index);
    BOOST_TEST(names_only(report, Fault::missing_winner, 1));
    const Finding &finding = report.findings.front();
    BOOST_TEST(finding.winners_lost == 1);
    BOOST_TEST(finding.worst_rank_lost == 2);
    BOOST_TEST((finding.first.slot == 2 && finding.first.index == 5));
    BOOST_TEST((finding.first.score_known && finding.first.score_bits == 0x40E00000u));
    BOOST_TEST(finding.first.detail == "rank 2 of 4 lost; slot 2 holds index 3 with a less preferred score");
}

BOOST_AUTO_TEST_CASE(the_wrong_one_of_two_equals_is_a_wrong_tie_and_nothing_else) {
    const Report low = six({4}).judged(by_index);
    BOOST_TEST(names_only(low, Fault::wrong_tie, 1));
    BOOST_TEST((low.findings.front().first.slot == 0 && low.findings.front().first.index == 2));
    BOOST_TEST(low.findings.front().first.detail ==
               "slot holds index 4, its equal at index 2 comes first and is not selected");
    const Report high = six({2}).judged({OrderDemand::index, TiesDemand::high, false});
    BOOST_TEST(names_only(high, Fault::wrong_tie, 1));
    BOOST_TEST(high.findings.front().first.index == 4);
    BOOST_TEST(passes(six({4}).judged({OrderDemand::index, TiesDemand::any, false})));
}

BOOST_AUTO_TEST_CASE(a_wrong_sequence_is_a_wrong_order_and_nothing_else) {
    const Report report = six({0, 4, 2, 5}).judged(by_index);
    BOOST_TEST(names_only(report, Fault::wrong_order, 1));
    BOOST_TEST((report.findings.front().first.slot == 2 && report.findings.front().first.index == 2));
    BOOST_TEST(names_only(six({5, 4, 2, 0}).judged(by_index), Fault::wrong_order, 3));
    BOOST_TEST(names_only(six({4, 2, 5, 0}).judged(by_rank), Fault::wrong_order, 1));
    BOOST_TEST(passes(six({4, 2, 5, 0}).judged({OrderDemand::rank, TiesDemand::any, false})));
    BOOST_TEST(names_only(six({2, 5, 4, 0}).judged({OrderDemand::rank, TiesDemand::any, false}),
                          Fault::wrong_order, 1));
}

BOOST_AUTO_TEST_CASE(score_bits_that_are_not_the_elements_own_are_wrong_even_where_values_are_equal) {
    Case made = numbers({0.0F, 1.0F, -0.0F}, 4);
    made.indices = {0, 1, 2, -1};
    made.output_scores = {0, 0x3F800000u, 0x80000000u, 0xFF800000u};
    BOOST_TEST(passes(made.judged(by_index)));
    made.output_scores[2] = 0;
    Report report = made.judged(by_index);
    BOOST_TEST(names_only(report, Fault::wrong_score_bits, 1));
    BOOST_TEST((report.findings.front().first.slot == 2 && report.findings.front().first.index == 2));
    BOOST_TEST(report.findings.front().first.detail == "score bits are 0x0, the element's are 0x80000000");
    made.output_scores[2] = 0x80000000u;
    made.output_scores[3] = 0x7F800000u;
    BOOST_TEST(names_only(made.judged(by_index), Fault::wrong_score_bits, 1));
    made.options.direction = Direction::smallest;
    BOOST_TEST(passes(made.judged(by_index)));
    made.options.fill_score_given = true;
    made.options.fill_score_bits = 0x7FA00001u;
    BOOST_TEST(names_only(made.judged(by_index), Fault::wrong_score_bits, 1));
    made.output_scores[3] = 0x7FA00001u;
    BOOST_TEST(passes(made.judged(by_index)));
}

BOOST_AUTO_TEST_CASE(score_bits_are_asked_of_duplicates_but_not_of_illegal_slots) {
    Case made = numbers({5, 1, 9}, 2);
    made.indices = {2, 2};
    made.output_scores = {0x41100000u, 0x41100000u};
    BOOST_TEST(names_only(made.judged(by_rank), Fault::duplicate, 1));
    made.output_scores[1] = 7;
    BOOST_TEST((kinds(made.judged(by_rank)) == std::set<Fault>{Fault::duplicate, Fault::wrong_score_bits}));
    made.indices = {2, -1};
    BOOST_TEST(names_only(made.judged(by_rank), Fault::wrong_padding, 1));
}

BOOST_AUTO_TEST_CASE(rows_are_counted_once_and_the_first_example_is_of_the_lowest_run_row_and_slot) {
    Case made = six({});
    made.rows = 3;
    made.runs = 2;
    made.k = 2;
    const std::vector<std::uint32_t> row = made.scores;
    made.scores.insert(made.scores.end(), row.begin(), row.end());
    made.scores.insert(made.scores.end(), row.begin(), row.end());
    // Run 0 is wrong in row 2 only, run 1 in rows 1 and 2, both slots.
    made.indices = {2, 4, 2, 4, 2, 9, 2, 4, 8, 8, 7, 7};
    const Report report = made.judged({OrderDemand::rank, TiesDemand::low, true});
    const Finding *finding = find(report, Fault::out_of_range);
    BOOST_REQUIRE(finding != nullptr);
    BOOST_TEST(finding->rows_hit == 2);
    BOOST_TEST(finding->occurrences == 5);
    BOOST_TEST((finding->first.run == 0 && finding->first.row == 2 && finding->first.slot == 1));
    BOOST_TEST((report.rows == 3 && report.runs == 2));
    const Finding *repeat = find(report, Fault::not_repeatable);
    BOOST_REQUIRE(repeat != nullptr);
    BOOST_TEST((repeat->rows_hit == 2 && repeat->occurrences == 2));
    BOOST_TEST((repeat->first.run == 1 && repeat->first.row == 1 && repeat->first.slot == 0));
    BOOST_TEST(find(report, Fault::duplicate) == nullptr);
}
