// Tests how lost winners are counted and ranked, on rows made by hand.
// Spec: contract/C3 C5. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>

#include <limits>

#include "case.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

constexpr Demand any_order{OrderDemand::any, TiesDemand::low, false};

struct Loss {
    std::int64_t lost;
    std::int64_t rank;
    std::int64_t index;
    std::int64_t slot;
    bool operator==(const Loss &) const = default;
};

Loss loss(const Report &report) {
    const Finding *finding = find(report, Fault::missing_winner);
    if (finding == nullptr)
        return {0, -1, -1, -1};
    BOOST_TEST(finding->occurrences == finding->winners_lost);
    return {finding->winners_lost, finding->worst_rank_lost, finding->first.index, finding->first.slot};
}

Report report_of(const std::vector<float> &row, const std::vector<std::int64_t> &indices,
                 Direction direction = Direction::largest) {
    Case made = numbers(row, static_cast<std::int64_t>(indices.size()));
    made.indices = indices;
    made.options.direction = direction;
    return made.judged(any_order);
}

} // namespace

BOOST_AUTO_TEST_CASE(only_elements_among_the_m_best_count_as_lost) {
    // 9 8 7 6 5 with {9, 5}: 8 7 6 are all better than 5, but only 8 was due.
    BOOST_TEST((loss(report_of({9, 8, 7, 6, 5}, {0, 4})) == Loss{1, 1, 1, 1}));
    BOOST_TEST((loss(report_of({9, 8, 7, 6, 5}, {4, 3})) == Loss{2, 0, 0, 0}));
    BOOST_TEST((loss(report_of({9, 8, 7, 6, 5}, {4, 0}, Direction::smallest)) == Loss{1, 1, 3, 1}));
    BOOST_TEST((loss(report_of({9, 8, 7, 6, 5}, {1, 0})) == Loss{0, -1, -1, -1}));
}

BOOST_AUTO_TEST_CASE(a_group_of_equals_loses_no_more_than_its_places) {
    // Ranks: 9, then 8 8 8 at rank 1, m = 3: two of the 8s are due.
    BOOST_TEST((loss(report_of({8, 8, 9, 8, 1, 2}, {2, 4, 5})) == Loss{2, 1, 0, 1}));
    BOOST_TEST((loss(report_of({8, 8, 9, 8, 1, 2}, {0, 2, 4})) == Loss{1, 1, 1, 2}));
    BOOST_TEST((loss(report_of({8, 8, 9, 8, 1, 2}, {0, 1, 4})) == Loss{1, 0, 2, 2}));
    // All three 8s are selected where two were due: the 9 is lost and counts once.
    BOOST_TEST((loss(report_of({8, 8, 9, 8, 1, 2}, {0, 1, 3})) == Loss{1, 0, 2, 0}));
}

BOOST_AUTO_TEST_CASE(lost_winners_sum_over_rows_and_runs_and_the_best_rank_is_kept) {
    Case made = numbers({9, 8, 7, 6, 5, 1, 2, 3, 4, 5}, 2);
    made.rows = 2;
    made.width = 5;
    made.runs = 2;
    made.indices = {0, 4, 3, 4, /* run 1 */ 0, 1, 0, 1};
    const Report report = made.judged(any_order);
    BOOST_TEST((loss(report) == Loss{3, 0, 1, 1}));
    const Finding *finding = find(report, Fault::missing_winner);
    BOOST_TEST(finding->rows_hit == 2);
    BOOST_TEST((finding->first.run == 0 && finding->first.row == 0));
    made.runs = 1;
    made.indices = {1, 2, 1, 4}; // rank 0 is lost in the first row, rank 1 in the second
    BOOST_TEST((loss(made.judged(any_order)) == Loss{2, 0, 0, 1}));
}

BOOST_AUTO_TEST_CASE(nan_is_a_winner_or_the_last_as_the_policy_says) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    Case made = numbers({0.5F, nan, -inf}, 1);
    const auto wins = [&](Direction direction, NanPolicy policy, std::int64_t index) {
        made.options.direction = direction;
        made.options.nan_policy = policy;
        for (std::int64_t other = 0; other < 3; ++other) {
            made.indices = {other};
            const Report report = made.judged(any_order);
            BOOST_TEST((other == index ? passes(report) : names_only(report, Fault::missing_winner, 1)));
        }
    };
    wins(Direction::largest, NanPolicy::largest, 1);
    wins(Direction::largest, NanPolicy::smallest, 0);
    wins(Direction::smallest, NanPolicy::largest, 2);
    wins(Direction::smallest, NanPolicy::smallest, 1);
}

BOOST_AUTO_TEST_CASE(a_real_infinity_beats_the_fill) {
    const float inf = std::numeric_limits<float>::infinity();
    Case made = numbers({0.5F, -inf, -inf}, 4);
    made.indices = {0, 1, 2, -1};
    made.output_scores = {0x3F000000u, 0xFF800000u, 0xFF800000u, 0xFF800000u};
    BOOST_TEST(passes(made.judged({OrderDemand::index, TiesDemand::low, false})));
    made.indices = {0, 1, -1, -1};
    BOOST_TEST(names_only(made.judged(any_order), Fault::wrong_padding, 1));
}

BOOST_AUTO_TEST_CASE(a_row_without_any_selected_element_has_lost_nothing_that_can_be_named) {
    const Report report = report_of({3, 2, 1}, {-1, -1});
    BOOST_TEST(names_only(report, Fault::wrong_padding, 2));
}
