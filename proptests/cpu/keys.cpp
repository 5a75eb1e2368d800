// The key map: every 16-bit pattern stands where its number stands, and C12's formula holds bit by bit.
// Spec: contract/C3 C12. Layer: proptests/cpu.
#include <algorithm>
#include <numeric>

#include <boost/test/unit_test.hpp>

#include "key_map.hpp"
#include "truth.hpp"

using namespace exactk;
using namespace cpu_test;

namespace {

/// The four combinations of direction and NaN policy.
Options combination(int number) {
    Options options;
    options.direction = static_cast<Direction>(number & 1);
    options.nan_policy = static_cast<NanPolicy>(number >> 1);
    return options;
}

/// Sorts patterns by the numbers they mean and counts neighbours whose keys do not stand likewise.
int faults_among(std::vector<std::uint32_t> patterns, ScoreType type, const Options &options) {
    std::stable_sort(patterns.begin(), patterns.end(), [&](std::uint32_t a, std::uint32_t b) {
        return compare(meaning(a, type), meaning(b, type), options) < 0;
    });
    int faults = 0;
    for (std::size_t i = 1; i < patterns.size(); ++i) {
        const int order = compare(meaning(patterns[i - 1], type), meaning(patterns[i], type), options);
        const std::uint32_t left = cpu::canonical_key(patterns[i - 1], type, options);
        const std::uint32_t right = cpu::canonical_key(patterns[i], type, options);
        const bool as_numbers = order == 0 ? left == right : left < right;
        faults += as_numbers ? 0 : 1;
    }
    return faults;
}

} // namespace

BOOST_AUTO_TEST_SUITE(keys)

BOOST_AUTO_TEST_CASE(keys_of_all_16_bit_patterns_stand_as_their_numbers) {
    std::vector<std::uint32_t> patterns(65536);
    std::iota(patterns.begin(), patterns.end(), 0u);
    for (const ScoreType type : {ScoreType::float16, ScoreType::bfloat16}) {
        for (int number = 0; number < 4; ++number) {
            const Options options = combination(number);
            BOOST_TEST(faults_among(patterns, type, options) == 0);
            const auto [low, high] =
                std::minmax_element(patterns.begin(), patterns.end(), [&](std::uint32_t a, std::uint32_t b) {
                    return cpu::canonical_key(a, type, options) < cpu::canonical_key(b, type, options);
                });
            BOOST_TEST(cpu::canonical_key(*low, type, options) <= 0xFFFFu);
            BOOST_TEST(cpu::canonical_key(*high, type, options) <= 0xFFFFu);
        }
    }
}

BOOST_AUTO_TEST_CASE(keys_of_spread_float32_patterns_stand_as_their_numbers) {
    std::vector<std::uint32_t> patterns;
    for (std::uint64_t bits = 0; bits <= 0xFFFFFFFFu;
         bits += 99991) { // convention: a prime step, 42953 patterns
        patterns.push_back(static_cast<std::uint32_t>(bits));
    }
    for (const std::uint32_t edge :
         {0u, 1u, 0x7FFFFFu, 0x800000u, 0x7F7FFFFFu, 0x7F800000u, 0x7F800001u, 0x7FFFFFFFu}) {
        patterns.push_back(edge);
        patterns.push_back(edge | 0x80000000u);
    }
    for (int number = 0; number < 4; ++number) {
        BOOST_TEST(faults_among(patterns, ScoreType::float32, combination(number)) == 0);
    }
}

BOOST_AUTO_TEST_CASE(keys_are_the_numbers_of_c12) {
    const Options largest = combination(0);
    const Options smallest = combination(1);
    const auto key = [](std::uint32_t bits, const Options &options) {
        return cpu::canonical_key(bits, ScoreType::float32, options);
    };
    BOOST_TEST(key(0x3F800000u, largest) == 0xBF800000u);  // 1
    BOOST_TEST(key(0xBF800000u, largest) == 0x407FFFFFu);  // -1
    BOOST_TEST(key(0x00000000u, largest) == 0x80000000u);  // +0
    BOOST_TEST(key(0x80000000u, largest) == 0x80000000u);  // -0
    BOOST_TEST(key(0x80000001u, largest) == 0x7FFFFFFEu);  // the largest negative number
    BOOST_TEST(key(0xFFC00001u, largest) == 0xFFFFFFFFu);  // NaN
    BOOST_TEST(key(0xFFC00001u, smallest) == 0x00000000u); // NaN, the other end
    BOOST_TEST(key(0x3F800000u, smallest) == 0x407FFFFFu);
    BOOST_TEST(key(0x7FC00000u, combination(2)) == 0x00000000u);
    BOOST_TEST(key(0x7FC00000u, combination(3)) == 0xFFFFFFFFu);
    BOOST_TEST(cpu::canonical_key(0x3C00u, ScoreType::float16, largest) == 0xBC00u);
    BOOST_TEST(cpu::canonical_key(0xBF80u, ScoreType::bfloat16, largest) == 0x407Fu);
}

BOOST_AUTO_TEST_SUITE_END()
