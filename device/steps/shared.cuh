// A CTA's shared memory, and sums over its threads.
// Spec: algorithm/S4 S5 S7. Layer: device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/limits.hpp"
#include "launch/arguments.hpp"

namespace exactk::device {

/// Bins of a histogram are told in groups as well where few keys are counted, so that a threshold digit is found in two short
/// steps.
constexpr int group_bins = 64;                    // convention: 32 groups of 64 bins, or the other way round
constexpr int bin_groups = bins_max / group_bins; // bound: as many as a warp has lanes
static_assert(bin_groups == 32);

/// Where the bin of a digit stands in a histogram. With `spread` 0 there is the digit's own number; with bins_mixed it is elsewhere
/// within its group, so that digits which are multiples of 32 apart do not share a bank.
__host__ __device__ constexpr std::uint32_t bin_of(std::uint32_t digit, std::uint32_t spread) {
    return digit ^ (digit >> 5 & spread);
}
constexpr std::uint32_t bins_mixed = group_bins - 1; // bound: stays within the group
static_assert(bin_of(bins_max - 1, bins_mixed) / group_bins == bin_groups - 1);

/// Words of a histogram: behind its bins one that takes what is to be counted nowhere, and room that keeps vectors whole.
constexpr int histogram_words = bins_max + 4; // bound: 16-byte accesses

/// What CTAs of a cluster read of each other, and a CTA's warps of each other.
struct SharedState {
    std::uint32_t warp_words[4][32]; ///< one word a warp; several sets, so that uses can follow closely
    std::uint64_t warp_longs[32];
    std::uint32_t
        groups[2][bin_groups + 1]; ///< sums of the two histograms' bins; the last takes what counts nowhere
    std::uint32_t digit;
    std::uint32_t better;
    std::uint32_t population;
    std::uint32_t above_share; ///< read by the other CTAs at B2
    std::uint32_t equal_share;
    std::uint32_t above_base;
    std::uint32_t equal_base;
    std::uint32_t lo;        ///< bounds of keys, joined by atomics
    std::uint32_t hi;        ///< likewise
    std::uint32_t spread;    ///< how the bins of a row listed whole are spread
    std::uint32_t listed[3]; ///< what a tile of a chunk has listed, by turns
    std::uint32_t kept;      ///< length of the filter's list, read by the other CTAs at B3
    std::uint32_t
        crowd_lo; ///< bounds of the sampled keys or of the candidates that have a crowded digit, joined by atomics
    std::uint32_t crowd_hi; ///< likewise
    std::uint32_t equal;    ///< elements of the chunk with the heavy key, read by the other CTAs at B3
    std::uint32_t found;    ///< 1 if the last search for a digit found one
    std::uint32_t few_count;
    std::uint32_t few_keys[32];    ///< the last candidates (F7), in any order
    std::uint32_t few_entries[32]; ///< and where they stand in the row's list
    std::uint32_t facts[3];        ///< status, smallest selected key, its population: read by the other CTAs
};

/// The fixed part of dynamic shared memory; resident keys follow it.
struct Shared {
    std::uint32_t histogram[2]
                           [histogram_words]; ///< alternate by round, so that one barrier a round is enough
    SharedState state;
    std::uint32_t
        total[bins_max]; ///< the row's histogram where several CTAs share a row; last, since others lack it
};
// Vectors of 16 bytes are read and written in the histograms and in their sum.
static_assert(histogram_words % 4 == 0 && offsetof(Shared, state) % 16 == 0 &&
              offsetof(Shared, total) % 16 == 0);

/// Bytes before the resident area, where one CTA does a row and where several share it; keys may be shifted by up to one vector in
/// it.
inline constexpr std::int64_t resident_offset_alone =
    (offsetof(Shared, total) + 127) / 128 * 128; // bound: align up to 128
inline constexpr std::int64_t resident_offset_shared =
    (sizeof(Shared) + 127) / 128 * 128; // bound: align up to 128
static_assert(resident_offset_alone + 128 <= shared_bytes_alone &&
                  resident_offset_shared + 128 <= shared_bytes_fixed,
              "the planner leaves too little for the fixed part");

/// This CTA's dynamic shared memory. Functions out of line ask for it here instead of taking a reference, since a
/// reference would hide from the compiler that the memory is shared.
__device__ inline Shared &shared_of_cta() {
    extern __shared__ __align__(128) unsigned char memory[];
    return *reinterpret_cast<Shared *>(memory);
}

/// The area behind the fixed part.
__device__ inline void *resident_area(const RowArguments &arguments) {
    extern __shared__ __align__(128) unsigned char memory[];
    return memory + arguments.resident_offset;
}

__device__ inline unsigned lane_id() { return threadIdx.x & 31u; }
__device__ inline unsigned warp_id() { return threadIdx.x >> 5; }
__device__ inline unsigned warp_count() { return blockDim.x >> 5; }

/// Inclusive sum over a warp's lanes. The shuffle itself says whether there is a lower lane, which the language's
/// intrinsic does not pass on.
__device__ inline std::uint32_t warp_inclusive_sum(std::uint32_t value) {
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        asm volatile("{ .reg .pred lower; .reg .u32 other;\n"
                     "  shfl.sync.up.b32 other|lower, %0, %1, 0, 0xffffffff;\n"
                     "  @lower add.u32 %0, %0, other; }"
                     : "+r"(value)
                     : "r"(distance));
    }
    return value;
}

/// Exclusive sum over the CTA's threads; `sum` gets the total. Every thread calls it. Ends with all threads
/// past their reads of `words`' writers; the same `words` may be used again after another barrier.
__device__ inline std::uint32_t exclusive_sum(std::uint32_t value, std::uint32_t *words, std::uint32_t &sum) {
    __syncwarp();
    std::uint32_t inclusive = value;
    for (int distance = 1; distance < 32; distance *= 2) {
        const std::uint32_t before = __shfl_up_sync(0xFFFFFFFFu, inclusive, distance);
        inclusive += lane_id() >= static_cast<unsigned>(distance) ? before : 0;
    }
    if (lane_id() == 31) {
        words[warp_id()] = inclusive;
    }
    __syncthreads();
    const std::uint32_t warp_sum = lane_id() < warp_count() ? words[lane_id()] : 0;
    std::uint32_t scan = warp_sum;
    for (int distance = 1; distance < 32; distance *= 2) {
        const std::uint32_t before = __shfl_up_sync(0xFFFFFFFFu, scan, distance);
        scan += lane_id() >= static_cast<unsigned>(distance) ? before : 0;
    }
    sum = __shfl_sync(0xFFFFFFFFu, scan, 31);
    const std::uint32_t warps_before = __shfl_sync(0xFFFFFFFFu, scan - warp_sum, warp_id());
    return warps_before + inclusive - value;
}

/// Sum, minimum and bitwise or over the CTA's threads; every thread gets the result. Begins and ends with a
/// barrier.
template <class Combine>
__device__ inline std::uint32_t reduce(std::uint32_t value, std::uint32_t *words, std::uint32_t neutral,
                                       Combine combine) {
    __syncwarp(); // the lanes may come from loops of different length
    for (int distance = 16; distance > 0; distance /= 2) {
        value = combine(value, __shfl_xor_sync(0xFFFFFFFFu, value, distance));
    }
    __syncthreads();
    if (lane_id() == 0) {
        words[warp_id()] = value;
    }
    __syncthreads();
    value = lane_id() < warp_count() ? words[lane_id()] : neutral;
    for (int distance = 16; distance > 0; distance /= 2) {
        value = combine(value, __shfl_xor_sync(0xFFFFFFFFu, value, distance));
    }
    __syncthreads();
    return value;
}

/// Sum of 64-bit numbers modulo 2^64.
__device__ inline std::uint64_t reduce_sum(std::uint64_t value, std::uint64_t *longs) {
    __syncwarp();
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xFFFFFFFFu, value, distance);
    }
    __syncthreads();
    if (lane_id() == 0) {
        longs[warp_id()] = value;
    }
    __syncthreads();
    value = lane_id() < warp_count() ? longs[lane_id()] : 0;
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_xor_sync(0xFFFFFFFFu, value, distance);
    }
    __syncthreads();
    return value;
}

} // namespace exactk::device
