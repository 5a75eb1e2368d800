// Rows that are hard to count: plateaus, values at the edges of bins, special values, patterns in order.
// Spec: contract/C3. Layer: proptests/census.
#pragma once

#include <random>

#include "slow.hpp"

namespace rows_gen {

using namespace exactk;

/// Values at which something changes: zeros, subnormals, the ends of float16, infinities, NaNs of all sorts.
inline std::vector<std::uint32_t> edges(ScoreType type) {
    static const std::vector<std::uint32_t> of32 = {
        0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x33000000, 0x33000001,
        0x32FFFFFF, 0xB3000000, 0x387FE000, 0x38800000, 0x3F800000, 0x3F801000, 0x3F800FFF,
        0x3F801001, 0xBF800000, 0x477FE000, 0x477FE001, 0x477FEFFF, 0x477FF000, 0x47800000,
        0xC77FF000, 0xC7800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7F800001,
        0x7FC00000, 0xFFC00000, 0xFFFFFFFF, 0x7FFFFFFF, 0xFF800001};
    static const std::vector<std::uint32_t> of16 = {0x0000, 0x8000, 0x0001, 0x8001, 0x03FF, 0x0400, 0x3C00,
                                                    0x3C01, 0xBC00, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01,
                                                    0x7E00, 0xFE00, 0xFFFF, 0x7FFF, 0xFC01};
    static const std::vector<std::uint32_t> of_b16 = {
        0x0000, 0x8000, 0x0001, 0x8001, 0x3300, 0x3301, 0xB300, 0x3880, 0x3F80, 0x3F81, 0xBF80, 0x477F,
        0x4780, 0xC780, 0x7F7F, 0x7F80, 0xFF80, 0x7F81, 0x7FC0, 0xFFC0, 0xFFFF, 0x7FFF, 0xFF81};
    return type == ScoreType::float32 ? of32 : type == ScoreType::float16 ? of16 : of_b16;
}

enum class Style { edges, few, any, near, plateau, rising, falling, ordinary, count };

/// n scores of a style, the same for the same numbers.
inline std::vector<std::uint32_t> row(ScoreType type, Style style, std::int64_t n, std::uint32_t seed) {
    std::mt19937 random(seed);
    const std::uint32_t all = type == ScoreType::float32 ? 0xFFFFFFFFu : 0xFFFFu;
    const std::vector<std::uint32_t> palette = edges(type);
    const std::uint32_t one = type == ScoreType::float32   ? 0x3F800000u
                              : type == ScoreType::float16 ? 0x3C00u
                                                           : 0x3F80u;
    const auto sign = (all >> 1) + 1;
    const std::uint32_t base = static_cast<std::uint32_t>(random()) & all;
    std::vector<std::uint32_t> made(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < made.size(); ++i) {
        const auto drawn = static_cast<std::uint32_t>(random());
        const auto place = static_cast<std::uint32_t>(i);
        switch (style) {
        case Style::edges: made[i] = palette[drawn % palette.size()]; break;
        case Style::few: made[i] = palette[(drawn % 3 + base) % palette.size()]; break;
        case Style::any: made[i] = drawn & all; break;
        case Style::near: made[i] = (base + drawn % 300) & all; break;
        case Style::plateau: made[i] = drawn % 50 == 0 ? drawn & all : palette[base % palette.size()]; break;
        case Style::rising: made[i] = one + place % (one / 2); break;
        case Style::falling: made[i] = sign | (one + place % (one / 2)); break;
        default: made[i] = (one - (one >> 3)) + drawn % (one >> 2); break;
        }
    }
    return made;
}

} // namespace rows_gen
