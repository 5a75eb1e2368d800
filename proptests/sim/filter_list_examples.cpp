// The rounds on a list, and the ranking of few, on examples worked by hand.
// Spec: algorithm/F6 F7 F8 O1 O2 O4. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <vector>

#include "filter_example.hpp"

using namespace filter_example;

namespace {

const std::vector<std::uint32_t> whole_steps = {0, 4000, 4001, 4002, 4003, 100, 200, 5};

} // namespace

BOOST_AUTO_TEST_SUITE(filter_list_examples)

BOOST_AUTO_TEST_CASE(f6_and_f7_of_a_row_listed_whole_by_hand) {
    // All are near 4003, but none is below 0, so base is there, and there are 12 bits, a digit of 11 and one of 1.
    const Run row = run(ramp(whole_steps, 3), {8, 0, 0, false, 0});
    FilterTrace filter;
    filter.used = filter.few = true;
    filter.kept = 8;
    filter.base = 0xBC00u;
    filter.top = 0xBC00u + 4003;
    BOOST_TEST((row.trace.filter == filter));
    RoundTrace round{1, 11, std::vector<std::uint32_t>(2048, 0), 2000, 2, 2, 1, 0xBC00u + 4000, false};
    round.histogram[2000] = round.histogram[2001] = 2;
    round.histogram[0] = round.histogram[2] = 1;    // 0 and 5
    round.histogram[50] = round.histogram[100] = 1; // 100 and 200
    BOOST_TEST((row.trace.rounds == std::vector<RoundTrace>{round}));
    // Of 4000 and 4001, one is open: the pivot is 4001. It is an equal element and no skip.
    BOOST_TEST(row.trace.prefix == 0xBC00u + 4001);
    BOOST_TEST(row.trace.quota == 1u);
    const std::vector<CtaTrace> ctas = {{0, 8, 2, 1, 0, 0, 8, 0}};
    BOOST_TEST((row.trace.ctas == ctas));
    BOOST_TEST(scene::same(row.trace.certificate, Certificate{0xBC00u + 4001, 2, 1, 1, 0}));
    BOOST_TEST(row.answer.indices == (Indices{2, 3, 4}));
}

BOOST_AUTO_TEST_CASE(f6_base_is_near_the_top_if_m_elements_are_and_not_below_the_least) {
    const auto base_of = [](ScoreType type, const std::vector<std::uint32_t> &patterns, std::int64_t m) {
        return run(scene::row_case(type, patterns, m), {9, 0, 0, false, 0}).trace.filter.base;
    };
    const ScoreType narrow = ScoreType::float16;
    BOOST_TEST(base_of(narrow, {0x3C00, 0x5BFF, 0x3C00, 0, 0}, 2) == 0xBC00u); // 8191 steps apart
    BOOST_TEST(base_of(narrow, {0x3C00, 0x5BFF, 0x3C00, 0}, 2) == 0x8000u); // but half of the row is selected
    BOOST_TEST(base_of(narrow, {0x3C00, 0x5C00, 0x3C00, 0, 0}, 2) == 0x8000u);
    BOOST_TEST(base_of(narrow, {0x3C00, 0x5C00, 0x3C00}, 1) == 0xBC01u);
    BOOST_TEST(base_of(narrow, {0x3C02, 0x5C00, 0x3C02}, 1) == 0xBC02u); // the least is nearer
    BOOST_TEST(base_of(narrow, {0xE400, 0xE401, 0xFBFF}, 1) ==
               0x400u); // the top's key is 0x1BFF, less than 8191
    BOOST_TEST(base_of(narrow, {0xDFFF, 0xE001, 0xFBFF}, 1) == 0x400u);         // 0x2000
    BOOST_TEST(base_of(narrow, {0xD8FF, 0xE001, 0xFBFF}, 1) == 0x2700u - 8191); // 0x2700
    const ScoreType wide = ScoreType::float32;
    BOOST_TEST(base_of(wide, {0x3F800000, 0x437FFFFF, 0x3F800000, 0, 0}, 2) == 0xBF800000u); // 2^26 - 1 apart
    BOOST_TEST(base_of(wide, {0x3F800000, 0x43800000, 0x3F800000, 0, 0}, 2) == 0x80000000u);
    BOOST_TEST(base_of(wide, {0x7FC00000, 1}, 1) ==
               0x80000000u); // 31 bits from 0x80000001 would end beyond 2^32
}

BOOST_AUTO_TEST_CASE(f7_takes_larger_candidates_from_the_open_slots) {
    // As before with 4001 twice: one of three candidates is open, two are 4001, one of them is taken. With 4000 twice and
    // m = 4: two of three are open, 4001 is larger, one 4000 of two is taken.
    for (const Ties ties : {Ties::low, Ties::high}) {
        Options options;
        options.ties = ties;
        const Run twice =
            run(ramp({0, 4000, 4001, 4002, 4003, 4001, 200, 5}, 3, options), {8, 0, 0, false, 0});
        BOOST_TEST(twice.trace.filter.few);
        BOOST_TEST(twice.trace.prefix == 0xBC00u + 4001);
        BOOST_TEST(
            scene::same(twice.trace.certificate, Certificate{0xBC00u + 4001, 2, 2, 1, row_boundary_tie}));
        BOOST_TEST(twice.trace.lo == (ties == Ties::low ? 0u : 1u));
        BOOST_TEST(twice.answer.indices == (ties == Ties::low ? Indices{2, 3, 4} : Indices{3, 4, 5}));
        const Run lower =
            run(ramp({0, 4000, 4001, 4002, 4003, 4000, 200, 5, 5}, 4, options), {9, 0, 0, false, 0});
        BOOST_TEST(lower.trace.filter.few);
        BOOST_TEST(lower.trace.rounds.back().above == 2u);
        BOOST_TEST(lower.trace.rounds.back().open == 2u);
        BOOST_TEST(lower.trace.quota == 1u);
        BOOST_TEST(
            scene::same(lower.trace.certificate, Certificate{0xBC00u + 4000, 3, 2, 1, row_boundary_tie}));
    }
}

BOOST_AUTO_TEST_CASE(f7_ranks_the_largest_digit_of_a_sampled_row_though_no_digit_is_open) {
    // m = 2, T = step 20 and 4 bits as before. 40, 60 and 50 have the number 15, two of them are open.
    std::vector<std::uint32_t> steps = sampled_steps();
    steps[40] = 40;
    steps[41] = 60;
    steps[42] = 50;
    const Run two = run(ramp(steps, 2), {0, 40, 32, false, 0});
    BOOST_TEST(two.trace.filter.few);
    BOOST_TEST(two.trace.filter.top == 0xBC1Fu);
    BOOST_REQUIRE(two.trace.rounds.size() == 1u);
    BOOST_TEST(two.trace.rounds[0].shift == 0);
    BOOST_TEST(two.trace.rounds[0].digit == 15u);
    BOOST_TEST(two.trace.rounds[0].population == 3u);
    BOOST_TEST(two.trace.rounds[0].prefix == 0xBC00u + 35);
    BOOST_TEST(two.trace.prefix == 0xBC00u + 50);
    BOOST_TEST(scene::same(two.trace.certificate, Certificate{0xBC00u + 50, 1, 1, 1, 0}));
    BOOST_TEST(two.answer.indices == (Indices{41, 42}));
    // m = 3: u = 2, r = 15 and T = step 17, from where 31 is 4 bits away too; the three fill the row.
    const Run three = run(ramp(steps, 3), {0, 40, 32, false, 0});
    BOOST_TEST(!three.trace.filter.few);
    BOOST_TEST(three.trace.rounds.back().skip);
    BOOST_TEST(three.trace.prefix == 0xBC00u + 32);
    BOOST_TEST(three.answer.indices == (Indices{40, 41, 42}));
}

BOOST_AUTO_TEST_CASE(more_than_32_of_the_largest_digit_are_looked_at_again_unless_they_fill_the_row) {
    // The sample is the elements 0 to 31 with the steps 0 to 31; u = 1, r = 12 and T = step 20. Behind it `burst`
    // elements from step 100 upwards, all with the number 15, then zeros.
    const auto row_of = [](std::uint32_t burst, std::size_t n, std::int64_t m) {
        std::vector<std::uint32_t> steps(n, 0);
        for (std::uint32_t i = 0; i < 32; ++i) {
            steps[i] = i;
        }
        for (std::uint32_t i = 0; i < burst; ++i) {
            steps[32 + i] = 100 + i;
        }
        return ramp(steps, m);
    };
    const Run most = run(row_of(32, 128, 2), {0, 100, 32, false, 0});
    BOOST_TEST(!most.trace.filter.fell_back);
    BOOST_TEST(most.trace.filter.few);
    BOOST_TEST(most.answer.indices == (Indices{62, 63}));

    const Run one_more = run(row_of(33, 128, 2), {0, 100, 32, false, 0}, 2);
    // Base becomes step 35, the first with the number 15, and top the largest step, 132: 97 is 7 bits away.
    const FilterTrace anew{true,  true,   12, 0xBC01, 0xBC1F, 0,      19,     12,
                           false, 0xBC14, 45, 0,      false,  0xBC23, 0xBC84, false};
    BOOST_TEST((one_more.trace.filter == anew));
    BOOST_REQUIRE(one_more.trace.rounds.size() == 1u);
    BOOST_TEST(one_more.trace.rounds[0].digit_bits == 7);
    BOOST_TEST(one_more.trace.rounds[0].digit == 96u);
    BOOST_TEST(one_more.trace.rounds[0].skip);
    BOOST_TEST(one_more.trace.prefix == 0xBC00u + 131);
    BOOST_TEST(one_more.trace.quota == 0u);
    const std::vector<CtaTrace> ctas = {{0, 64, 1, 0, 0, 0, 44, 0}, {64, 128, 1, 0, 1, 0, 1, 44}};
    BOOST_TEST((one_more.trace.ctas == ctas)); // a skip: both are above
    BOOST_TEST(one_more.answer.indices == (Indices{63, 64}));

    // Wide enough that 33 of them are expected to be one sample.
    const Run full = run(row_of(33, 1100, 33), {0, 100, 32, false, 0});
    BOOST_TEST(full.trace.filter.target == 12u);
    BOOST_TEST(!full.trace.filter.fell_back);
    BOOST_TEST(full.trace.rounds.back().skip);
    BOOST_TEST(full.trace.rounds.back().population == 33u);
}

BOOST_AUTO_TEST_CASE(a_new_base_leaves_room_for_its_bits_below_two_to_the_32) {
    // As above, but the samples are negative numbers and the forty others positive ones near the largest: 32 bits away.
    std::vector<std::uint32_t> patterns(128, 0xC0000000u);
    for (std::uint32_t i = 0; i < 32; ++i) {
        patterns[i] = 0xBFFFFFFFu - i;
    }
    for (std::uint32_t i = 0; i < 40; ++i) {
        patterns[32 + i] = 0x7F000000u + i;
    }
    const Run row = run(scene::row_case(ScoreType::float32, patterns, 2, Options{}), {0, 100, 32, false, 0});
    BOOST_TEST(!row.trace.filter.fell_back);
    BOOST_TEST(row.trace.filter.base == 0u); // not the key of the 16th sample
    BOOST_TEST(row.trace.filter.top == 0xFF000027u);
    BOOST_TEST(row.trace.rounds[0].shift == 21);
    BOOST_TEST(row.answer.indices == (Indices{70, 71}));
}

BOOST_AUTO_TEST_CASE(the_largest_digit_of_a_later_round_is_like_any_other) {
    // u = 4, r = 20 and groups of one, so lo is the samples' least, step 1001. From there to 5000 takes 12 bits, a
    // digit of 11 and one of 1. Forty elements have the step 2002 and the number 1001: the digits 500 and 1.
    std::vector<std::uint32_t> steps(200, 0);
    std::fill_n(steps.begin(), 32, 1001);
    steps[5] = 5000;
    std::fill_n(steps.begin() + 32, 40, 2002);
    steps[72] = 2001; // else the candidates had one key, and the rounds ended
    const Run row = run(ramp(steps, 20), {0, 150, 32, false, 0});
    BOOST_TEST(row.trace.filter.base == 0xBC00u + 1001);
    BOOST_TEST(!row.trace.filter.fell_back);
    BOOST_TEST(!row.trace.filter.few);
    BOOST_REQUIRE(row.trace.rounds.size() == 2u);
    BOOST_TEST(row.trace.rounds[1].digit_bits == 1);
    BOOST_TEST(row.trace.rounds[1].digit == 1u);
    BOOST_TEST(row.trace.rounds[1].population == 40u);
    BOOST_TEST(row.trace.quota == 19u);
}

BOOST_AUTO_TEST_CASE(candidates_of_one_key_end_the_rounds) {
    // Forty have step 8008, and a digit of the first round, from step 0, holds four keys: 8008 to 8011.
    const auto row_of = [](std::uint32_t other) {
        std::vector<std::uint32_t> steps(100, 8001);
        steps[0] = 0;
        std::fill(steps.begin() + 10, steps.begin() + 50, 8008);
        steps[20] = other;
        return ramp(steps, 5);
    };
    const FilterPlan whole{100, 0, 0, false, 0};
    const Run one = run(row_of(8008), whole);
    BOOST_REQUIRE(one.trace.rounds.size() == 1u);
    BOOST_TEST(one.trace.rounds[0].shift == 2);
    BOOST_TEST(one.trace.rounds[0].population == 40u);
    BOOST_TEST(one.trace.prefix == 0xBC00u + 8008);
    BOOST_TEST(one.trace.quota == 5u);
    BOOST_TEST(!one.trace.filter.few);
    BOOST_TEST(one.trace.certificate.population == 40u);
    BOOST_TEST((one.answer.indices == Indices{10, 11, 12, 13, 14}));
    // Another key among them must be told apart.
    const Run two = run(row_of(8009), whole);
    BOOST_TEST(two.trace.rounds.size() == 2u);
    BOOST_TEST((two.answer.indices == Indices{10, 11, 12, 13, 20}));
}

BOOST_AUTO_TEST_CASE(candidates_of_one_key_above_the_sample_do_not_begin_anew) {
    // r is 12 and T step 12; from there to hi, step 16, takes 3 bits, so the largest digit is that of step 19 and more.
    std::vector<std::uint32_t> steps(128, 0);
    for (std::uint32_t i = 0; i < 32; ++i) {
        steps[i] = i < 16 ? i : i / 2;
    }
    steps[31] = 16;
    std::fill(steps.begin() + 40, steps.begin() + 80, 132);
    const Run row = run(ramp(steps, 2), {0, 100, 32, false, 0}, 2);
    BOOST_REQUIRE((row.trace.filter.sampled && !row.trace.filter.fell_back));
    BOOST_REQUIRE(row.trace.rounds.size() == 1u);
    BOOST_TEST(row.trace.filter.base == row.trace.filter.threshold);
    BOOST_TEST(row.trace.prefix == 0xBC00u + 132);
    BOOST_TEST(row.trace.quota == 2u);
    BOOST_TEST((row.answer.indices == Indices{40, 41}));
}

BOOST_AUTO_TEST_SUITE_END()
