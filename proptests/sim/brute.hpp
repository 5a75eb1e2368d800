// The contract's answer by sorting the whole row, from values as doubles; for tests of the model only.
// Spec: contract/C1 to C7 C9 C12 C13 C14. Layer: proptests/sim.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "scene.hpp"

namespace brute {

/// Class and value: NaN has class 1 or -1 by the NaN policy, numbers class 0. Compares as C3 orders.
using Value = std::pair<int, double>;

inline bool is_nan(std::uint32_t pattern, exactk::ScoreType type) {
    switch (type) {
    case exactk::ScoreType::float32: return (pattern & 0x7FFFFFFFu) > 0x7F800000u;
    case exactk::ScoreType::float16: return (pattern & 0x7FFFu) > 0x7C00u;
    case exactk::ScoreType::bfloat16: return (pattern & 0x7FFFu) > 0x7F80u;
    }
    return false;
}

/// The value of a pattern that is no NaN. Scaling an integer keeps it exact and needs no subnormal anywhere,
/// so that it holds with denormals flushed.
inline double number(std::uint32_t pattern, exactk::ScoreType type) {
    if (type == exactk::ScoreType::bfloat16) {
        return number(pattern << 16, exactk::ScoreType::float32);
    }
    const bool wide = type == exactk::ScoreType::float32;
    const int fraction_bits = wide ? 23 : 10;
    const int exponent_max = wide ? 255 : 31;
    const int exponent = static_cast<int>(pattern >> fraction_bits) & exponent_max;
    const double sign = (pattern >> (wide ? 31 : 15) & 1) != 0 ? -1.0 : 1.0;
    const double fraction = pattern & ((1u << fraction_bits) - 1);
    if (exponent == exponent_max) {
        return sign * INFINITY;
    }
    const double significand = fraction + (exponent != 0 ? std::ldexp(1.0, fraction_bits) : 0.0);
    return sign * std::ldexp(significand, std::max(exponent, 1) - exponent_max / 2 - fraction_bits);
}

inline Value value(std::uint32_t pattern, exactk::ScoreType type, const exactk::Options &options) {
    if (is_nan(pattern, type)) {
        return {options.nan_policy == exactk::NanPolicy::largest ? 1 : -1, 0.0};
    }
    return {0, number(pattern, type)};
}

/// The words of C12, case by case.
inline std::uint64_t key(std::uint32_t pattern, exactk::ScoreType type, const exactk::Options &options) {
    const int w = type == exactk::ScoreType::float32 ? 32 : 16;
    const std::uint64_t top = (std::uint64_t{1} << w) - 1;
    const std::uint64_t half = std::uint64_t{1} << (w - 1);
    std::uint64_t u = pattern;
    if (u == half) {
        u = 0;
    }
    std::uint64_t key = u < half ? u + half : top - u;
    if (is_nan(pattern, type)) {
        key = options.nan_policy == exactk::NanPolicy::largest ? top : 0;
    }
    return options.direction == exactk::Direction::largest ? key : top - key;
}

/// The finaliser of C14.
inline std::uint64_t mix(std::uint64_t z) {
    z ^= z >> 30;
    z *= 0xBF58476D1CE4E5B9u;
    z ^= z >> 27;
    z *= 0x94D049BB133111EBu;
    z ^= z >> 31;
    return z;
}

inline std::uint32_t default_fill(exactk::ScoreType type, exactk::Direction direction) {
    const std::uint32_t infinity = type == exactk::ScoreType::float32   ? 0x7F800000u
                                   : type == exactk::ScoreType::float16 ? 0x7C00u
                                                                        : 0x7F80u;
    const std::uint32_t sign = type == exactk::ScoreType::float32 ? 0x80000000u : 0x8000u;
    return direction == exactk::Direction::largest ? infinity | sign : infinity;
}

inline void answer_row(const scene::Case &c, std::int64_t row, scene::Answer &answer) {
    const std::uint32_t *patterns = c.patterns.data() + row * c.pitch;
    const bool down = c.options.direction == exactk::Direction::largest;
    const std::int64_t n = std::clamp<std::int64_t>(c.length(row), 0, c.width);
    const std::int64_t m = std::min(n, c.k);
    std::vector<int> ranked(static_cast<std::size_t>(n));
    std::iota(ranked.begin(), ranked.end(), 0);
    if (c.options.ties == exactk::Ties::high) {
        std::reverse(ranked.begin(), ranked.end());
    }
    const auto value_of = [&](int i) { return value(patterns[i], c.type, c.options); };
    std::stable_sort(ranked.begin(), ranked.end(), [&](int a, int b) {
        return down ? value_of(a) > value_of(b) : value_of(a) < value_of(b);
    });

    exactk::Certificate certificate;
    if (m > 0) {
        const int last = ranked[static_cast<std::size_t>(m) - 1];
        certificate.pivot = key(patterns[last], c.type, c.options);
        for (std::int64_t rank = 0; rank < n; ++rank) {
            const Value v = value_of(ranked[static_cast<std::size_t>(rank)]);
            certificate.above += (down ? v > value_of(last) : v < value_of(last)) ? 1 : 0;
            certificate.population += v == value_of(last) ? 1 : 0;
            certificate.quota += v == value_of(last) && rank < m ? 1 : 0;
        }
    }
    std::uint32_t status = (m == 0 ? 1u : 0u) | (n <= c.k ? 2u : 0u) | (n != c.length(row) ? 16u : 0u) |
                           (m > 0 && certificate.population > certificate.quota ? 32u : 0u);
    for (std::int64_t i = 0; i < n; ++i) {
        const bool nan = is_nan(patterns[i], c.type);
        status |= nan ? 4u : 0u;
        status |= !nan && std::isinf(number(patterns[i], c.type)) ? 8u : 0u;
    }
    certificate.status = status;

    ranked.resize(static_cast<std::size_t>(m));
    if (c.options.order == exactk::Order::index) {
        std::sort(ranked.begin(), ranked.end());
    }
    std::uint64_t digest = mix(static_cast<std::uint64_t>(c.k));
    for (std::int64_t j = 0; j < c.k; ++j) {
        const bool real = j < m;
        const std::int32_t index = real ? ranked[static_cast<std::size_t>(j)] : c.options.fill_index;
        std::uint32_t score = real                         ? patterns[index]
                              : c.options.fill_score_given ? c.options.fill_score_bits
                                                           : default_fill(c.type, c.options.direction);
        if (c.type != exactk::ScoreType::float32) {
            score &= 0xFFFFu;
        }
        answer.indices.push_back(index);
        answer.scores.push_back(score);
        digest += mix(static_cast<std::uint64_t>(j) * 0x100000000u + static_cast<std::uint32_t>(index));
    }
    answer.certificates.push_back(certificate);
    answer.status.push_back(status);
    answer.digests.push_back(digest);
}

inline scene::Answer answer(const scene::Case &c) {
    scene::Answer out;
    for (std::int64_t row = 0; row < c.rows; ++row) {
        answer_row(c, row, out);
    }
    return out;
}

} // namespace brute
