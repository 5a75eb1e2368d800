// Laws of the widening: every 16-bit pattern, and float32 in every binade, against other expressions of it.
// Spec: contract/C3 C15. Layer: proptests/oracle.
#define BOOST_TEST_MODULE oracle
#include <boost/test/unit_test.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include <exactk/oracle/widen.hpp>

#include "modes.hpp"

namespace {

using exactk::ScoreType;
using exactk::oracle::is_nan;
using exactk::oracle::widen;

/// float16 built up from zero: the numbers of a binade are its power of two plus multiples of its spacing.
double float16_by_spacing(std::uint32_t bits) {
    const std::uint32_t binade = bits % 0x8000u / 1024u;
    const double step = bits % 1024u;
    const double sign = bits >= 0x8000u ? -1.0 : 1.0;
    if (binade == 31u) {
        return step > 0.0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
    }
    const double spacing = std::ldexp(1.0, binade == 0u ? -24 : static_cast<int>(binade) - 25);
    const double start = binade == 0u ? 0.0 : std::ldexp(1.0, static_cast<int>(binade) - 15);
    return sign * (start + step * spacing);
}

/// The same double bit for bit, so that signs of zero count; or both NaN.
bool same_double(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// What the compiler makes of a float32 pattern; right only while subnormals are not flushed.
double by_conversion(std::uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits)); }

/// Calls f on patterns of both signs in every binade of float32: both ends of it and many between.
template <class F> void for_float32_sample(F f) {
    constexpr std::uint32_t stride = 4093; // convention: a prime, so that all low bits vary
    for (std::uint32_t binade = 0; binade < 512; ++binade) {
        const std::uint32_t first = binade << 23;
        for (std::uint32_t fraction = 0; fraction < 1u << 23; fraction += stride) {
            f(first + fraction);
        }
        for (std::uint32_t edge = 0; edge < 64; ++edge) {
            f(first + edge);
            f(first + (1u << 23) - 1u - edge);
        }
        for (int bit = 0; bit < 23; ++bit) {
            f(first + (1u << bit));
        }
    }
}

template <class Expected> int count_wrong(ScoreType type, Expected expected) {
    int wrong = 0;
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const double wide = expected(bits);
        wrong += same_double(widen(bits, type), wide) && is_nan(bits, type) == std::isnan(wide) ? 0 : 1;
    }
    return wrong;
}

} // namespace

BOOST_AUTO_TEST_SUITE(widening)

BOOST_AUTO_TEST_CASE(every_float16_pattern_has_its_value) {
    BOOST_TEST(count_wrong(ScoreType::float16, float16_by_spacing) == 0);
}

BOOST_AUTO_TEST_CASE(every_bfloat16_pattern_has_the_value_of_the_float32_it_is_half_of) {
    BOOST_TEST(
        count_wrong(ScoreType::bfloat16, [](std::uint32_t bits) { return by_conversion(bits << 16); }) == 0);
}

BOOST_AUTO_TEST_CASE(float32_patterns_of_all_binades_have_the_value_the_compiler_gives_them) {
    int wrong = 0;
    int seen = 0;
    for_float32_sample([&](std::uint32_t bits) {
        const double wide = by_conversion(bits);
        const ScoreType type = ScoreType::float32;
        wrong += same_double(widen(bits, type), wide) && is_nan(bits, type) == std::isnan(wide) ? 0 : 1;
        ++seen;
    });
    BOOST_TEST(wrong == 0);
    BOOST_TEST(seen > 1000000);
}

BOOST_AUTO_TEST_CASE(no_width_is_a_subnormal_double) {
    int subnormal = 0;
    for_float32_sample([&](std::uint32_t bits) {
        subnormal += std::fpclassify(widen(bits, ScoreType::float32)) == FP_SUBNORMAL ? 1 : 0;
    });
    BOOST_TEST(subnormal == 0);
    BOOST_TEST(widen(1, ScoreType::float32) == std::ldexp(1.0, -149));
    BOOST_TEST(widen(1, ScoreType::bfloat16) == std::ldexp(1.0, -133));
    BOOST_TEST(widen(1, ScoreType::float16) == std::ldexp(1.0, -24));
}

BOOST_AUTO_TEST_CASE(bits_above_the_score_are_ignored) {
    BOOST_TEST(widen(0xFFFF3C00u, ScoreType::float16) == 1.0);
    BOOST_TEST(widen(0xFFFF3F80u, ScoreType::bfloat16) == 1.0);
    BOOST_TEST(!is_nan(0xFFFF3C00u, ScoreType::float16));
}

BOOST_AUTO_TEST_CASE(flushing_of_subnormals_changes_no_width) {
    int wrong = 0;
    int flushed = 0;
    for (std::uint32_t bits = 1; bits < 1u << 23; bits += 97) { // convention: any stride, all are subnormal
        const double expected = std::ldexp(static_cast<double>(bits), -149);
        // Volatile, so that the compiler keeps the work between the two changes of the mode.
        volatile double wide = 0.0;
        volatile double converted = 0.0;
        {
            const exactk::oracle::test::FlushedSubnormals mode;
            wide = widen(bits, ScoreType::float32);
            const volatile float narrow = std::bit_cast<float>(bits);
            converted = static_cast<double>(narrow);
        }
        wrong += same_double(wide, expected) ? 0 : 1;
        flushed += converted == 0.0 ? 1 : 0;
    }
    BOOST_TEST(wrong == 0);
    BOOST_TEST(flushed > 80000); // bound: the mode was really on: a conversion loses every subnormal
}

BOOST_AUTO_TEST_SUITE_END()
