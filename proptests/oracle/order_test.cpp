// Laws of the two value orders and of the two canonical keys.
// Spec: contract/C3 C12. Layer: proptests/oracle.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "harness.hpp"
#include "modes.hpp"
#include "rank_order.hpp"
#include "sort_order.hpp"

namespace {

using namespace exactk;
using namespace exactk::oracle::test;
namespace rank = exactk::oracle::rank;
namespace sort = exactk::oracle::sort;

const ScoreType half_types[] = {ScoreType::float16, ScoreType::bfloat16};

/// All 16-bit patterns, or float32 patterns of all binades with their neighbours.
std::vector<std::uint32_t> patterns_of(ScoreType type) {
    std::vector<std::uint32_t> patterns;
    if (type != ScoreType::float32) {
        patterns.resize(65536);
        std::iota(patterns.begin(), patterns.end(), 0u);
        return patterns;
    }
    for (std::uint32_t high = 0; high < 65536; ++high) {
        for (const std::uint32_t low : {0x0000u, 0x0001u, 0x7FFFu, 0x8000u, 0xFFFFu}) {
            patterns.push_back((high << 16) + low);
        }
    }
    return patterns;
}

} // namespace

BOOST_AUTO_TEST_SUITE(orders)

BOOST_AUTO_TEST_CASE(named_values_are_ordered_as_the_contract_says) {
    // Ascending, each line one canonical value; NaNs are placed by the policy.
    const std::vector<std::vector<std::uint32_t>> numbers = {{0xFF800000u},
                                                             {0xFF7FFFFFu},
                                                             {0xBF800000u},
                                                             {0x80800000u},
                                                             {0x807FFFFFu},
                                                             {0x80000001u},
                                                             {0x80000000u, 0x00000000u},
                                                             {0x00000001u},
                                                             {0x007FFFFFu},
                                                             {0x00800000u},
                                                             {0x3F800000u},
                                                             {0x7F7FFFFFu},
                                                             {0x7F800000u}};
    const std::vector<std::uint32_t> nans = {0x7F800001u, 0xFF800001u, 0x7FC00000u, 0xFFFFFFFFu, 0x7FA00001u};
    for (const Options &options : all_options()) {
        std::vector<std::vector<std::uint32_t>> ascending = numbers;
        ascending.insert(options.nan_policy == NanPolicy::largest ? ascending.end() : ascending.begin(),
                         nans);
        for (std::size_t i = 0; i < ascending.size(); ++i) {
            for (std::size_t j = 0; j < ascending.size(); ++j) {
                const bool preferred = options.direction == Direction::largest ? i > j : i < j;
                for (const std::uint32_t a : ascending[i]) {
                    for (const std::uint32_t b : ascending[j]) {
                        const ScoreType type = ScoreType::float32;
                        BOOST_TEST(rank::value_beats(a, b, type, options) == preferred);
                        BOOST_TEST(std::is_lt(sort::precedence(a, b, type, options)) == preferred);
                        BOOST_TEST(std::is_eq(sort::precedence(a, b, type, options)) == (i == j));
                    }
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(keys_of_both_oracles_agree_on_every_pattern_tried) {
    for (const ScoreType type : all_types) {
        for (const Options &options : all_options()) {
            int different = 0;
            for (const std::uint32_t bits : patterns_of(type)) {
                different +=
                    rank::canonical_key(bits, type, options) == sort::canonical_key(bits, type, options) ? 0
                                                                                                         : 1;
            }
            BOOST_TEST(different == 0);
        }
    }
}

BOOST_AUTO_TEST_CASE(keys_order_the_half_types_as_the_values_do) {
    for (const ScoreType type : half_types) {
        for (const Options &options : all_options()) {
            std::vector<std::uint32_t> patterns = patterns_of(type);
            std::stable_sort(patterns.begin(), patterns.end(), [&](std::uint32_t a, std::uint32_t b) {
                return sort::canonical_key(a, type, options) < sort::canonical_key(b, type, options);
            });
            int wrong = 0;
            for (std::size_t i = 1; i < patterns.size(); ++i) {
                const std::uint32_t low = patterns[i - 1], high = patterns[i];
                const bool keys_differ =
                    sort::canonical_key(low, type, options) != sort::canonical_key(high, type, options);
                const bool beats = rank::value_beats(high, low, type, options);
                const bool beaten = rank::value_beats(low, high, type, options);
                const bool precedes = std::is_lt(sort::precedence(high, low, type, options));
                wrong += beats == keys_differ && !beaten && precedes == keys_differ ? 0 : 1;
            }
            BOOST_TEST(wrong == 0);
        }
    }
}

BOOST_AUTO_TEST_CASE(keys_of_named_values_are_the_ones_of_the_formula) {
    struct Named {
        std::uint32_t bits;
        std::uint64_t key;
    };
    const Named named[] = {
        {0x3F800000u, 0xBF800000u}, {0x00000000u, 0x80000000u}, {0x80000000u, 0x80000000u},
        {0x80000001u, 0x7FFFFFFEu}, {0x00000001u, 0x80000001u}, {0x7F800000u, 0xFF800000u},
        {0xFF800000u, 0x007FFFFFu}, {0x7FC00000u, 0xFFFFFFFFu}, {0xFFC00000u, 0xFFFFFFFFu}};
    for (const Named &one : named) {
        Options upward;
        Options downward;
        downward.direction = Direction::smallest;
        BOOST_TEST(rank::canonical_key(one.bits, ScoreType::float32, upward) == one.key);
        BOOST_TEST(sort::canonical_key(one.bits, ScoreType::float32, upward) == one.key);
        BOOST_TEST(rank::canonical_key(one.bits, ScoreType::float32, downward) == 0xFFFFFFFFu - one.key);
        BOOST_TEST(sort::canonical_key(one.bits, ScoreType::float32, downward) == 0xFFFFFFFFu - one.key);
    }
}

BOOST_AUTO_TEST_CASE(flushing_of_subnormals_changes_no_order_and_no_key) {
    Options options;
    int wrong = 0;
    for (std::uint32_t pattern = 1; pattern < 1u << 23;
         pattern += 97) { // convention: any stride, all are subnormal
        // Volatile, so that the compiler keeps the work between the two changes of the mode.
        const volatile std::uint32_t given = pattern;
        volatile bool right = false;
        {
            const FlushedSubnormals mode;
            const ScoreType type = ScoreType::float32;
            const std::uint32_t bits = given;
            right = rank::value_beats(bits, bits - 1, type, options) &&
                    std::is_lt(sort::precedence(bits, bits - 1, type, options)) &&
                    rank::value_beats(0, 0x80000000u + bits, type, options) &&
                    rank::canonical_key(bits, type, options) == 0x80000000u + std::uint64_t{bits} &&
                    sort::canonical_key(bits, type, options) == 0x80000000u + std::uint64_t{bits};
        }
        wrong += right ? 0 : 1;
    }
    BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_SUITE_END()
