// Tests the judge on random longer rows of every type, right and damaged answers, by the definitions.
// Spec: contract/C1 to C9. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include "brute.hpp"
#include "case.hpp"
#include "letters.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

struct Drawn {
    Case of;
    Demand demand;
    std::vector<std::vector<int>> places; ///< heights of each row's eligible elements
    std::vector<std::vector<std::int64_t>> due;
};

/// Several rows of one batch with their own lengths and right answers. Few letters make many ties.
Drawn draw() {
    Drawn drawn;
    Case &of = drawn.of;
    of.type = static_cast<ScoreType>(*rc::gen::inRange(0, score_type_count));
    of.options.direction = static_cast<Direction>(*rc::gen::inRange(0, 2));
    of.options.nan_policy = static_cast<NanPolicy>(*rc::gen::inRange(0, 2));
    of.options.fill_index = *rc::gen::element(-1, -7);
    drawn.demand.order = static_cast<OrderDemand>(*rc::gen::inRange(0, 3));
    drawn.demand.ties = static_cast<TiesDemand>(*rc::gen::inRange(0, 3));
    of.rows = *rc::gen::inRange(1, 4);
    of.width = *rc::gen::inRange(1, 150);
    of.k = *rc::gen::inRange(0, 160);
    for (std::int64_t row = 0; row < of.rows; ++row) {
        const int base = *rc::gen::inRange(0, letter_count);
        const int spread = *rc::gen::inRange(1, letter_count + 1);
        std::vector<int> all = *rc::gen::container<std::vector<int>>(
            static_cast<std::size_t>(of.width), rc::gen::map(rc::gen::inRange(0, spread), [base](int step) {
                return (base + step) % letter_count;
            }));
        const auto bits = bits_of(all, of.type);
        of.scores.insert(of.scores.end(), bits.begin(), bits.end());
        of.lengths.push_back(*rc::gen::inRange(-3, static_cast<int>(of.width) + 4));
        all.resize(static_cast<std::size_t>(std::clamp<std::int64_t>(of.lengths.back(), 0, of.width)));
        drawn.places.push_back(heights(all, of.options));
        drawn.due.push_back(truth(drawn.places.back(), of.k, of.options.fill_index, drawn.demand));
        of.indices.insert(of.indices.end(), drawn.due.back().begin(), drawn.due.back().end());
    }
    return drawn;
}

} // namespace

BOOST_AUTO_TEST_CASE(right_answers_pass_with_their_score_bits) {
    BOOST_TEST(rc::check("right answers pass", [] {
        Drawn drawn = draw();
        const auto type = static_cast<std::size_t>(drawn.of.type);
        for (std::int64_t row = 0; row < drawn.of.rows; ++row) {
            const auto &due = drawn.due[static_cast<std::size_t>(row)];
            for (std::size_t slot = 0; slot < due.size(); ++slot)
                drawn.of.output_scores.push_back(
                    slot < drawn.places[static_cast<std::size_t>(row)].size()
                        ? drawn.of.scores[static_cast<std::size_t>(row * drawn.of.width + due[slot])]
                        : (drawn.of.options.direction == Direction::largest ? negative_infinity_bits[type]
                                                                            : positive_infinity_bits[type]));
        }
        RC_ASSERT(passes(drawn.of.judged(drawn.demand)));
    }));
}

BOOST_AUTO_TEST_CASE(damaged_answers_are_charged_as_defined) {
    BOOST_TEST(rc::check("damaged answers are charged", [] {
        Drawn drawn = draw();
        RC_PRE(!drawn.of.indices.empty());
        const int changes = *rc::gen::inRange(1, 6);
        for (int change = 0; change < changes; ++change) {
            const auto at = *rc::gen::inRange<std::size_t>(0, drawn.of.indices.size());
            drawn.of.indices[at] = *rc::gen::inRange(-8, static_cast<int>(drawn.of.width) + 1);
        }
        Charges due;
        bool all_right = true;
        std::int64_t rank = -1;
        for (std::size_t row = 0; row < drawn.places.size(); ++row) {
            const auto from = drawn.of.indices.begin() + static_cast<std::ptrdiff_t>(row) * drawn.of.k;
            const std::vector<std::int64_t> answer(from, from + drawn.of.k);
            std::vector<Held> held;
            const Charges charges =
                charge(drawn.places[row], drawn.of.options.fill_index, drawn.demand, answer, held);
            for (std::size_t fault = 0; fault < due.count.size(); ++fault)
                due.count[fault] += charges.count[fault];
            due.lost += charges.lost;
            if (charges.lost > 0)
                rank = rank < 0 ? charges.best_rank : std::min(rank, charges.best_rank);
            all_right =
                all_right && right(drawn.places[row], drawn.of.options.fill_index, drawn.demand, answer);
        }
        due.best_rank = rank;
        const Report report = drawn.of.judged(drawn.demand);
        RC_ASSERT(reported(report) == due);
        RC_ASSERT(passes(report) == all_right);
    }));
}
