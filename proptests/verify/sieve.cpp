// Tests the judge's sieve: what may matter is kept, whatever the pattern, and what is beyond doubt worse falls.
// Spec: contract/C3. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <bit>
#include <cstring>
#include <vector>

#include "sieve.hpp"

using namespace exactk;
using namespace exactk::verify;

namespace {

constexpr std::int64_t word = 64; // bound: elements that the sieve takes at once

/// Patterns as they lie in memory.
std::vector<std::byte> image(const std::vector<std::uint32_t> &patterns, ScoreType type) {
    const auto size = static_cast<std::size_t>(score_bytes[static_cast<int>(type)]);
    std::vector<std::byte> bytes(patterns.size() * size);
    for (std::size_t i = 0; i < patterns.size(); ++i)
        std::memcpy(bytes.data() + i * size, &patterns[i], size);
    return bytes;
}

/// First element that is wrongly kept or let fall under one worst pattern, or -1.
std::int64_t first_wrong(const std::vector<std::uint32_t> &patterns, ScoreType type, const Options &options,
                         std::uint32_t worst_bits) {
    const std::vector<std::byte> bytes = image(patterns, type);
    const JudgedOrder order(type, options);
    const Sieve sieve(type, order, worst_bits);
    const JudgedValue worst = order.value(worst_bits);
    const std::int64_t size = score_bytes[static_cast<int>(type)];
    for (std::int64_t first = 0; first < std::ssize(patterns); first += word) {
        const std::int64_t count = std::min(word, std::ssize(patterns) - first);
        const std::uint64_t kept = sieve.kept(bytes.data() + first * size, count);
        for (std::int64_t i = 0; i < word; ++i) {
            const bool is_kept = (kept >> i & 1) != 0;
            if (i >= count) {
                if (is_kept)
                    return first + i;
                continue;
            }
            const JudgedValue value = order.value(patterns[static_cast<std::size_t>(first + i)]);
            const bool worse = order.better(worst, value);
            const bool numbers = worst.level == 0 && value.level == 0;
            if (is_kept ? worse && numbers : !worse)
                return first + i;
        }
    }
    return -1;
}

/// Whether clean() stops where the words first differ in number from what kept() says.
bool counts_rightly(const std::vector<std::uint32_t> &patterns, ScoreType type, const Options &options,
                    std::uint32_t worst_bits, const std::vector<std::uint64_t> &words) {
    const std::vector<std::byte> bytes = image(patterns, type);
    const Sieve sieve(type, JudgedOrder(type, options), worst_bits);
    const std::int64_t size = score_bytes[static_cast<int>(type)];
    const std::int64_t blocks = std::ssize(patterns) / word;
    std::int64_t due = 0;
    while (due < blocks && std::popcount(sieve.kept(bytes.data() + due * word * size, word)) ==
                               std::popcount(words[static_cast<std::size_t>(due)]))
        ++due;
    const std::int64_t found = sieve.clean(bytes.data(), blocks, words.data());
    // Under a NaN as the worst it may leave all to be looked at.
    return found == due || (found == 0 && JudgedOrder(type, options).value(worst_bits).level != 0);
}

std::vector<Options> all_options() {
    std::vector<Options> all;
    for (const Direction direction : {Direction::largest, Direction::smallest}) {
        for (const NanPolicy policy : {NanPolicy::largest, NanPolicy::smallest}) {
            Options options;
            options.direction = direction;
            options.nan_policy = policy;
            all.push_back(options);
        }
    }
    return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(every_pattern_of_16_bits_is_sieved_rightly) {
    std::vector<std::uint32_t> patterns(1u << 16);
    for (std::uint32_t bits = 0; bits < patterns.size(); ++bits)
        patterns[bits] = bits;
    constexpr std::uint32_t step = 251; // convention: a prime, so that worsts come from all binades
    for (const ScoreType type : {ScoreType::float16, ScoreType::bfloat16}) {
        const auto kind = static_cast<int>(type);
        std::vector<std::uint32_t> worsts = {0,
                                             1,
                                             0x8000,
                                             0x8001,
                                             positive_infinity_bits[kind],
                                             negative_infinity_bits[kind],
                                             positive_infinity_bits[kind] + 1,
                                             negative_infinity_bits[kind] + 1,
                                             positive_infinity_bits[kind] - 1,
                                             negative_infinity_bits[kind] - 1,
                                             0x7FFF,
                                             0xFFFF};
        for (std::uint32_t bits = 3; bits < patterns.size(); bits += step)
            worsts.push_back(bits);
        for (const Options &options : all_options())
            for (const std::uint32_t worst : worsts)
                BOOST_REQUIRE_EQUAL(first_wrong(patterns, type, options, worst), -1);
    }
}

BOOST_AUTO_TEST_CASE(clean_blocks_are_counted_rightly_in_every_type) {
    BOOST_TEST(rc::check("clean blocks", [] {
        const auto type = static_cast<ScoreType>(*rc::gen::inRange(0, score_type_count));
        const bool wide = score_bits[static_cast<int>(type)] == 32;
        const auto pattern =
            wide ? rc::gen::arbitrary<std::uint32_t>() : rc::gen::inRange<std::uint32_t>(0, 1u << 16);
        constexpr std::size_t blocks = 5; // convention: some before and some behind the first that differs
        const std::size_t count = blocks * static_cast<std::size_t>(word);
        const auto patterns = *rc::gen::container<std::vector<std::uint32_t>>(count, pattern);
        const std::uint32_t worst =
            *rc::gen::oneOf(pattern, rc::gen::element<std::uint32_t>(0, wide ? 1u << 31 : 1u << 15));
        const Options options = *rc::gen::elementOf(all_options());
        const std::vector<std::byte> bytes = image(patterns, type);
        const Sieve sieve(type, JudgedOrder(type, options), worst);
        std::vector<std::uint64_t> words;
        for (std::size_t at = 0; at < count; at += static_cast<std::size_t>(word))
            words.push_back(sieve.kept(bytes.data() + at * bytes.size() / count, word));
        RC_ASSERT(counts_rightly(patterns, type, options, worst, words));
        const auto changed = *rc::gen::inRange<std::size_t>(0, blocks);
        words[changed] ^= std::uint64_t{1} << *rc::gen::inRange(0, 64);
        RC_ASSERT(counts_rightly(patterns, type, options, worst, words));
    }));
}

BOOST_AUTO_TEST_CASE(patterns_of_32_bits_are_sieved_rightly) {
    BOOST_TEST(rc::check("the sieve keeps what matters", [] {
        const auto pattern = rc::gen::oneOf(
            rc::gen::arbitrary<std::uint32_t>(),
            rc::gen::element<std::uint32_t>(0, 1, 0x80000000, 0x80000001, 0x7F800000, 0xFF800000, 0x7F800001,
                                            0xFF800001, 0x7FFFFFFF, 0xFFFFFFFF, 0x7F7FFFFF, 0xFF7FFFFF,
                                            0x007FFFFF, 0x00800000, 0x3F800000, 0xBF800000));
        std::vector<std::uint32_t> patterns = *rc::gen::container<std::vector<std::uint32_t>>(pattern);
        const std::uint32_t worst = *pattern;
        // Neighbours of the worst, where an end of the range that is off by one would show.
        for (const std::uint32_t near : {worst, worst + 1, worst - 1, worst ^ 0x80000000u})
            patterns.push_back(near);
        for (const Options &options : all_options())
            RC_ASSERT(first_wrong(patterns, ScoreType::float32, options, worst) == -1);
    }));
}
