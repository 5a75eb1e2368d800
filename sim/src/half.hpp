// Rounding of a float32 pattern to a float16 pattern, for the coarse bins of an exhibit.
// Spec: algorithm/E2. Layer: sim.
#pragma once

#include <cstdint>

namespace exactk::sim {

/// The float16 nearest to a float32, ties to even, as patterns; integer arithmetic only. Numbers from 65520
/// on become infinity, and any NaN becomes one quiet NaN of its sign.
inline std::uint16_t half_of(std::uint32_t single) {
    const std::uint32_t sign = (single >> 16) & 0x8000u;
    const std::uint32_t magnitude = single & 0x7FFFFFFFu;
    std::uint32_t half = 0;
    if (magnitude > 0x7F800000u) {
        half = 0x7E00u;
    } else if (magnitude >= 0x477FF000u) { // 65520, half way from 65504 to what would come next
        half = 0x7C00u;
    } else {
        // value = significand * 2^(scale - 150); a float16 step is 2^-24 up to 2^-14 and grows with it above.
        const std::uint32_t exponent = magnitude >> 23;
        const std::uint32_t significand = (magnitude & 0x7FFFFFu) | (exponent != 0 ? 0x800000u : 0u);
        const bool normal = exponent >= 113;
        const std::uint32_t dropped = normal ? 13 : (exponent != 0 ? 126 - exponent : 125);
        // Beyond 25 dropped bits every value is below half a step.
        const std::uint64_t wide = dropped > 25 ? 0 : significand;
        const std::uint32_t shift = dropped > 25 ? 25 : dropped;
        const std::uint64_t rest = wide & ((std::uint64_t{1} << shift) - 1);
        const std::uint64_t middle = std::uint64_t{1} << (shift - 1);
        std::uint64_t steps = wide >> shift;
        steps += rest > middle || (rest == middle && steps % 2 == 1) ? 1 : 0;
        // A normal number's significand holds the hidden bit, which adds 1 to the exponent field below it.
        half = static_cast<std::uint32_t>(steps) + (normal ? (exponent - 113) << 10 : 0u);
    }
    return static_cast<std::uint16_t>(sign | half);
}

} // namespace exactk::sim
