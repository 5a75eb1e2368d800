// Layout of the trace that tapped kernels write to device memory, for its writer and its reader.
// Spec: algorithm/O1 O2 O3 O4. Layer: device.
#pragma once

#include <cstdint>

namespace exactk::device {

/// Most rounds of any digit plan that a kernel is built for.
inline constexpr int tap_rounds_max = 4; // bound: four 8-bit digits of a 32-bit key
/// Most bins of a round.
inline constexpr int tap_bins_max = 2048; // bound: an 11-bit digit

/// One round (O1); written by one CTA of the row.
struct TapRound {
    std::uint32_t written; ///< 1 if the round took place
    std::uint32_t shift;
    std::uint32_t digit_bits;
    std::uint32_t digit;
    std::uint32_t population;
    std::uint32_t above; ///< after the round
    std::uint32_t open;  ///< after the round
    std::uint32_t prefix;
    std::uint32_t skip;
    std::uint32_t histogram[tap_bins_max];
};

/// The filter (O4); written by one CTA of the row.
struct TapFilter {
    std::uint32_t used;
    std::uint32_t sampled;
    std::uint32_t target;
    std::uint32_t lo;
    std::uint32_t hi;
    std::uint32_t shift;
    std::uint32_t digit;
    std::uint32_t reached;
    std::uint32_t heavy;
    std::uint32_t threshold;
    std::uint32_t kept;
    std::uint32_t equal;
    std::uint32_t fell_back;
    std::uint32_t base;
    std::uint32_t top;
    std::uint32_t few;
};

/// One CTA (O2 O4).
struct TapCta {
    std::uint32_t written; ///< 1 if this CTA took part
    std::uint32_t first;
    std::uint32_t last;
    std::uint32_t above_share;
    std::uint32_t equal_share;
    std::uint32_t above_base;
    std::uint32_t equal_base;
    std::uint32_t kept_share;
    std::uint32_t kept_base;
};

/// One row. The CTAs follow it in memory: `ctas_max` TapCta records of the tap's descriptor.
struct TapRow {
    std::uint32_t n;
    std::uint32_t m;
    std::uint32_t short_row;
    std::uint32_t ctas; ///< CTAs that shared the row
    std::uint32_t prefix;
    std::uint32_t quota;
    std::uint32_t lo;
    TapFilter filter;
    TapRound rounds[tap_rounds_max];
};

/// Where a tapped launch writes, and which planted fault it runs with (0: none). All zero: no tap.
struct Tap {
    TapRow *rows = nullptr; ///< [rows] in device memory, zeroed by the caller
    TapCta *ctas = nullptr; ///< [rows, ctas_max] in device memory, zeroed by the caller
    int ctas_max = 0;
    int fault = 0;            ///< id from device/observe/faults.hpp
    int threshold_forced = 0; ///< 1: `threshold` is the T of every sampled row
    std::uint32_t threshold = 0;
};

} // namespace exactk::device
