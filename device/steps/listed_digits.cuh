// Bounds of keys in shared memory, their counts by digit, and the digit in which a rank lies.
// Spec: algorithm/F4 F6 S4 S5. Layer: device.
#pragma once

#include "steps/candidates.cuh"

namespace exactk::device {

/// Lower bound of the rank that was asked for, and the largest key.
struct KeyBounds {
    std::uint32_t lo;
    std::uint32_t hi;
};

/// Largest power of two up to 32 of which `count` keys make at least `groups` groups, as a shift.
__device__ inline int group_shift(std::uint32_t count, std::uint32_t groups) {
    int shift = 5;
    while (shift > 0 && (count + (1u << shift) - 1) >> shift < groups) {
        --shift;
    }
    return shift;
}

/// Takes a warp's keys into its bounds; groups are lanes side by side.
__device__ inline void bound_lanes(std::uint32_t key, int group, KeyBounds &bounds) {
    bounds.hi = max(bounds.hi, key);
    if (group == 5) { // all lanes
        bounds.lo = min(bounds.lo, __reduce_max_sync(0xFFFFFFFFu, key));
        return;
    }
    std::uint32_t largest = key;
#pragma unroll
    for (int step = 0; step < 4; ++step) {
        const std::uint32_t other = __shfl_xor_sync(0xFFFFFFFFu, largest, 1 << step);
        largest = step < group ? max(largest, other) : largest;
    }
    bounds.lo = min(bounds.lo, largest);
}

/// Joins a warp's bounds into the CTA's.
__device__ inline void join_bounds(SharedState &state, KeyBounds bounds) {
    const std::uint32_t lo = __reduce_min_sync(0xFFFFFFFFu, bounds.lo);
    const std::uint32_t hi = __reduce_max_sync(0xFFFFFFFFu, bounds.hi);
    if (lane_id() == 0) {
        atomicMin(&state.lo, lo);
        atomicMax(&state.hi, hi);
    }
}

/// Number of bits of a range of keys, at least 1.
__device__ inline int range_bits(std::uint32_t range) { return range == 0 ? 1 : 32 - __clz(range); }

/// Bits of a digit on a list.
constexpr int list_digit_bits = 11; // bound: bins_max bins
static_assert(1 << list_digit_bits == bins_max);

/// Counts one key in a bin and its group, without a branch: a bin above the last stands for none.
__device__ inline void count_bin(Shared &shared, int number, std::uint32_t bin) {
    atomicAdd(shared.histogram[number] + min(bin, static_cast<std::uint32_t>(bins_max)), 1u);
    atomicAdd(shared.state.groups[number] + min(bin / group_bins, static_cast<std::uint32_t>(bin_groups)),
              1u);
}

/// Clears one histogram with its groups, by so many threads.
__device__ inline void clear_counts(Shared &shared, int number, std::uint32_t threads) {
    uint4 *const bins = reinterpret_cast<uint4 *>(shared.histogram[number]);
    for (std::uint32_t i = threadIdx.x; i < bins_max / 4 && threadIdx.x < threads; i += threads) {
        bins[i] = uint4{0, 0, 0, 0};
    }
    if (threadIdx.x < bin_groups) {
        shared.state.groups[number][threadIdx.x] = 0;
    }
}

/// Clears both.
__device__ inline void clear_all_counts(Shared &shared, std::uint32_t threads) {
    uint4 *const bins = reinterpret_cast<uint4 *>(shared.histogram);
#pragma unroll 1
    for (std::uint32_t i = threadIdx.x; i < 2 * histogram_words / 4; i += threads) {
        bins[i] = uint4{0, 0, 0, 0};
    }
    if (threadIdx.x < bin_groups) {
        shared.state.groups[0][threadIdx.x] = 0;
        shared.state.groups[1][threadIdx.x] = 0;
    }
}

/// Bins of the group that belongs to this lane, added up; lane 0 has the best digits. Lanes begin at different vectors, so that
/// eight of them meet all banks.
__device__ inline std::uint32_t sum_group(const std::uint32_t *histogram) {
    constexpr std::uint32_t vectors = group_bins / 4;
    static_assert(vectors == 16);
    const uint4 *const group = reinterpret_cast<const uint4 *>(histogram) + (31 - lane_id()) * vectors;
    std::uint32_t sum = 0;
#pragma unroll 8 // measured: 16 spill
    for (std::uint32_t i = 0; i < vectors; ++i) {
        const uint4 four = group[(lane_id() % vectors) ^ i];
        sum += four.x + four.y + four.z + four.w;
    }
    return sum;
}

/// S5 over a finished histogram of bins_max bins: digit, better and population go to the state, by the first warp, and whether
/// there is one. A barrier must follow. `grouped`: the groups were counted, too; else they are added up from the bins,
/// which may be spread.
template <bool grouped> __device__ inline void find_digit(Shared &shared, int number, std::uint32_t open) {
    if (warp_id() != 0) {
        return;
    }
    // Lane 0 has the best digits.
    const std::uint32_t mirror = 31 - lane_id();
    const std::uint32_t in_group =
        grouped ? shared.state.groups[number][mirror] : sum_group(shared.histogram[number]);
    const std::uint32_t groups = warp_inclusive_sum(in_group);
    const std::uint32_t reaching = __ballot_sync(0xFFFFFFFFu, groups >= open);
    if (lane_id() == 0) {
        shared.state.found = reaching != 0 ? 1 : 0;
    }
    if (reaching == 0) {
        return;
    }
    const int group_lane = __ffs(static_cast<int>(reaching)) - 1;
    const std::uint32_t better = __shfl_sync(0xFFFFFFFFu, groups - in_group, group_lane);
    const std::uint32_t first = static_cast<std::uint32_t>(31 - group_lane) * group_bins;
    const std::uint32_t lower = first + 2 * mirror;
    const std::uint32_t *const histogram = shared.histogram[number];
    const std::uint32_t spread = grouped ? 0u : shared.state.spread;
    const uint2 two = {histogram[bin_of(lower, spread)], histogram[bin_of(lower + 1, spread)]};
    const std::uint32_t bins = better + warp_inclusive_sum(two.x + two.y);
    const std::uint32_t holders = __ballot_sync(0xFFFFFFFFu, bins >= open);
    if (holders != 0 && static_cast<int>(lane_id()) == __ffs(static_cast<int>(holders)) - 1) {
        const std::uint32_t before = bins - two.x - two.y;
        const bool upper = before + two.y >= open;
        shared.state.digit = lower + (upper ? 1 : 0);
        shared.state.better = upper ? before : before + two.y;
        shared.state.population = upper ? two.y : two.x;
    }
}

} // namespace exactk::device
