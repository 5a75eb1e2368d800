// The canonical key against its definition, and the rounding to float16 against its neighbours.
// Spec: contract/C3 C12, algorithm/S2 E2. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <bit>

#include "brute.hpp"
#include "half.hpp"
#include "sortable.hpp"

namespace {

using namespace exactk;

constexpr ScoreType types[] = {ScoreType::float32, ScoreType::float16, ScoreType::bfloat16};

Options options_of(int choice) {
    Options options;
    options.direction = static_cast<Direction>(choice & 1);
    options.nan_policy = static_cast<NanPolicy>(choice >> 1 & 1);
    return options;
}

} // namespace

BOOST_AUTO_TEST_SUITE(keys)

BOOST_AUTO_TEST_CASE(every_sixteen_bit_pattern_has_the_key_of_c12) {
    for (const ScoreType type : {ScoreType::float16, ScoreType::bfloat16}) {
        for (int choice = 0; choice < 4; ++choice) {
            std::uint32_t wrong = 0;
            for (std::uint32_t pattern = 0; pattern < 0x10000u; ++pattern) {
                const Options options = options_of(choice);
                wrong +=
                    sim::canonical_key(pattern, type, options) != brute::key(pattern, type, options) ? 1 : 0;
            }
            BOOST_TEST(wrong == 0u);
        }
    }
}

BOOST_AUTO_TEST_CASE(spread_float32_patterns_have_the_key_of_c12) {
    constexpr std::uint32_t stride =
        4099; // convention: odd, so low bits vary; the whole sweep is a tool's work
    for (int choice = 0; choice < 4; ++choice) {
        const Options options = options_of(choice);
        std::uint32_t wrong = 0;
        for (std::uint64_t pattern = 0; pattern < 0x100000000u; pattern += stride) {
            const auto p = static_cast<std::uint32_t>(pattern);
            wrong += sim::canonical_key(p, ScoreType::float32, options) !=
                             brute::key(p, ScoreType::float32, options)
                         ? 1
                         : 0;
        }
        BOOST_TEST(wrong == 0u);
    }
}

BOOST_AUTO_TEST_CASE(literal_keys_of_the_edges) {
    const Options options;
    const auto key = [&](std::uint32_t pattern) {
        return sim::canonical_key(pattern, ScoreType::float32, options);
    };
    BOOST_TEST(key(0x00000000u) == 0x80000000u);
    BOOST_TEST(key(0x80000000u) == 0x80000000u);
    BOOST_TEST(key(0x80000001u) == 0x7FFFFFFEu);
    BOOST_TEST(key(0x00000001u) == 0x80000001u);
    BOOST_TEST(key(0x7F800000u) == 0xFF800000u);
    BOOST_TEST(key(0xFF800000u) == 0x007FFFFFu);
    BOOST_TEST(key(0xFFC00000u) == 0xFFFFFFFFu);
    BOOST_TEST(key(0x7FA00001u) == 0xFFFFFFFFu);
}

BOOST_AUTO_TEST_CASE(keys_order_as_values_do) {
    for (const ScoreType type : types) {
        const std::uint32_t scale = type == ScoreType::float32 ? 0x10000u : 1u;
        for (int choice = 0; choice < 4; ++choice) {
            const Options options = options_of(choice);
            std::uint32_t wrong = 0;
            for (std::uint32_t a = 0; a < 0x10000u; a += 7) {        // convention: a sample of the pairs
                for (std::uint32_t b = 3; b < 0x10000u; b += 1009) { // convention: as above
                    const auto va = brute::value(a * scale, type, options);
                    const auto vb = brute::value(b * scale, type, options);
                    const bool better = options.direction == Direction::largest ? va > vb : va < vb;
                    const std::uint32_t ka = sim::canonical_key(a * scale, type, options);
                    const std::uint32_t kb = sim::canonical_key(b * scale, type, options);
                    wrong += (ka > kb) != better || (ka == kb) != (va == vb) ? 1 : 0;
                }
            }
            BOOST_TEST(wrong == 0u);
        }
    }
}

BOOST_AUTO_TEST_CASE(rounding_to_float16_takes_the_nearest_and_ties_to_even) {
    std::uint32_t wrong = 0;
    for (std::uint32_t half = 0; half < 0x7C00u; ++half) {
        const double here = brute::number(half, ScoreType::float16);
        const double next = half == 0x7BFFu ? 65536.0 : brute::number(half + 1, ScoreType::float16);
        const auto pattern = [](double value) {
            return std::bit_cast<std::uint32_t>(static_cast<float>(value));
        };
        const std::uint32_t middle = pattern((here + next) / 2);
        const std::uint32_t even = half % 2 == 0 ? half : half + 1;
        wrong += sim::half_of(pattern(here)) != half ? 1 : 0;
        wrong += sim::half_of(middle) != even ? 1 : 0;
        wrong += sim::half_of(middle - 1) != half ? 1 : 0;
        wrong += sim::half_of(middle + 1) != half + 1 ? 1 : 0;
        wrong += sim::half_of(middle | 0x80000000u) != (even | 0x8000u) ? 1 : 0;
    }
    BOOST_TEST(wrong == 0u);
    BOOST_TEST(sim::half_of(0x7F800000u) == 0x7C00u);
    BOOST_TEST(sim::half_of(0x7F7FFFFFu) == 0x7C00u);
    BOOST_TEST(sim::half_of(0xFF800001u) == 0xFE00u);
    BOOST_TEST(sim::half_of(0x00000001u) == 0x0000u);
    BOOST_TEST(sim::half_of(0x807FFFFFu) == 0x8000u);
}

BOOST_AUTO_TEST_SUITE_END()
