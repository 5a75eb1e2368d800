// Writes what can be observed of a row into the launch's tap; compiled to nothing in kernels without one.
// Spec: algorithm/O1 O2 O4. Layer: device.
#pragma once

#include "steps/threshold_digit.cuh"

namespace exactk::device {

/// The row's numbers; one thread of the row calls it.
template <bool tapped>
__device__ inline void tap_row(const RowArguments &arguments, const RowGeometry &geometry, int ctas) {
#ifndef EXACTK_WITHOUT_TAPS
    if constexpr (tapped) {
        TapRow &tap = arguments.tap.rows[geometry.row];
        tap.n = geometry.n;
        tap.m = geometry.m;
        tap.short_row = geometry.n <= arguments.k ? 1 : 0;
        tap.ctas = static_cast<std::uint32_t>(ctas);
    }
#endif
}

/// A finished round; all threads that one CTA of the row has call it, before the histogram is cleared. `spread`: how its
/// bins are spread; `threads`: no more than are there.
template <bool tapped>
__device__ inline void tap_list_round(const RowArguments &arguments, std::int64_t row, int round,
                                      int digit_bits, const RoundState &state, const std::uint32_t *histogram,
                                      std::uint32_t digit, std::uint32_t spread, std::uint32_t threads) {
#ifndef EXACTK_WITHOUT_TAPS
    if constexpr (tapped) {
        TapRound &tap = arguments.tap.rows[row].rounds[round];
        const std::uint32_t bins = 1u << digit_bits;
        for (std::uint32_t bin = threadIdx.x; bin < bins; bin += threads) {
            tap.histogram[bin] = histogram[bin_of(bin, spread)];
        }
        if (threadIdx.x == 0) {
            tap.written = 1;
            tap.shift = static_cast<std::uint32_t>(state.open_bits);
            tap.digit_bits = static_cast<std::uint32_t>(digit_bits);
            tap.digit = digit;
            tap.population = state.population;
            tap.above = state.above;
            tap.open = state.open;
            tap.prefix = state.prefix;
            tap.skip = state.skipped ? 1 : 0;
        }
    }
#endif
}

/// The same for a round of the plan's digits.
template <bool tapped>
__device__ inline void tap_round(const RowArguments &arguments, std::int64_t row, int round,
                                 const RoundState &state, const std::uint32_t *histogram,
                                 std::uint32_t digit) {
    tap_list_round<tapped>(arguments, row, round, arguments.digit_bits[round], state, histogram, digit, 0u,
                           blockDim.x);
}

/// Whether a test gives the threshold of every sampled row; if so it goes to `threshold`.
template <bool tapped>
__device__ inline bool threshold_is_forced(const RowArguments &arguments, std::uint32_t &threshold) {
#ifndef EXACTK_WITHOUT_TAPS
    if constexpr (tapped) {
        if (arguments.tap.threshold_forced != 0) {
            threshold = arguments.tap.threshold;
            return true;
        }
    }
#endif
    return false;
}

/// What the filter of a row found; one thread of the row calls it.
template <bool tapped>
__device__ inline void tap_filter(const RowArguments &arguments, std::int64_t row, const TapFilter &filter) {
#ifndef EXACTK_WITHOUT_TAPS
    if constexpr (tapped) {
        arguments.tap.rows[row].filter = filter;
    }
#endif
}

/// What it was told before; one thread of the row calls it, the one that told it.
template <bool tapped>
__device__ inline TapFilter tapped_filter(const RowArguments &arguments, std::int64_t row) {
#ifndef EXACTK_WITHOUT_TAPS
    if constexpr (tapped) {
        return arguments.tap.rows[row].filter;
    }
#endif
    return {};
}

/// What a CTA listed; one thread of the CTA calls it.
template <bool tapped>
__device__ inline void tap_kept(const RowArguments &arguments, std::int64_t row, int cta, std::uint32_t share,
                                std::uint32_t base) {
#ifndef EXACTK_WITHOUT_TAPS
    if constexpr (tapped) {
        TapCta &tap = arguments.tap.ctas[row * arguments.tap.ctas_max + cta];
        tap.kept_share = share;
        tap.kept_base = base;
    }
#endif
}

/// The cut after the rounds; one thread of the row calls it.
template <bool tapped>
__device__ inline void tap_cut(const RowArguments &arguments, std::int64_t row, const Cut &cut) {
#ifndef EXACTK_WITHOUT_TAPS
    if constexpr (tapped) {
        TapRow &tap = arguments.tap.rows[row];
        tap.prefix = cut.prefix;
        tap.quota = cut.quota;
        tap.lo = cut.lo;
    }
#endif
}

/// One CTA's chunk, shares and bases; one thread of the CTA calls it.
template <bool tapped>
__device__ inline void tap_cta(const RowArguments &arguments, std::int64_t row, int cta, Chunk chunk,
                               std::uint32_t above_share, std::uint32_t equal_share, std::uint32_t above_base,
                               std::uint32_t equal_base) {
#ifndef EXACTK_WITHOUT_TAPS
    if constexpr (tapped) {
        TapCta &tap = arguments.tap.ctas[row * arguments.tap.ctas_max + cta];
        tap.written = 1;
        tap.first = chunk.first;
        tap.last = chunk.last;
        tap.above_share = above_share;
        tap.equal_share = equal_share;
        tap.above_base = above_base;
        tap.equal_base = equal_base;
    }
#endif
}

} // namespace exactk::device
