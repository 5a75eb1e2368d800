// Finds the threshold digit of a round in the row's histogram, and whether the rounds end here.
// Spec: algorithm/S5 S6 O1. Layer: device.
#pragma once

#include "steps/count_digits.cuh"

namespace exactk::device {

/// Every thread of the CTA calls it with the same state and gets the same new one. `histogram` is the row's, in
/// shared or global memory. Begins and ends with the CTA's threads together.
template <bool tapped>
__device__ inline void choose_digit(const RowArguments &arguments, const std::uint32_t *histogram,
                                    SharedState &shared, int round, RoundState &state) {
    const Digit digit = digit_of<tapped>(arguments, state, round);
    const std::uint32_t bins = 1u << digit.bits;
    const std::uint32_t per_thread = (bins + blockDim.x - 1) / blockDim.x;
    // Thread 0 has the best digits: bins are taken from the top.
    const std::uint32_t best = threadIdx.x * per_thread;
    std::uint32_t mine = 0;
    for (std::uint32_t bin = best; bin < best + per_thread && bin < bins; ++bin) {
        mine += histogram[bins - 1 - bin];
    }
    if constexpr (tapped) {
        if (threadIdx.x ==
            0) { // a planted fault may leave no digit: then all CTAs of a row are to find the same
            shared.digit = 0;
            shared.better = 0;
            shared.population = 0;
        }
    }
    std::uint32_t all = 0;
    std::uint32_t better = exclusive_sum(mine, shared.warp_words[round & 1], all);
    const std::uint32_t loose = has_fault<tapped>(arguments, fault_threshold_off_by_one) ? 1 : 0;
    if (better < state.open + loose && state.open + loose <= better + mine) {
        std::uint32_t bin = best;
        while (better + histogram[bins - 1 - bin] < state.open + loose) {
            better += histogram[bins - 1 - bin];
            ++bin;
        }
        shared.digit = bins - 1 - bin;
        shared.better = better;
        shared.population = histogram[bins - 1 - bin];
    }
    __syncthreads();
    state.prefix |= shared.digit << digit.shift;
    state.above += shared.better;
    state.open -= shared.better;
    state.population = shared.population;
    state.open_bits = digit.shift;
    const std::uint32_t full =
        state.open + (has_fault<tapped>(arguments, fault_skip_off_by_one) && state.open_bits > 0 ? 1 : 0);
    if (state.population == full) {
        state.skipped = true;
        state.above += state.open;
        state.open = 0;
    }
    // The next use of the shared words comes after the next round's counting and its barrier.
}

/// After the rounds: whether an element is above, or equal, by its key.
struct Cut {
    std::uint32_t prefix;
    std::uint32_t quota;
    std::uint32_t lo;
    bool skipped;

    __device__ bool above(std::uint32_t key) const { return skipped ? key >= prefix : key > prefix; }
    __device__ bool equal(std::uint32_t key) const { return !skipped && key == prefix; }
};

template <bool tapped> __device__ inline Cut cut_of(const RowArguments &arguments, const RoundState &state) {
    Cut cut;
    cut.prefix = state.prefix;
    cut.skipped = state.skipped && !has_fault<tapped>(arguments, fault_never_skips_prefix);
    cut.quota = state.skipped ? 0 : state.open;
    const bool high = arguments.ties_high && !has_fault<tapped>(arguments, fault_high_as_low);
    cut.lo = high && !state.skipped ? state.population - state.open : 0;
    if (has_fault<tapped>(arguments, fault_first_come_tie) && !state.skipped) {
        cut.lo = state.population - state.open - cut.lo;
    }
    return cut;
}

} // namespace exactk::device
