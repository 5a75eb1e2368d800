// Samples in short pieces, and crowds of them that are told apart by one more digit, against the words.
// Spec: algorithm/F2 F4 O4. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <vector>

#include "brute_filter.hpp"
#include "scene.hpp"

using namespace exactk;

namespace {

/// Of a case of one row that one CTA samples.
struct SampledRow {
    RowTrace trace;
    brute::FilteredRow expected;
};

/// Runs it with a list as long as the sample at most, and compares answer and filter with the words.
SampledRow run_sampled(const scene::Case &c, std::int64_t samples) {
    Plan plan;
    plan.filter = {0, samples, samples, false, 0};
    std::vector<RowTrace> traces;
    const scene::Answer answer = scene::run(c, plan, &traces);
    const std::int64_t n = static_cast<std::int64_t>(brute::keys_of(c, 0).size());
    BOOST_TEST((answer == brute::answer(c)));
    SampledRow row{traces.at(0), brute::filtered(c, 0, plan.filter, {0, n})};
    BOOST_TEST(row.trace.filter.threshold == row.expected.filter.threshold);
    BOOST_TEST((row.trace.filter == row.expected.filter));
    return row;
}

} // namespace

BOOST_AUTO_TEST_SUITE(short_pieces)

BOOST_AUTO_TEST_CASE(samples_of_short_pieces_do_what_the_words_say) {
    // Too long for drawn cases: samples of 1024 and 2048 in pieces of sixteen.
    int listed = 0;
    for (const std::int64_t n : {1024, 1025, 2100, 9000, 40000}) {
        for (const bool sorted : {false, true}) {
            std::vector<std::uint32_t> patterns(static_cast<std::size_t>(n));
            for (std::size_t i = 0; i < patterns.size(); ++i) {
                const std::uint32_t place = static_cast<std::uint32_t>(i);
                patterns[i] = 0x3F800000u + (sorted ? 40000u - place : place * 7919u % 40009u);
            }
            const scene::Case c = scene::row_case(ScoreType::float32, patterns, 100);
            const auto [trace, expected] = run_sampled(c, 2048);
            BOOST_TEST((trace.rounds == expected.rounds || trace.filter.fell_back));
            listed += trace.filter.sampled && !trace.filter.fell_back ? 1 : 0;
        }
    }
    BOOST_TEST(listed >= 8);
}

BOOST_AUTO_TEST_CASE(a_crowd_of_several_keys_is_told_apart_by_one_more_digit) {
    // The first sample of each group of 32 is a large negative number, but for one group of the best: lo is far below, and all
    // positive keys share a digit.
    std::vector<std::uint32_t> patterns(1024);
    for (std::uint32_t i = 0; i < 1024; ++i) {
        patterns[i] = i < 900 ? 0x3F800000u + (900 - i) : 0xFF000000u;
    }
    const scene::Case c = scene::row_case(ScoreType::float32, patterns, 50);
    const FilterTrace filter = run_sampled(c, 512).trace.filter;
    BOOST_TEST((filter.sampled && !filter.heavy && !filter.fell_back));
    // The digit says less than the threshold: T was found within it.
    BOOST_TEST(filter.threshold != filter.lo + (filter.digit << filter.shift));
    BOOST_TEST(filter.reached > filter.kept / 2);
    BOOST_TEST(filter.kept < 300u);
}

BOOST_AUTO_TEST_CASE(of_a_crowd_as_many_are_wanted_as_the_samples_above_it_leave) {
    // One element in 32 is far above the crowd and so is a sample of each piece; the last ones are far below, so that lo is.
    for (const std::uint32_t step :
         {1u, 16u}) { // the crowd's second digit tells all keys apart, or lies higher up
        std::vector<std::uint32_t> patterns(1024);
        for (std::uint32_t i = 0; i < 1024; ++i) {
            patterns[i] = i >= 900      ? 0xFF000000u
                          : i % 32 == 7 ? 0x7F000000u + i
                                        : 0x3F800000u + step * (900 - i);
        }
        const scene::Case c = scene::row_case(ScoreType::float32, patterns, 50);
        const auto [trace, expected] = run_sampled(c, 512);
        const FilterTrace &filter = trace.filter;
        BOOST_TEST((filter.sampled && !filter.heavy && !filter.fell_back));
        BOOST_TEST(expected.crowd > 100u);
        BOOST_TEST(expected.above_crowd == 7u);
        // No two samples share a second digit, so that just the target is at or above T.
        const brute::Keys keys = brute::keys_of(c, 0);
        brute::Keys samples;
        for (const std::int64_t i : brute::sampled_indices(256, 1024)) {
            samples.push_back(keys[static_cast<std::size_t>(i)]);
        }
        BOOST_TEST(brute::count_from(samples, filter.threshold) == std::int64_t{filter.target});
    }
}

BOOST_AUTO_TEST_SUITE_END()
