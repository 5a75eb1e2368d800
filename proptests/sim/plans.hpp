// Generators of hostile cases and of legal plans.
// Spec: algorithm/S3 S4 F1, contract/C3 C15. Layer: proptests/sim.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <rapidcheck.h>

#include "scene.hpp"

namespace plans {

/// NaNs of both signs with payloads, infinities, zeros, subnormals and a few numbers of each type.
inline const std::vector<std::uint32_t> hostile[exactk::score_type_count] = {
    {0x7FC00000u, 0xFFC00000u, 0x7FA00001u, 0xFF800001u, 0x7FFFFFFFu, 0xFFFFFFFFu, 0x7F800000u, 0xFF800000u,
     0x00000000u, 0x80000000u, 0x00000001u, 0x80000001u, 0x007FFFFFu, 0x807FFFFFu, 0x00800000u, 0x3F800000u,
     0x3F800001u, 0x3F900000u, 0xBF800000u, 0xBF800001u, 0x40000000u, 0x7F7FFFFFu, 0xFF7FFFFFu},
    {0x7E00u, 0xFE00u, 0x7D01u, 0xFC01u, 0x7FFFu, 0xFFFFu, 0x7C00u, 0xFC00u, 0x0000u, 0x8000u, 0x0001u,
     0x8001u, 0x03FFu, 0x83FFu, 0x0400u, 0x3C00u, 0x3C01u, 0xBC00u, 0xBC01u, 0x4000u, 0x7BFFu, 0xFBFFu},
    {0x7FC0u, 0xFFC0u, 0x7FA1u, 0xFF81u, 0x7FFFu, 0xFFFFu, 0x7F80u, 0xFF80u, 0x0000u, 0x8000u, 0x0001u,
     0x8001u, 0x007Fu, 0x807Fu, 0x0080u, 0x3F80u, 0x3F81u, 0xBF80u, 0xBF81u, 0x4000u, 0x7F7Fu, 0xFF7Fu}};

inline exactk::Options options() {
    exactk::Options o;
    o.direction = static_cast<exactk::Direction>(*rc::gen::inRange(0, 2));
    o.ties = static_cast<exactk::Ties>(*rc::gen::inRange(0, 2));
    o.order = static_cast<exactk::Order>(*rc::gen::inRange(0, 2));
    o.nan_policy = static_cast<exactk::NanPolicy>(*rc::gen::inRange(0, 2));
    o.fill_index = *rc::gen::element(-1, 0, 5, -2147483647 - 1, 2147483647);
    o.fill_score_given = *rc::gen::arbitrary<bool>();
    o.fill_score_bits = *rc::gen::arbitrary<std::uint32_t>();
    return o;
}

/// A score: drawn from the row's small alphabet, from all patterns, or near another so that low digits
/// decide. Rows are at least `least_width` wide.
inline scene::Case hostile_case(std::int64_t least_width = 0) {
    scene::Case c;
    const int type = *rc::gen::inRange(0, exactk::score_type_count);
    c.type = static_cast<exactk::ScoreType>(type);
    c.rows = *rc::gen::inRange<std::int64_t>(0, 4);
    c.width = *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(0, 12), rc::gen::inRange<std::int64_t>(0, 80),
                              rc::gen::inRange<std::int64_t>(0, 400));
    c.width += least_width;
    c.pitch = c.width + *rc::gen::inRange<std::int64_t>(0, 4);
    c.k =
        *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(0, 6), rc::gen::inRange<std::int64_t>(0, c.width + 4));
    c.output_gap = *rc::gen::inRange<std::int64_t>(0, 3);
    c.options = options();
    if (*rc::gen::arbitrary<bool>()) {
        const auto width = static_cast<std::int32_t>(c.width);
        for (std::int64_t r = 0; r < c.rows; ++r) {
            c.lengths.push_back(*rc::gen::oneOf(
                rc::gen::inRange<std::int32_t>(0, width + 1),
                rc::gen::element<std::int32_t>(-1, width + 1, width, 2147483647, -2147483647 - 1)));
        }
    }
    const std::uint32_t mask = type == 0 ? 0xFFFFFFFFu : 0xFFFFu;
    const bool any = *rc::gen::inRange(0, 4) == 0;
    const auto letters = *rc::gen::inRange<std::size_t>(1, 7);
    const auto alphabet =
        *rc::gen::container<std::vector<std::uint32_t>>(letters, rc::gen::elementOf(hostile[type]));
    const auto cells = static_cast<std::size_t>(c.rows * c.pitch);
    const auto draws = *rc::gen::container<std::vector<std::uint32_t>>(
        cells,
        rc::gen::resize(100, rc::gen::arbitrary<std::uint32_t>())); // convention: full size, full range
    for (const std::uint32_t draw : draws) {
        const std::uint32_t near = draw % 5 == 0 ? (draw >> 8 & 0x0303u) : 0u;
        c.patterns.push_back((any ? draw : alphabet[draw % letters] ^ near) & mask);
    }
    return c;
}

/// Makes most scores near each other, one in sixteen far better or far worse, and of each 64 neighbours eight far worse: so
/// are whole groups of a sample, and most of it has one digit.
inline void gather_a_crowd(scene::Case &c) {
    const bool wide = c.type == exactk::ScoreType::float32;
    const std::uint32_t near = wide ? 0x3F800000u : 0x3C00u;
    const std::uint32_t far = wide ? 0x7F000000u : 0x7B00u;
    const std::uint32_t sign = wide ? 0x80000000u : 0x8000u;
    const std::uint32_t worse = c.options.direction == exactk::Direction::largest ? far | sign : far;
    const std::uint32_t spread = *rc::gen::element(2u, 30u, wide ? 0x1000u : 30u);
    for (std::size_t i = 0; i < c.patterns.size(); ++i) {
        const bool outlier = *rc::gen::inRange(0, 16) == 0;
        c.patterns[i] = i % 64 < 8 ? worse
                        : outlier  ? far | *rc::gen::element(0u, sign)
                                   : near + *rc::gen::inRange(0u, spread);
    }
}

inline std::vector<int> digits(int key_bits) {
    const std::vector<std::vector<int>> wide = {
        {},       {8, 8, 8, 8}, {11, 11, 10},  {12, 12, 8},
        {16, 16}, {4, 12, 16},  {7, 9, 1, 15}, std::vector<int>(32, 1)};
    const std::vector<std::vector<int>> narrow = {{},   {8, 8},  {11, 5},
                                                  {16}, {1, 15}, std::vector<int>(16, 1)};
    if (*rc::gen::arbitrary<bool>()) {
        return *rc::gen::elementOf(key_bits == 32 ? wide : narrow);
    }
    std::vector<int> out;
    for (int left = key_bits; left > 0; left -= out.back()) {
        out.push_back(*rc::gen::inRange(1, std::min(left, exactk::digit_bits_max) + 1));
    }
    return out;
}

/// Any legal plan for a row `width` elements wide.
inline exactk::Plan plan(exactk::ScoreType type, std::int64_t width) {
    exactk::Plan p;
    p.ctas = *rc::gen::inRange(0, 20) == 0 ? *rc::gen::inRange(1, exactk::cta_count_max + 1)
                                           : *rc::gen::inRange(1, 65);
    p.digits = digits(exactk::score_bits[static_cast<int>(type)]);
    p.emission = static_cast<exactk::Plan::Emission>(*rc::gen::inRange(0, 2));
    if (*rc::gen::arbitrary<bool>()) {
        p.bounds = *rc::gen::container<std::vector<std::int64_t>>(
            static_cast<std::size_t>(p.ctas) + 1, rc::gen::inRange<std::int64_t>(0, width + 3));
        std::sort(p.bounds.begin(), p.bounds.end());
        p.bounds.front() = 0;
        p.bounds.back() = std::max(p.bounds.back(), width);
    }
    return p;
}

} // namespace plans
