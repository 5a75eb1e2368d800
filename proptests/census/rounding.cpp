// Rounding to float16 and keys: every pattern of 16 bits, and every float32 at which rounding changes.
// Spec: contract/C3. Layer: proptests/census.
#include <boost/test/unit_test.hpp>

#include <random>

#include <exactk/census/coarse.hpp>

#include "slow.hpp"

using namespace exactk;

namespace {

constexpr ScoreType types[] = {ScoreType::float32, ScoreType::float16, ScoreType::bfloat16};
constexpr Direction directions[] = {Direction::largest, Direction::smallest};
constexpr NanPolicy policies[] = {NanPolicy::largest, NanPolicy::smallest};

/// Sign kept, NaNs by their sign.
std::uint32_t slow_half(std::uint32_t bits) {
    const double number = slow::value_of(ScoreType::float32, bits);
    return std::isnan(number) ? (bits >> 31 != 0 ? 0xFE00u : 0x7E00u) : slow::half_of(number);
}

/// Patterns of float32 around every place where the nearest float16 changes, and many others.
std::vector<std::uint32_t> telling_floats() {
    std::vector<std::uint32_t> bits;
    for (std::uint32_t half = 0; half < 0x7C00u; ++half) {
        // The number half way to the next float16 is a float32; 65520 is half way to the first that is too large.
        const double here = slow::value_of(ScoreType::float16, half);
        const double next = half == 0x7BFFu ? 65536 : slow::value_of(ScoreType::float16, half + 1);
        for (const double number : {here, here + (next - here) / 2}) {
            const auto at = std::bit_cast<std::uint32_t>(static_cast<float>(number));
            for (const std::uint32_t near : {at - 1, at, at + 1}) {
                bits.push_back(near & 0x7FFFFFFFu);
                bits.push_back(near | 0x80000000u);
            }
        }
    }
    std::mt19937 random(3);
    for (int i = 0; i < 300000; ++i)
        bits.push_back(static_cast<std::uint32_t>(random()));
    return bits;
}

std::vector<std::uint32_t> patterns(ScoreType type) {
    if (type == ScoreType::float32)
        return telling_floats();
    std::vector<std::uint32_t> all(0x10000);
    for (std::uint32_t i = 0; i < all.size(); ++i)
        all[i] = i;
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(rounding)

BOOST_AUTO_TEST_CASE(a_float32_rounds_to_the_nearest_float16_at_every_place_where_that_changes) {
    std::int64_t wrong = 0;
    std::uint32_t first = 0;
    for (const std::uint32_t bits : telling_floats()) {
        if (census::round_to_half(bits) != slow_half(bits) && wrong++ == 0)
            first = bits;
    }
    BOOST_TEST(wrong == 0, wrong << " wrong, first " << std::hex << first);
}

BOOST_AUTO_TEST_CASE(every_float16_rounds_to_itself) {
    for (std::uint32_t half = 0; half < 0x10000u; ++half) {
        const double number = slow::value_of(ScoreType::float16, half);
        if (!std::isnan(number))
            BOOST_REQUIRE_EQUAL(
                census::round_to_half(std::bit_cast<std::uint32_t>(static_cast<float>(number))), half);
    }
}

BOOST_AUTO_TEST_CASE(coarse_keys_are_those_of_the_rounded_numbers) {
    for (const ScoreType type : types) {
        const std::vector<std::uint32_t> all = patterns(type);
        for (const Direction direction : directions) {
            for (const NanPolicy nan : policies) {
                const slow::Question asked{type, direction, nan, 1};
                std::int64_t wrong = 0;
                std::uint32_t first = 0;
                for (const std::uint32_t bits : all) {
                    if (census::coarse_key(type, bits, direction, nan) != slow::coarse_of(asked, bits) &&
                        wrong++ == 0)
                        first = bits;
                }
                BOOST_TEST(wrong == 0, score_type_names[static_cast<int>(type)]
                                           << ": " << wrong << " wrong, first " << std::hex << first);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(fine_keys_are_ordered_as_c3_orders_scores) {
    for (const ScoreType type : types) {
        std::vector<std::uint32_t> all = patterns(type);
        for (const Direction direction : directions) {
            for (const NanPolicy nan : policies) {
                const slow::Question asked{type, direction, nan, 1};
                std::sort(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) {
                    return slow::rank_of(asked, a) < slow::rank_of(asked, b);
                });
                std::int64_t wrong = 0;
                for (std::size_t i = 1; i < all.size(); ++i) {
                    const std::int32_t before = census::fine_key(type, all[i - 1], direction, nan);
                    const std::int32_t here = census::fine_key(type, all[i], direction, nan);
                    const bool equal = slow::rank_of(asked, all[i - 1]) == slow::rank_of(asked, all[i]);
                    wrong += (equal ? before == here : before < here) ? 0 : 1;
                }
                BOOST_TEST(wrong == 0,
                           score_type_names[static_cast<int>(type)] << ": " << wrong << " out of order");
            }
        }
    }
}

/// The interval of a bin holds just the scores whose coarse keys share its upper bits.
BOOST_AUTO_TEST_CASE(bins_hold_the_scores_of_one_coarse_key_and_no_others) {
    for (const ScoreType type : types) {
        const std::vector<std::uint32_t> all = patterns(type);
        for (const Direction direction : directions) {
            for (const NanPolicy nan : policies) {
                const census::Bins &bins = census::bins_of(type, direction, nan);
                std::int64_t wrong = 0;
                for (const std::uint32_t bits : all) {
                    const std::int32_t key = census::fine_key(type, bits, direction, nan);
                    const std::uint32_t coarse = census::coarse_key(type, bits, direction, nan);
                    for (const int width : census::bin_widths) {
                        const census::Interval bin = bins.around(key, width);
                        wrong += key >= bin.least && key <= bin.greatest ? 0 : 1;
                        // The neighbours of the interval's ends are other scores' keys, and lie in other bins.
                        const std::int32_t ends[] = {bin.least, bin.greatest};
                        for (const std::int32_t end : ends)
                            wrong += bins.around(end, width).least == bin.least ? 0 : 1;
                    }
                    const census::Interval finest = bins.around(key, 12);
                    const auto mine = static_cast<std::uint32_t>(coarse >> 4);
                    // Any other score of the sample that lies in the interval has the same upper bits.
                    const std::uint32_t other = all[(bits * 2654435761u) % all.size()];
                    const std::int32_t other_key = census::fine_key(type, other, direction, nan);
                    const bool inside = other_key >= finest.least && other_key <= finest.greatest;
                    const bool alike = static_cast<std::uint32_t>(
                                           census::coarse_key(type, other, direction, nan) >> 4) == mine;
                    wrong += inside == alike ? 0 : 1;
                }
                BOOST_TEST(wrong == 0, score_type_names[static_cast<int>(type)] << ": " << wrong << " wrong");
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
