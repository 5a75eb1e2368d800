// Tests indices of 64 bits, scores of 16 bits, and subnormals while the processor flushes them.
// Spec: contract/C1 C3 C15. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>

#include <bit>
#include <limits>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "case.hpp"
#include "letters.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

constexpr Demand by_index{OrderDemand::index, TiesDemand::low, false};
constexpr Demand by_rank{OrderDemand::rank, TiesDemand::low, false};
constexpr std::int64_t two_to_32 = std::int64_t{1} << 32; // bound: what truncation to 32 bits would drop

/// Whether each letter beats the one before it, judged with rows of two.
void check_every_pair_of_letters(ScoreType type, NanPolicy policy) {
    Case made;
    made.type = type;
    made.width = 2;
    made.k = 1;
    made.options.nan_policy = policy;
    for (int one = 0; one < letter_count; ++one) {
        for (int other = 0; other < letter_count; ++other) {
            made.scores = bits_of({one, other}, type);
            const std::vector<int> places = heights({one, other}, made.options);
            made.indices = {places[1] > places[0] ? 1 : 0};
            BOOST_TEST(passes(made.judged(by_index)));
            made.indices = {places[1] > places[0] ? 0 : 1};
            BOOST_TEST(names_only(made.judged(by_index),
                                  places[0] == places[1] ? Fault::wrong_tie : Fault::missing_winner, 1));
        }
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(indices_of_64_bits_are_not_cut_to_32) {
    Case made = numbers({9, 5, 7}, 2);
    made.index_type = IndexType::int64;
    made.indices = {0, 2};
    BOOST_TEST(passes(made.judged(by_index)));
    for (const std::int64_t wrong : {2 + two_to_32, 2 - two_to_32, two_to_32 - 1, INT64_MAX, INT64_MIN}) {
        made.indices = {0, wrong};
        const Report report = made.judged(by_index);
        BOOST_TEST(names_only(report, Fault::out_of_range, 1));
        BOOST_TEST(report.findings.front().first.index == wrong);
    }
    made.k = 4;
    made.indices = {0, 1, 2, -1};
    BOOST_TEST(passes(made.judged(by_index)));
    made.indices = {0, 1, 2, two_to_32 - 1};
    BOOST_TEST(names_only(made.judged(by_index), Fault::wrong_padding, 1));
}

BOOST_AUTO_TEST_CASE(indices_of_64_bits_keep_their_run_and_row_pitches) {
    Case made = numbers({9, 5, 7, 1, 2, 3}, 2);
    made.rows = 2;
    made.width = 3;
    made.runs = 2;
    made.index_type = IndexType::int64;
    made.gap = 3;
    made.indices = {0, 2, 1, 2, 0, 2, 1, 2};
    BOOST_TEST(passes(made.judged({OrderDemand::index, TiesDemand::low, true})));
}

BOOST_AUTO_TEST_CASE(every_pair_of_scores_is_ordered_in_every_type_under_both_policies) {
    for (int type = 0; type < score_type_count; ++type)
        for (const NanPolicy policy : {NanPolicy::largest, NanPolicy::smallest})
            check_every_pair_of_letters(static_cast<ScoreType>(type), policy);
}

BOOST_AUTO_TEST_CASE(subnormals_are_ordered_while_the_processor_flushes_them) {
#if defined(__SSE2__)
    // Kept from the compiler, which could compute at any other time and so in another mode.
    volatile float least_normal = std::numeric_limits<float>::min();
    volatile float subnormal = std::numeric_limits<float>::denorm_min();
    const unsigned mode = _mm_getcsr();
    _mm_setcsr(mode | 0x8040u); // bound: the flush-to-zero and denormals-are-zero bits of the register
    volatile float flushed = least_normal * 0.5f;
    volatile float ignored = subnormal * 0x1p40f; // bound: a normal number unless the factor counts as 0
    for (int type = 0; type < score_type_count; ++type)
        check_every_pair_of_letters(static_cast<ScoreType>(type), NanPolicy::largest);
    _mm_setcsr(mode);
    // Compared as bits: under denormals-are-zero a subnormal would equal 0.
    BOOST_TEST(std::bit_cast<std::uint32_t>(float{flushed}) == 0u);
    BOOST_TEST(std::bit_cast<std::uint32_t>(float{ignored}) == 0u);
#else
    BOOST_TEST_MESSAGE("left out: this processor's flush mode is not set by this test");
#endif
}

BOOST_AUTO_TEST_CASE(score_bits_of_16_bits_are_compared_in_16_bits) {
    Case made;
    made.type = ScoreType::bfloat16;
    made.width = 3;
    made.k = 4;
    made.scores = {0x3F80u, 0x7FC1u, 0xFF81u};
    made.indices = {1, 2, 0, -1};
    made.output_scores = {0x7FC1u, 0xFF81u, 0x3F80u, 0xFF80u};
    BOOST_TEST(passes(made.judged(by_rank)));
    made.output_scores[1] = 0xFFC1u; // the payload was made quiet
    BOOST_TEST(names_only(made.judged(by_rank), Fault::wrong_score_bits, 1));
    made.output_scores[1] = 0xFF81u;
    made.options.fill_score_given = true;
    made.options.fill_score_bits = 0xABCD1234u;
    made.output_scores[3] = 0x1234u;
    BOOST_TEST(passes(made.judged(by_rank)));
}
