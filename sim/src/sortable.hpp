// The canonical key of a score, from its sign, exponent and fraction as integers.
// Spec: algorithm/S2 F4, contract/C3 C12. Layer: sim.
#pragma once

#include <cstdint>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

#include "faults.hpp"

namespace exactk::sim {

/// Widths of the two fields below the sign bit.
struct Layout {
    int exponent_bits;
    int fraction_bits;
};
inline constexpr Layout layouts[score_type_count] = {{8, 23}, {5, 10}, {8, 7}}; // bound: IEEE 754, bfloat16

/// A score taken apart. `magnitude` counts the representable numbers from zero up to it, so it is 0 for both
/// zeros, and exponent and fraction need no case for subnormals.
struct Parts {
    bool negative;
    bool nan;
    bool infinite;
    std::int64_t magnitude;
};

/// Takes the low bits of `bits` apart as a score of `type`; integer arithmetic only, so no mode can touch it.
inline Parts parts_of(std::uint32_t bits, ScoreType type) {
    const Layout layout = layouts[static_cast<int>(type)];
    const std::int64_t exponents = std::int64_t{1} << layout.exponent_bits;
    const std::int64_t fractions = std::int64_t{1} << layout.fraction_bits;
    const std::int64_t pattern = bits;
    const std::int64_t fraction = pattern % fractions;
    const std::int64_t exponent = pattern / fractions % exponents;
    const std::int64_t sign = pattern / fractions / exponents % 2;
    const bool special = exponent == exponents - 1;
    return {sign != 0, special && fraction != 0, special && fraction == 0,
            EXACTK_SIM_FAULT(subnormals_flushed, exponent * fractions + fraction,
                             exponent == 0 ? 0 : exponent * fractions + fraction)};
}

/// The canonical key of C12 for parts of a score of `type`.
inline std::uint32_t key_of(const Parts &parts, ScoreType type, const Options &options) {
    const std::int64_t keys = std::int64_t{1} << score_bits[static_cast<int>(type)];
    // An ordinal is the signed number of representable steps from zero. C12 leaves the key below that of zero
    // unused (the pattern of -0 would have had it), hence the extra step down for negative numbers.
    const std::int64_t ordinal = parts.negative ? -parts.magnitude : parts.magnitude;
    std::int64_t key =
        keys / 2 + ordinal - (EXACTK_SIM_FAULT(zero_has_sign, ordinal < 0, parts.negative) ? 1 : 0);
    EXACTK_SIM_WHEN(half_saturates, key = faults::saturated(key, parts.magnitude, parts.negative,
                                                            type == ScoreType::float32);)
    if (parts.nan) {
        key = EXACTK_SIM_FAULT(nan_by_sign, options.nan_policy == NanPolicy::largest, !parts.negative)
                  ? keys - 1
                  : 0;
    }
    if (options.direction == Direction::smallest) {
        key = keys - 1 - key;
    }
    return static_cast<std::uint32_t>(key);
}

/// The canonical key (C12) of a score of `type` whose pattern is in the low bits of `bits`; higher bits are
/// ignored. Larger is preferred under `options`. Constant time.
inline std::uint32_t canonical_key(std::uint32_t bits, ScoreType type, const Options &options) {
    return key_of(parts_of(bits, type), type, options);
}

/// The keys of the two infinities: all numbers lie between them, a NaN may lie beyond either.
struct InfinityKeys {
    std::uint32_t preferred;
    std::uint32_t other;
};

inline InfinityKeys infinity_keys(ScoreType type, const Options &options) {
    const int number = static_cast<int>(type);
    const std::uint32_t positive = canonical_key(positive_infinity_bits[number], type, options);
    const std::uint32_t negative = canonical_key(negative_infinity_bits[number], type, options);
    return options.direction == Direction::largest ? InfinityKeys{positive, negative}
                                                   : InfinityKeys{negative, positive};
}

} // namespace exactk::sim
