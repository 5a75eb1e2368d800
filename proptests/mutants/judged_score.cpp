// The exhibits that look at values see NaNs, infinities and zeros as their words say.
// Spec: contract/C3. Layer: proptests/mutants.
#define BOOST_TEST_MODULE judged_score
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <utility>
#include <vector>

#include "judged_score.hpp"

using namespace exactk;
using mutants::close_enough;
using mutants::judged_score;

namespace {

/// Of each type, from the least to the greatest: -inf, -1, a zero, the least subnormal, 1, the greatest, +inf, NaN.
const std::vector<std::vector<std::uint32_t>> rising = {
    {0xFF800000u, 0xBF800000u, 0x80000000u, 1u, 0x3F800000u, 0x7F7FFFFFu, 0x7F800000u, 0x7F800001u},
    {0xFC00u, 0xBC00u, 0x8000u, 1u, 0x3C00u, 0x7BFFu, 0x7C00u, 0xFE01u},
    {0xFF80u, 0xBF80u, 0x0000u, 1u, 0x3F80u, 0x7F7Fu, 0x7F80u, 0x7FC0u}};

} // namespace

BOOST_AUTO_TEST_CASE(values_rise_to_the_nans) {
    for (int type = 0; type < score_type_count; ++type) {
        const auto value = [&](std::size_t at) {
            return judged_score(rising[static_cast<std::size_t>(type)][at], static_cast<ScoreType>(type));
        };
        for (std::size_t one = 0; one < 8; ++one) {
            for (std::size_t other = 0; other < 8; ++other) {
                BOOST_TEST((value(one) < value(other)) == (one < other), type << ": " << one << " " << other);
                BOOST_TEST(close_enough(value(one), value(other), 0) == (one == other),
                           type << ": " << one << " " << other);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(all_nans_are_one_value_and_both_zeros_are) {
    for (const std::uint32_t nan : {0x7F800001u, 0xFF800001u, 0x7FFFFFFFu, 0xFFC12345u}) {
        BOOST_TEST((judged_score(nan, ScoreType::float32) == judged_score(0x7FC00000u, ScoreType::float32)));
    }
    BOOST_TEST((judged_score(0x8000u, ScoreType::float16) == judged_score(0u, ScoreType::float16)));
}

/// A relative distance from an infinity is infinite: it must not take everything for an infinity.
BOOST_AUTO_TEST_CASE(no_distance_leads_to_an_infinity_or_a_nan) {
    const auto one = judged_score(0x3F800000u, ScoreType::float32);
    const auto near = judged_score(0x3F808000u, ScoreType::float32); // 1.0039
    const auto far = judged_score(0x3F900000u, ScoreType::float32);  // 1.125
    const auto infinity = judged_score(0x7F800000u, ScoreType::float32);
    const auto nan = judged_score(0x7FC00000u, ScoreType::float32);
    BOOST_TEST(close_enough(one, near, 0.01));
    BOOST_TEST(!close_enough(one, near, 0));
    BOOST_TEST(!close_enough(one, far, 0.01));
    BOOST_TEST(close_enough(infinity, infinity, 0.01));
    BOOST_TEST(close_enough(nan, nan, 0));
    for (const auto &[got, right] : {std::pair{one, infinity},
                                     {infinity, one},
                                     {nan, infinity},
                                     {infinity, nan},
                                     {one, nan},
                                     {nan, one}}) {
        BOOST_TEST(!close_enough(got, right, 0.01));
        BOOST_TEST(!close_enough(got, right, 0));
    }
}
