// A heavy key on examples worked by hand: when there is one, what it makes of the threshold, and when it is the pivot.
// Spec: algorithm/F4 F5 S7 S8 O2 O4. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <vector>

#include "filter.hpp"
#include "filter_example.hpp"

using namespace filter_example;

namespace {

using Steps = std::vector<std::uint32_t>;

/// 128 elements, of which F2 samples 0 to 31 and 64 to 95: step 3, but 9 at two places.
Steps all_threes_but(std::size_t one, std::size_t other) {
    Steps steps(128, 3);
    steps[one] = 9;
    steps[other] = 9;
    return steps;
}

constexpr FilterPlan plan_of_64{0, 64, 64, false, 0};

Options ties_high() {
    Options options;
    options.ties = Ties::high;
    return options;
}

} // namespace

BOOST_AUTO_TEST_SUITE(heavy_examples)

BOOST_AUTO_TEST_CASE(the_heavy_key_is_the_pivot_if_too_few_are_above) {
    // u = 3, r = 18; the sample's largest is 9, once, and 63 have step 3: lo is 3, and so is the heavy key.
    const Run row = run(ramp(all_threes_but(7, 100), 5), plan_of_64, 2);
    const FilterTrace filter{true, true,   18, 0xBC03, 0xBC09, 0, 0, 64,
                             true, 0xBC04, 2,  126,    false,  0, 0, false};
    BOOST_TEST((row.trace.filter == filter));
    BOOST_TEST(row.trace.rounds.empty());
    BOOST_TEST(row.trace.prefix == 0xBC03u);
    BOOST_TEST(row.trace.quota == 3u);
    BOOST_TEST(row.trace.lo == 0u);
    BOOST_TEST((row.trace.ctas[0] == CtaTrace{0, 64, 1, 63, 0, 0, 1, 0}));
    BOOST_TEST((row.trace.ctas[1] == CtaTrace{64, 128, 1, 63, 1, 63, 1, 1}));
    BOOST_TEST((row.answer.indices == Indices{0, 1, 2, 7, 100}));
    BOOST_TEST(row.trace.certificate.pivot == 0xBC03u);
    BOOST_TEST(row.trace.certificate.above == 2u);
    BOOST_TEST(row.trace.certificate.population == 126u);
    BOOST_TEST(row.trace.certificate.quota == 3u);
}

BOOST_AUTO_TEST_CASE(with_ties_high_the_last_of_them_are_taken) {
    const Run row = run(ramp(all_threes_but(7, 126), 5, ties_high()), plan_of_64, 2);
    BOOST_TEST(row.trace.filter.heavy);
    BOOST_TEST(row.trace.lo == 123u);
    BOOST_TEST((row.answer.indices == Indices{7, 124, 125, 126, 127}));
}

BOOST_AUTO_TEST_CASE(enough_above_it_are_the_list_and_may_all_be_larger_than_the_sample) {
    // None of the two is in the sample, whose hi is 3; so top is T.
    const Run row = run(ramp(all_threes_but(40, 100), 2), plan_of_64, 2);
    const FilterTrace filter{true, true,   12, 0xBC03, 0xBC03, 0,      0,      64,
                             true, 0xBC04, 2,  126,    false,  0xBC04, 0xBC04, false};
    BOOST_TEST((row.trace.filter == filter));
    BOOST_REQUIRE(row.trace.rounds.size() == 1u);
    BOOST_TEST(row.trace.rounds[0].digit == 1u);
    BOOST_TEST(row.trace.rounds[0].skip);
    BOOST_TEST((row.answer.indices == Indices{40, 100}));
}

BOOST_AUTO_TEST_CASE(a_cta_without_room_for_both_makes_the_row_fall_back) {
    // Four pieces of a row of 512, in which all have step 3. Of the 384 others every sixth has 9, so 64 are kept. 100
    // winners: u = 25, r = 58. With 100 places that is 164.
    Steps steps(512, 9);
    std::vector<bool> sampled(512, false);
    for (std::int64_t piece = 0; piece < 4; ++piece) {
        std::fill_n(sampled.begin() + sim::piece_begin(piece, 4, 32, 512), 32, true);
    }
    for (std::size_t i = 0, other = 0; i < steps.size(); ++i) {
        steps[i] = sampled[i] || other++ % 6 != 0 ? 3 : 9;
    }
    const Run alone = run(ramp(steps, 100), {0, 163, 128, false, 0}, 1);
    BOOST_TEST((alone.trace.filter.heavy && alone.trace.filter.fell_back));
    BOOST_TEST(alone.trace.filter.kept == 64u);
    BOOST_TEST(alone.trace.filter.equal == 448u);
    const Run fits = run(ramp(steps, 100), {0, 164, 128, false, 0}, 1);
    BOOST_TEST((fits.trace.filter.heavy && !fits.trace.filter.fell_back && fits.trace.quota == 36u));
    // Of eight CTAs none keeps more than 11.
    const Run shared = run(ramp(steps, 100), {0, 128, 128, false, 0}, 8);
    BOOST_TEST((shared.trace.filter.heavy && !shared.trace.filter.fell_back));
    BOOST_TEST((alone.answer == shared.answer));
    BOOST_TEST((alone.answer == fits.answer));
    // With 64 winners the list is enough, and nobody asks for the room.
    const Run enough = run(ramp(steps, 64), {0, 128, 128, false, 0}, 1);
    BOOST_TEST((enough.trace.filter.heavy && !enough.trace.filter.fell_back));
}

BOOST_AUTO_TEST_CASE(a_sample_that_misleads_makes_the_row_fall_back) {
    // Only what is sampled has the heavy key: 512 elements of 4096. 600 winners: u = 75, r = 128.
    Steps steps(4096, 1);
    for (std::int64_t piece = 0; piece < 16; ++piece) {
        const std::int64_t begin = sim::piece_begin(piece, 16, 32, 4096);
        std::fill_n(steps.begin() + begin, 32, 3);
    }
    const Run row = run(ramp(steps, 600), {0, 2048, 512, false, 0}, 2);
    BOOST_TEST((row.trace.filter.heavy && row.trace.filter.fell_back));
    BOOST_TEST(row.trace.filter.equal == 512u);
    const Run enough = run(ramp(steps, 512), {0, 2048, 512, false, 0}, 2);
    BOOST_TEST((enough.trace.filter.heavy && !enough.trace.filter.fell_back));
    BOOST_TEST(enough.trace.quota == 512u);
}

BOOST_AUTO_TEST_CASE(so_many_samples_of_one_key_below_the_preferred_infinity) {
    // r is 12, so 32 samples with step 3, 0 to 31, are not enough, but 33 are. The others have less.
    Steps steps(128, 3);
    std::fill(steps.begin() + 64, steps.end(), 1);
    BOOST_TEST(!run(ramp(steps, 2), plan_of_64, 2).trace.filter.heavy);
    steps[64] = 3;
    BOOST_TEST(run(ramp(steps, 2), plan_of_64, 2).trace.filter.heavy);
    // With 10 winners u is 5 and r is 23, so that 44 at or above it are not enough, but 45 are.
    std::fill(steps.begin() + 65, steps.begin() + 76, 3);
    BOOST_TEST(!run(ramp(steps, 10), plan_of_64, 2).trace.filter.heavy);
    steps[76] = 4;
    BOOST_TEST(run(ramp(steps, 10), plan_of_64, 2).trace.filter.heavy);
    // Steps 0x4000 and more are infinite; the one below is the largest number.
    BOOST_TEST(!run(ramp(Steps(128, 0x4000), 2), plan_of_64, 2).trace.filter.heavy);
    BOOST_TEST(run(ramp(Steps(128, 0x3FFF), 2), plan_of_64, 2).trace.filter.heavy);
}

BOOST_AUTO_TEST_CASE(two_keys_of_one_digit_are_none) {
    // hi - lo is 2^12 and more, so that a digit holds several keys.
    Steps steps(128, 3);
    steps[0] = 0x2000;
    BOOST_TEST(run(ramp(steps, 2), plan_of_64, 2).trace.filter.heavy);
    steps[1] = 4;
    const Run row = run(ramp(steps, 2), plan_of_64, 2);
    BOOST_TEST(row.trace.filter.shift == 2u);
    BOOST_TEST(!row.trace.filter.heavy);
}

BOOST_AUTO_TEST_SUITE_END()
