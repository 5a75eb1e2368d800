// Long rows, on which every way through the selection is taken, and hostile floating point modes.
// Spec: contract/C5 C15, algorithm/S4 S5 S6 S8. Layer: proptests/cpu.
#include <bit>
#include <random>

#include <boost/test/unit_test.hpp>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "truth.hpp"

using namespace exactk;
using namespace cpu_test;

namespace {

/// Patterns of a row of one kind. Kinds: few finite values, smooth values, all patterns alike likely, one
/// value, ascending and descending keys (the sample of a long row sees these evenly), and winners that a
/// sample misses.
enum class Kind { few, smooth, patterns, one, ascending, descending, hidden };

std::uint32_t pattern(Kind kind, std::int64_t i, std::int64_t n, ScoreType type, std::mt19937_64 &random) {
    const std::uint32_t mask = type == ScoreType::float32 ? 0xFFFFFFFFu : 0xFFFFu;
    const auto place = static_cast<std::uint32_t>(i);
    switch (kind) {
    case Kind::few: return static_cast<std::uint32_t>(0x3F00 + random() % 5);
    case Kind::smooth: {
        const double u = static_cast<double>(random() >> 11) * 0x1p-53;
        const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(u * u * u - 0.25));
        return type == ScoreType::float32 ? bits : bits >> 16;
    }
    case Kind::patterns: return static_cast<std::uint32_t>(random()) & mask;
    case Kind::one: return 0x3F80u;
    case Kind::ascending: return place & mask;
    case Kind::descending: return (static_cast<std::uint32_t>(n) - place) & mask;
    case Kind::hidden: return i % 8 == 7 ? 0x4000u + place % 64 : place % 16;
    }
    return 0;
}

Batch long_row(Kind kind, ScoreType type, std::int64_t n, std::int64_t k, std::mt19937_64 &random) {
    Batch batch;
    batch.type = type;
    batch.width = batch.pitch = n;
    batch.k = batch.index_pitch = batch.score_pitch = k;
    for (std::int64_t i = 0; i < n; ++i) {
        batch.scores.push_back(pattern(kind, i, n, type, random));
    }
    batch.options.direction = static_cast<Direction>(random() % 2);
    batch.options.ties = static_cast<Ties>(random() % 2);
    batch.options.order = static_cast<Order>(random() % 2);
    batch.options.nan_policy = static_cast<NanPolicy>(random() % 2);
    return batch;
}

constexpr Kind kinds[] = {Kind::few,       Kind::smooth,     Kind::patterns, Kind::one,
                          Kind::ascending, Kind::descending, Kind::hidden};
constexpr ScoreType types[] = {ScoreType::float32, ScoreType::float16, ScoreType::bfloat16};

} // namespace

BOOST_AUTO_TEST_SUITE(large)

BOOST_AUTO_TEST_CASE(long_rows_equal_the_brute_force_truth) {
    std::mt19937_64 random(7); // convention: any seed
    for (const Kind kind : kinds) {
        for (const ScoreType type : types) {
            for (const std::int64_t n : {513, 4096, 40000, 100000}) {
                for (const std::int64_t k :
                     {std::int64_t{1}, std::int64_t{16}, std::int64_t{300}, n / 2, n - 1, n + 3}) {
                    const Batch batch = long_row(kind, type, n, k, random);
                    BOOST_TEST_INFO("kind " << static_cast<int>(kind) << " type " << static_cast<int>(type)
                                            << " n " << n << " k " << k);
                    BOOST_TEST(difference(run(batch), truth(batch)) == "");
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(about_k_winners_stand_out_of_equal_scores) {
    std::mt19937_64 random(17); // convention: any seed
    for (const std::size_t outstanding : {0u, 1u, 15u, 16u, 17u, 40u}) {
        for (const std::uint32_t step : {0u, 1u, 4096u}) { // the outstanding are equal, close, or far apart
            Batch batch = long_row(Kind::one, ScoreType::float32, 50000, 16, random);
            batch.options.direction = Direction::largest;
            for (std::size_t j = 0; j < outstanding; ++j) {
                batch.scores[j * 1201 + 7] = 0x4000u + step * static_cast<std::uint32_t>(j * 29 % 41);
            }
            BOOST_TEST_INFO("outstanding " << outstanding << " step " << step);
            BOOST_TEST(difference(run(batch), truth(batch)) == "");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_call_of_many_ragged_rows_equals_its_rows_alone) {
    std::mt19937_64 random(11); // convention: any seed
    Batch batch = long_row(Kind::few, ScoreType::float32, 300 * 700, 90, random);
    batch.rows = 300;
    batch.width = batch.pitch = 700;
    batch.options.order = Order::rank;
    batch.lengths.emplace();
    for (int r = 0; r < 300; ++r) {
        batch.lengths->push_back(static_cast<std::int32_t>(random() % 900) - 100);
    }
    BOOST_TEST(difference(run(batch), truth(batch)) == "");
}

#if defined(__SSE2__)
BOOST_AUTO_TEST_CASE(flush_to_zero_and_denormals_are_zero_change_nothing) {
    std::mt19937_64 random(13); // convention: any seed
    for (const ScoreType type : types) {
        Batch batch = long_row(Kind::patterns, type, 5000, 2400, random);
        for (std::uint32_t &bits : batch.scores) { // all subnormal, of both signs
            const std::uint32_t sign = type == ScoreType::float32 ? 0x80000000u : 0x8000u;
            bits &= sign | (type == ScoreType::bfloat16 ? 0x7Fu : 0x3FFu);
        }
        const Answer expected = truth(batch);
        const unsigned before = _mm_getcsr();
        _mm_setcsr(before | 0x8040u); // bound: bits 15 (FTZ) and 6 (DAZ) of MXCSR
        volatile float tiny = 1e-40f;
        volatile float twice = tiny + tiny; // 0 if the modes are really on
        const bool flushed = twice == 0.0f;
        const Answer found = run(batch);
        _mm_setcsr(before);
        BOOST_TEST(flushed);
        BOOST_TEST(difference(found, expected) == "");
    }
}
#endif

BOOST_AUTO_TEST_SUITE_END()
