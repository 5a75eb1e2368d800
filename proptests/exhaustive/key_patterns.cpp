// Every bit pattern of every type: each key order is the oracle's comparison, each key C12's number.
// Spec: contract/C3 C12, algorithm/S2. Layer: proptests/exhaustive.
#define BOOST_TEST_MODULE key_patterns
#include <boost/test/unit_test.hpp>

#include <cstdio>

#include <exactk/contract.hpp>

#include "parallel.hpp"

#include "reference/cpu/src/key_map.hpp"
#include "reference/oracle/src/rank_order.hpp"
#include "reference/oracle/src/sort_order.hpp"
#include "sim/src/sortable.hpp"

using namespace exactk;
using exactk::exhaustive::Failures;

namespace {

/// What each implementation makes of one pattern.
struct Opinions {
    oracle::rank::Value rank;
    oracle::sort::Position sort;
    std::uint64_t sort_key;
    std::uint32_t cpu_key;
    std::uint32_t sim_key;
};

/// -1, 0 or 1 as a is preferred to, equal to or worse than b.
int by_rank_oracle(const Opinions &a, const Opinions &b, const Options &options) {
    const bool better = oracle::rank::beats(a.rank, b.rank, options);
    const bool worse = oracle::rank::beats(b.rank, a.rank, options);
    return static_cast<int>(worse) - static_cast<int>(better);
}

int by_sort_oracle(const Opinions &a, const Opinions &b, const Options &options) {
    const std::weak_ordering upwards = oracle::sort::compare_upwards(a.sort, b.sort);
    const int sign = upwards < 0 ? -1 : upwards > 0 ? 1 : 0;
    return options.direction == Direction::largest ? -sign : sign;
}

template <class Key> int by_keys(Key a, Key b) { return static_cast<int>(a < b) - static_cast<int>(a > b); }

/// Whether all opinions on the pair are one.
bool agree(const Opinions &a, const Opinions &b, const Options &options) {
    const int expected = by_rank_oracle(a, b, options);
    return expected == by_sort_oracle(a, b, options) && expected == by_keys(a.cpu_key, b.cpu_key) &&
           expected == by_keys(a.sim_key, b.sim_key);
}

/// C12 fixes the key as a number, not only its order.
bool one_key(const Opinions &a) { return a.cpu_key == a.sim_key && a.cpu_key == a.sort_key; }

/// Neighbours (p, p + 1) chain all patterns of one sign into one order; mirrors (p, -p) tie the two chains
/// together at zero, at the infinities and among the NaNs. Type and options are compile-time constants so
/// that 2^32 patterns take seconds.
template <ScoreType type, Direction direction, NanPolicy policy> struct Sweep {
    static constexpr Options options{direction, Ties::low, Order::index, policy, -1, false, 0};

    static Opinions opinions_on(std::uint32_t bits) {
        return {oracle::rank::value_of(bits, type), oracle::sort::position_of(bits, type, policy),
                oracle::sort::canonical_key(bits, type, options), cpu::canonical_key(bits, type, options),
                sim::canonical_key(bits, type, options)};
    }

    /// Patterns [first, last) and their mirrors; false if a pair is not agreed on, with the place in `at`.
    static bool range(std::uint64_t first, std::uint64_t last, std::uint64_t &at) {
        bool good = true;
        Opinions positive = opinions_on(static_cast<std::uint32_t>(first));
        Opinions negative = opinions_on(static_cast<std::uint32_t>(first + half));
        for (std::uint64_t p = first; p < last; ++p) {
            // The last pattern of a sign has the first of the other sign as its neighbour.
            const Opinions next_positive = opinions_on(static_cast<std::uint32_t>(p + 1));
            const Opinions next_negative =
                opinions_on(static_cast<std::uint32_t>(p + 1 == half ? 0 : p + 1 + half));
            if (!agree(positive, next_positive, options) || !agree(negative, next_negative, options) ||
                !agree(positive, negative, options) || !one_key(positive) || !one_key(negative)) {
                at = p;
                good = false;
            }
            positive = next_positive;
            negative = next_negative;
        }
        return good;
    }

    static void run(Failures &failures) {
        constexpr std::size_t blocks = half > 65536 ? 2048 : 8;
        exhaustive::for_all(blocks, [&](std::size_t number) {
            std::uint64_t at = 0;
            if (!range(number * (half / blocks), (number + 1) * (half / blocks), at)) {
                char text[64];
                std::snprintf(text, sizeof text, "in block %zu, last at pattern 0x%08llX or its mirror",
                              number, static_cast<unsigned long long>(at));
                failures.add(text);
            }
        });
    }

private:
    static constexpr std::uint64_t half = std::uint64_t{1} << (score_bits[static_cast<int>(type)] - 1);
};

template <ScoreType type, Direction direction, NanPolicy policy> void sweep_and_report() {
    Failures failures;
    Sweep<type, direction, policy>::run(failures);
    BOOST_TEST(failures.count() == 0u, name(type) << " " << name(direction) << " nan " << name(policy) << ": "
                                                  << failures.count() << failures.text());
}

template <ScoreType type> void sweep_all_options() {
    sweep_and_report<type, Direction::largest, NanPolicy::largest>();
    sweep_and_report<type, Direction::largest, NanPolicy::smallest>();
    sweep_and_report<type, Direction::smallest, NanPolicy::largest>();
    sweep_and_report<type, Direction::smallest, NanPolicy::smallest>();
}

} // namespace

BOOST_AUTO_TEST_CASE(every_float16_pattern_is_ordered_alike) { sweep_all_options<ScoreType::float16>(); }

BOOST_AUTO_TEST_CASE(every_bfloat16_pattern_is_ordered_alike) { sweep_all_options<ScoreType::bfloat16>(); }

BOOST_AUTO_TEST_CASE(every_float32_pattern_is_ordered_alike) { sweep_all_options<ScoreType::float32>(); }

// The rank oracle's own key, found by counting numbers, is slower: every 16-bit pattern, and float32 in steps
// that are coprime to every power of two, so that all fraction and exponent fields are met.
BOOST_AUTO_TEST_CASE(the_counted_key_is_the_formula) {
    for (const ScoreType type : {ScoreType::float32, ScoreType::float16, ScoreType::bfloat16}) {
        for (const Direction direction : {Direction::largest, Direction::smallest}) {
            for (const NanPolicy policy : {NanPolicy::largest, NanPolicy::smallest}) {
                Options options;
                options.direction = direction;
                options.nan_policy = policy;
                const std::uint64_t step =
                    type == ScoreType::float32 ? 251 : 1; // convention: any odd step works
                const std::uint64_t patterns = std::uint64_t{1} << score_bits[static_cast<int>(type)];
                std::uint64_t differences = 0;
                for (std::uint64_t p = 0; p < patterns; p += step) {
                    const std::uint32_t bits = static_cast<std::uint32_t>(p);
                    differences += oracle::rank::canonical_key(bits, type, options) !=
                                   oracle::sort::canonical_key(bits, type, options);
                }
                BOOST_TEST(differences == 0u, name(type));
            }
        }
    }
}
