// The filter's steps up to the list on examples worked by hand.
// Spec: algorithm/F1 F2 F3 F4 F5 O2 O4. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <vector>

#include "filter.hpp"
#include "filter_example.hpp"

using namespace filter_example;

BOOST_AUTO_TEST_SUITE(filter_examples)

BOOST_AUTO_TEST_CASE(f1_rows_are_listed_whole_or_sampled_or_left_alone) {
    const auto of = [](const FilterPlan &filter, std::int64_t n, int ctas = 1, std::int64_t m = 1,
                       bool is_short = false) {
        Plan plan;
        plan.ctas = ctas;
        plan.filter = filter;
        sim::Row row;
        row.n = n;
        row.m = m;
        row.is_short = is_short;
        return sim::filtering_of(plan, row);
    };
    const FilterPlan both{64, 40, 32, false, 0};
    BOOST_TEST((of(both, 64) == sim::Filtering::listed_whole));
    BOOST_TEST((of(both, 65) == sim::Filtering::sampled));
    BOOST_TEST((of(both, 64, 2) == sim::Filtering::sampled)); // several CTAs list no row whole
    BOOST_TEST((of(both, 31, 2) == sim::Filtering::none));    // shorter than the sample
    BOOST_TEST((of(both, 32, 2) == sim::Filtering::sampled));
    BOOST_TEST((of({64, 0, 0, false, 0}, 65) == sim::Filtering::none));
    BOOST_TEST((of({64, 0, 0, false, 0}, 64) == sim::Filtering::listed_whole));
    BOOST_TEST((of({0, 40, 32, false, 0}, 64) == sim::Filtering::sampled));
    BOOST_TEST((of({0, 40, 0, false, 0}, 5) == sim::Filtering::none));
    BOOST_TEST((of(both, 5, 1, 5, true) == sim::Filtering::none));
    BOOST_TEST((of(both, 65, 1, 0) == sim::Filtering::none));
    // A large sample asks no more of a row than what the row itself wants.
    const FilterPlan large{0, 8192, 8192, false, 0};
    BOOST_TEST((of(large, 63) == sim::Filtering::none));
    BOOST_TEST((of(large, 64) == sim::Filtering::sampled));
}

BOOST_AUTO_TEST_CASE(a_row_is_sampled_as_its_own_length_wants) {
    BOOST_TEST(sim::row_sample(32, 1 << 20) == 32);
    BOOST_TEST(sim::row_sample(8192, 1) == 32);
    BOOST_TEST(sim::row_sample(8192, 32) == 32);
    BOOST_TEST(sim::row_sample(8192, 33) == 64);
    BOOST_TEST(sim::row_sample(8192, 32768) == 1024); // its square is 32 times as much
    BOOST_TEST(sim::row_sample(8192, 32769) == 2048);
    BOOST_TEST(sim::row_sample(8192, 131072) == 2048);
    BOOST_TEST(sim::row_sample(8192, 131073) == 4096);
    BOOST_TEST(sim::row_sample(8192, 524289) == 8192);
    BOOST_TEST(sim::row_sample(8192, width_max) == 8192);
    BOOST_TEST(sim::row_sample(std::int64_t{1} << 25, width_max) == std::int64_t{1} << 18);
    // The trace is the one of a plan that never had more.
    std::vector<std::uint32_t> steps;
    for (std::uint32_t i = 0; i < 3000; ++i) {
        steps.push_back(i * 1301 % 3000);
    }
    const Run large = run(ramp(steps, 100), {0, 4096, 4096, false, 0}, 3);
    const Run small = run(ramp(steps, 100), {0, 4096, 512, false, 0}, 3);
    BOOST_TEST((large.trace.filter == small.trace.filter));
    BOOST_TEST((large.trace.filter.sampled && !large.trace.filter.fell_back));
    BOOST_TEST((large.answer == small.answer));
    const Run half = run(ramp(steps, 100), {0, 4096, 256, false, 0}, 3);
    BOOST_TEST(!(half.trace.filter == small.trace.filter)); // else this test would see nothing
}

BOOST_AUTO_TEST_CASE(f2_pieces_begin_where_the_words_say) {
    // h(1) = 2654435761, about 0.618 of 2^32, and h(2) = 1013904226, about 0.236 of it.
    BOOST_TEST(sim::piece_begin(0, 1, 32, 100) == 0);
    BOOST_TEST(sim::piece_begin(1, 2, 32, 1000) == 768); // 500 + floor(469 * 0.618) = 789
    BOOST_TEST(sim::piece_begin(1, 2, 32, 70) == 32);    // 35 + floor(4 * 0.618) = 37
    BOOST_TEST(sim::piece_begin(1, 3, 32, 1000) == 512); // 333 + floor(302 * 0.618) = 519
    BOOST_TEST(sim::piece_begin(2, 3, 32, 1000) == 736); // 666 + floor(303 * 0.236) = 737
    BOOST_TEST(sim::piece_begin(2, 3, 32, 97) == 64);    // 64 + floor(2 * 0.236) = 64
    BOOST_TEST(sim::piece_length(512) == 32);
    BOOST_TEST(sim::piece_length(1024) == 16);
    BOOST_TEST(sim::piece_begin(1, 2, 16, 1000) == 784);      // 500 + floor(485 * 0.618) = 799
    BOOST_TEST(sim::piece_begin(1, 128, 16, 262144) == 3296); // 2048 + floor(2033 * 0.618) = 3304
    // Far pieces of the longest row, where the low bits of the hash's factor tell too.
    BOOST_TEST(sim::piece_begin(2047, 2048, 32, width_max) == 2146556224);
    BOOST_TEST(sim::piece_begin(2031, 2048, 32, width_max) == 2129895872);
    BOOST_TEST(sim::piece_begin(65454, 65536, 32, width_max) == 2144822720);
    BOOST_TEST(sim::piece_begin(65442, 65536, 32, width_max) == 2144415872);
    BOOST_TEST(sim::piece_begin(16383, 16384, 16, width_max) == 2147385440);
}

BOOST_AUTO_TEST_CASE(f2_pieces_lie_in_the_row_in_order_and_apart) {
    const auto apart = [](std::int64_t pieces, std::int64_t n, std::int64_t step, std::int64_t length = 32) {
        std::int64_t free_from = 0;
        for (std::int64_t piece = 0; piece < pieces; piece += step) {
            const std::int64_t begin = sim::piece_begin(piece, pieces, length, n);
            if (begin % length != 0 || begin < free_from) {
                return false;
            }
            free_from = begin + length;
        }
        const std::int64_t last = sim::piece_begin(pieces - 1, pieces, length, n);
        return last % length == 0 && last >= 0 && last + length <= n;
    };
    int wrong = 0;
    for (std::int64_t pieces = 1; pieces <= 20; ++pieces) {
        for (std::int64_t n = 32 * pieces; n < 32 * pieces + 200; ++n) {
            wrong += apart(pieces, n, 1) ? 0 : 1;
            wrong += apart(2 * pieces, n, 1, 16) ? 0 : 1;
        }
    }
    BOOST_TEST(wrong == 0);
    BOOST_TEST(apart(64, width_max, 1));
    BOOST_TEST(apart((width_max - 31) / 32, width_max, 1009));
}

BOOST_AUTO_TEST_CASE(f3_the_target_is_what_is_expected_and_five_and_a_half_deviations_more) {
    BOOST_TEST(sim::sample_target(32, 1, 1000) == 12);        // u = 1, root of 30 is 5
    BOOST_TEST(sim::sample_target(2048, 2048, 65536) == 113); // u = 64, root of 1920 is 43
    BOOST_TEST(sim::sample_target(1024, 512, 100000) == 25);  // u = 6, root of 180 is 13
    BOOST_TEST(sim::sample_target(64, 30, 64) == 66);         // u = 30, root of 900 is 30
    BOOST_TEST(sim::sample_target(64, 29, 64) == 64);         // u = 29, root of 870 is 29
    // u = 2147483616, root of 64424508480 is 253819.
    BOOST_TEST(sim::sample_target(width_max - 31, width_max - 1, width_max) ==
               std::int64_t{2147483616} + 253819 + 6);
}

BOOST_AUTO_TEST_CASE(f4_the_bound_is_the_smallest_of_the_groups_largest) {
    const std::vector<std::uint32_t> four = {5, 1, 9, 2};
    BOOST_TEST(sim::group_bound(four, 1) == 9u);
    BOOST_TEST(sim::group_bound(four, 2) == 5u); // groups of two
    BOOST_TEST(sim::group_bound(four, 3) == 1u); // groups of one
    BOOST_TEST(sim::group_bound(four, 4) == 1u);
}

BOOST_AUTO_TEST_CASE(a_sampled_row_by_hand) {
    // P = 1, so the sample is the elements 0 to 31. u = 1, r = 12; q = 2, and the pairs' largest are 1, 3, ... 31.
    // Twelve samples are at least 20. Kept are these twelve and the three behind the sample. From 20 to the sample's
    // largest, 31, takes 4 bits, so 50 has the number 15.
    const Run row = run(ramp(sampled_steps(), 2), {0, 40, 32, false, 0}, 2);
    const FilterTrace filter{true,  true,   12, 0xBC01, 0xBC1F, 0,      19,     12,
                             false, 0xBC14, 15, 0,      false,  0xBC14, 0xBC1F, false};
    BOOST_TEST((row.trace.filter == filter));
    RoundTrace round{0, 4, std::vector<std::uint32_t>(16, 0), 11, 2, 1, 1, 0xBC1F, false};
    for (std::size_t step = 20; step <= 31; ++step) {
        round.histogram[step - 20] = 1;
    }
    round.histogram[25 - 20] = round.histogram[31 - 20] = 2;
    round.histogram[15] = 1;
    BOOST_TEST((row.trace.rounds == std::vector<RoundTrace>{round}));
    BOOST_TEST(row.trace.prefix == 0xBC1Fu);
    BOOST_TEST(row.trace.quota == 1u);
    const std::vector<CtaTrace> ctas = {{0, 32, 0, 1, 0, 0, 12, 0}, {32, 64, 1, 1, 0, 1, 3, 12}};
    BOOST_TEST((row.trace.ctas == ctas));
    BOOST_TEST(row.answer.indices == (Indices{31, 40}));
}

BOOST_AUTO_TEST_CASE(a_target_above_the_sample_falls_back) {
    // u = 16, r = 16 + 21 + 6 = 43 > 32: nothing is sampled or listed.
    const Run row = run(ramp(sampled_steps(), 32), {0, 40, 32, false, 0});
    FilterTrace filter;
    filter.used = filter.sampled = filter.fell_back = true;
    filter.target = 43;
    BOOST_TEST((row.trace.filter == filter));
    BOOST_TEST(row.trace.ctas.at(0).kept_share == 0u);
    BOOST_TEST(row.trace.rounds.at(0).shift == 8);
    BOOST_TEST(row.trace.rounds.at(0).prefix == 0xBC00u);
}

BOOST_AUTO_TEST_CASE(a_threshold_at_the_least_preferred_infinity_becomes_zero) {
    // Twelve samples are to be reached and five are finite, so lo is the key of the infinity.
    for (const Direction direction : {Direction::largest, Direction::smallest}) {
        Options options;
        options.direction = direction;
        const std::uint32_t infinity = direction == Direction::largest ? 0xFC00u : 0x7C00u;
        std::vector<std::uint32_t> patterns(70, infinity);
        patterns[0] = patterns[5] = patterns[10] = patterns[15] = patterns[20] = 0x0001u;
        const Run row = run(scene::row_case(ScoreType::float16, patterns, 2, options), {0, 69, 32, false, 0});
        BOOST_TEST(row.trace.filter.lo == 0x03FFu); // the infinity has the magnitude 0x7C00
        BOOST_TEST(row.trace.filter.threshold == 0u);
        BOOST_TEST(row.trace.filter.reached == 32u);
        BOOST_TEST(row.trace.filter.kept == 70u);
        BOOST_TEST(row.trace.filter.fell_back);
        BOOST_TEST(row.answer.indices == (Indices{0, 5}));
        // With room for all of them the row is listed as it is.
        const Run room =
            run(scene::row_case(ScoreType::float16, patterns, 2, options), {0, 70, 32, false, 0});
        BOOST_TEST(!room.trace.filter.fell_back);
        BOOST_TEST(room.trace.filter.base == 0u);
        BOOST_TEST(room.trace.filter.top == (direction == Direction::largest ? 0x8001u : 0x7FFEu));
        BOOST_TEST(room.answer.indices == (Indices{0, 5}));
    }
}

BOOST_AUTO_TEST_CASE(a_forced_threshold_leaves_the_sample_out) {
    const Run row = run(ramp(sampled_steps(), 2), {0, 40, 32, true, 0xBC1E});
    FilterTrace filter;
    filter.used = true;
    filter.threshold = 0xBC1E;
    filter.kept = 4;      // 30, 31, 50, 31
    filter.base = 0xBC1E; // the least: from there to the top are 5 bits, one digit
    filter.top = 0xBC32;
    BOOST_TEST((row.trace.filter == filter));
    BOOST_TEST(row.answer.indices == (Indices{31, 40}));
    const Run whole = run(ramp(sampled_steps(), 2), {64, 40, 32, true, 0xBC1E});
    BOOST_TEST(whole.trace.filter.threshold == 0u);
    BOOST_TEST(whole.trace.filter.kept == 64u);
    const Run none = run(ramp(sampled_steps(), 2), {0, 40, 0, true, 0xBC1E});
    BOOST_TEST((none.trace.filter == FilterTrace{}));
}

BOOST_AUTO_TEST_CASE(a_forced_threshold_is_put_between_the_infinities) {
    // The keys of -inf and +inf are 0x03FF and 0xFC00, those of the NaNs 0xFFFF.
    std::vector<std::uint32_t> patterns(40, 0x3C00u);
    patterns[3] = 0x7C00u;
    patterns[7] = patterns[9] = 0x7E00u;
    patterns[11] = 0xFC00u;
    const scene::Case c = scene::row_case(ScoreType::float16, patterns, 2);
    const auto filter_of = [&](std::uint32_t threshold) {
        return run(c, {0, 36, 32, true, threshold}).trace.filter;
    };
    BOOST_TEST(filter_of(0x0400).threshold == 0x0400u);
    BOOST_TEST(filter_of(0x0400).kept == 39u);
    BOOST_TEST(filter_of(0x03FF).threshold == 0u);
    BOOST_TEST(filter_of(0x03FF).kept == 40u);
    BOOST_TEST(filter_of(0xFC00).threshold == 0xFC00u);
    for (const std::uint32_t above : {0xFC01u, 0xFFFFu, 0x10000u, 0xFFFFFFFFu}) {
        const FilterTrace filter = filter_of(above);
        BOOST_TEST(filter.threshold == 0xFC00u);
        BOOST_TEST(filter.kept == 3u);
        BOOST_TEST(filter.base == 0xFC00u); // the least
        BOOST_TEST(!filter.fell_back);
    }
}

BOOST_AUTO_TEST_CASE(a_threshold_above_the_preferred_infinity_becomes_it) {
    // A sample of NaNs: lo is their key, and so would be T.
    for (const Direction direction : {Direction::largest, Direction::smallest}) {
        Options options;
        options.direction = direction;
        options.nan_policy = direction == Direction::largest ? NanPolicy::largest : NanPolicy::smallest;
        std::vector<std::uint32_t> patterns(70, 0x3C00u);
        std::fill_n(patterns.begin(), 32, 0x7E00u);
        patterns[40] = direction == Direction::largest ? 0x7C00u : 0xFC00u;
        const Run row = run(scene::row_case(ScoreType::float16, patterns, 2, options), {0, 69, 32, false, 0});
        FilterTrace filter;
        filter.used = filter.sampled = true;
        filter.target = 12;
        filter.lo = filter.hi = filter.top = 0xFFFF;
        filter.reached = 32;
        filter.threshold = filter.base = 0xFC00;
        filter.kept = 33;
        // From 0xFC00 to 0xFFFF takes 10 bits, all ones: the 32 NaNs have the largest digit, and are few.
        filter.few = true;
        BOOST_TEST((row.trace.filter == filter));
        BOOST_TEST(row.answer.indices == (Indices{0, 1}));
    }
}

BOOST_AUTO_TEST_CASE(lists_of_every_length_around_their_limits) {
    // 64 different keys; with T at step t, 64 - t are kept.
    std::vector<std::uint32_t> steps;
    for (std::uint32_t i = 0; i < 64; ++i) {
        steps.push_back(i * 29 % 64);
    }
    const std::int64_t m = 20;
    const std::int64_t list = 40;
    for (std::uint32_t t = 0; t <= 64; ++t) {
        const Run row = run(ramp(steps, m), {0, list, 32, true, 0xBC00u + t}, 3);
        const std::int64_t kept = 64 - static_cast<std::int64_t>(t);
        BOOST_TEST(row.trace.filter.kept == kept);
        BOOST_TEST(row.trace.filter.fell_back == (kept < m || kept > list));
        BOOST_TEST((row.answer == scene::run(ramp(steps, m), Plan{})));
    }
}

BOOST_AUTO_TEST_SUITE_END()
