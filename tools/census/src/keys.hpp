// The signed key of a score: larger is preferred.
// Spec: contract/C3. Layer: tools/census.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

namespace exactk::census {

/// What the map from patterns to keys needs to know, of one type, direction and NaN policy.
struct KeyRule {
    std::int32_t flip = 0;                ///< -1 where the smallest are preferred, else 0
    std::int32_t nan_key = 0;             ///< greatest or least number that the key's type holds
    std::uint32_t infinity_magnitude = 0; ///< pattern of +inf; greater magnitudes are NaN
    std::uint32_t half_magnitude = 0;     ///< greatest magnitude that is at most 65504
};

inline KeyRule key_rule(ScoreType type, Direction direction, NanPolicy nan) {
    constexpr std::uint32_t at_most_65504[score_type_count] = {0x477FE000u, 0x7BFFu, 0x477Fu};
    const bool nan_first = (nan == NanPolicy::largest) == (direction == Direction::largest);
    KeyRule rule;
    rule.flip = direction == Direction::smallest ? -1 : 0;
    if (type == ScoreType::float32)
        rule.nan_key =
            nan_first ? std::numeric_limits<std::int32_t>::max() : std::numeric_limits<std::int32_t>::min();
    else
        rule.nan_key =
            nan_first ? std::numeric_limits<std::int16_t>::max() : std::numeric_limits<std::int16_t>::min();
    rule.infinity_magnitude = positive_infinity_bits[static_cast<int>(type)];
    rule.half_magnitude = at_most_65504[static_cast<int>(type)];
    return rule;
}

/// A number's key is its magnitude's pattern with its sign: patterns of one sign are ordered as numbers, and both
/// zeros come out as 0. Written without branches, so that compilers make vector code of a loop over it.
template <class Key> inline Key key_of(std::make_unsigned_t<Key> bits, const KeyRule &rule) {
    constexpr int top = std::numeric_limits<Key>::digits;
    const auto magnitude =
        static_cast<Key>(bits & static_cast<std::make_unsigned_t<Key>>(std::numeric_limits<Key>::max()));
    const auto sign =
        static_cast<Key>(static_cast<Key>(static_cast<Key>(bits) >> top) ^ static_cast<Key>(rule.flip));
    const auto number = static_cast<Key>((magnitude ^ sign) - sign);
    return magnitude > static_cast<Key>(rule.infinity_magnitude) ? static_cast<Key>(rule.nan_key) : number;
}

} // namespace exactk::census
