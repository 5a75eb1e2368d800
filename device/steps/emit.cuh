// Counts what each warp will write, and writes selected elements to their slots, in index order.
// Spec: algorithm/S7 S8 S10 O2. Layer: device.
#pragma once

#include "steps/threshold_digit.cuh"

namespace exactk::device {

/// The part of a chunk that a warp owns: contiguous, in index order.
struct Segment {
    std::uint32_t first;
    std::uint32_t last;
};

__device__ inline Segment segment_of(std::uint32_t count) {
    const std::uint32_t steps = (count + 31) / 32;
    const std::uint32_t steps_per_warp = (steps + warp_count() - 1) / warp_count();
    const std::uint32_t first = min(warp_id() * steps_per_warp * 32, count);
    return {first, min(first + steps_per_warp * 32, count)};
}

struct Counts {
    std::uint32_t above;
    std::uint32_t equal;
};

/// Above and equal elements of this warp's segment; every lane gets the sums.
template <class Access>
__device__ inline Counts count_segment(const Access &access, const Cut &cut, Segment segment) {
    Counts counts{0, 0};
#pragma unroll 2
    for (std::uint32_t position = segment.first + lane_id(); position < segment.last; position += 32) {
        const std::uint32_t key = access.key_at(position);
        counts.above += cut.above(key) ? 1 : 0;
        counts.equal += cut.equal(key) ? 1 : 0;
    }
    counts.above = __reduce_add_sync(0xFFFFFFFFu, counts.above);
    counts.equal = __reduce_add_sync(0xFFFFFFFFu, counts.equal);
    return counts;
}

/// Turns the warps' counts into what comes before each warp in its CTA; the CTA's shares go to shared memory.
/// Begins and ends with a barrier's worth of waiting: shares are visible to the CTA afterwards.
template <bool tapped>
__device__ inline Counts warp_bases(const RowArguments &arguments, SharedState &shared, Counts mine) {
    __syncthreads();
    if (lane_id() == 0) {
        shared.warp_words[0][warp_id()] = mine.above;
        shared.warp_words[1][warp_id()] = mine.equal;
    }
    __syncthreads();
    const bool there = lane_id() < warp_count();
    const std::uint32_t above = there ? shared.warp_words[0][lane_id()] : 0;
    const std::uint32_t equal = there ? shared.warp_words[1][lane_id()] : 0;
    std::uint32_t above_scan = above;
    std::uint32_t equal_scan = equal;
    for (int distance = 1; distance < 32; distance *= 2) {
        const std::uint32_t above_before = __shfl_up_sync(0xFFFFFFFFu, above_scan, distance);
        const std::uint32_t equal_before = __shfl_up_sync(0xFFFFFFFFu, equal_scan, distance);
        if (lane_id() >= static_cast<unsigned>(distance)) {
            above_scan += above_before;
            equal_scan += equal_before;
        }
    }
    if (threadIdx.x == 31) {
        const bool forget = has_fault<tapped>(arguments, fault_share_without_last) && warp_count() > 1;
        const int last = static_cast<int>(warp_count()) - 1;
        shared.above_share = above_scan - (forget ? shared.warp_words[0][last] : 0);
        shared.equal_share = equal_scan - (forget ? shared.warp_words[1][last] : 0);
    }
    const Counts bases{__shfl_sync(0xFFFFFFFFu, above_scan - above, warp_id()),
                       __shfl_sync(0xFFFFFFFFu, equal_scan - equal, warp_id())};
    __syncthreads();
    return bases;
}

/// Writes the selected elements of this warp's segment. `before` counts the above and equal elements of the row
/// at lower indices than the segment; `chunk_first` is the row index of the chunk's position 0, `chunk_scores` its
/// score.
template <class Bits, bool tapped, class Access>
__device__ inline void emit_segment(const RowArguments &arguments, const Access &access, const Cut &cut,
                                    Segment segment, Counts before, std::int64_t row,
                                    std::uint32_t chunk_first, const Bits *chunk_scores) {
    std::int32_t *const indices = arguments.indices + row * arguments.index_pitch;
    Bits *const scores = arguments.out_scores == nullptr || arguments.by_rank
                             ? nullptr
                             : static_cast<Bits *>(arguments.out_scores) + row * arguments.score_pitch;
    const std::uint32_t lanes_before = (1u << lane_id()) - 1u;
    for (std::uint32_t step = segment.first; step < segment.last; step += 32) {
        const std::uint32_t position = step + lane_id();
        const bool valid = position < segment.last;
        const std::uint32_t key = valid ? access.key_at(position) : 0;
        const bool above = valid && cut.above(key);
        const bool equal = valid && cut.equal(key);
        const std::uint32_t above_lanes = __ballot_sync(0xFFFFFFFFu, above);
        const std::uint32_t equal_lanes = __ballot_sync(0xFFFFFFFFu, equal);
        if ((above_lanes | equal_lanes) == 0) {
            continue;
        }
        const std::uint32_t above_before = before.above + __popc(above_lanes & lanes_before);
        const std::uint32_t equal_before = before.equal + __popc(equal_lanes & lanes_before);
        before.above += __popc(above_lanes);
        before.equal += __popc(equal_lanes);
        // Equal elements are taken by their ordinal in the row alone: [lo, lo + quota).
        const bool taken = above || (equal && equal_before >= cut.lo && equal_before - cut.lo < cut.quota);
        if (taken) {
            const std::uint32_t past_lo = equal_before > cut.lo ? equal_before - cut.lo : 0;
            const std::uint32_t slot = above_before + min(past_lo, cut.quota);
            if constexpr (tapped) {
                if (slot >= arguments.k) {
                    continue; // only a planted fault comes here; it may give wrong answers, not wild writes
                }
            }
            const std::uint32_t in_chunk = access.position_at(position);
            indices[slot] = static_cast<std::int32_t>(chunk_first + in_chunk);
            if (scores != nullptr) {
                scores[slot] = chunk_scores[in_chunk];
            }
        }
    }
}

/// Fills slots [m, k) of a row; member `member` of `members` CTAs takes its part.
template <class Bits>
__device__ inline void write_fill(const RowArguments &arguments, std::int64_t row, std::uint32_t m,
                                  int member, int members) {
    std::int32_t *const indices = arguments.indices + row * arguments.index_pitch;
    Bits *const scores = arguments.out_scores == nullptr
                             ? nullptr
                             : static_cast<Bits *>(arguments.out_scores) + row * arguments.score_pitch;
    const std::int64_t stride = static_cast<std::int64_t>(members) * blockDim.x;
#pragma unroll 1
    for (std::int64_t slot = m + static_cast<std::int64_t>(member) * blockDim.x + threadIdx.x;
         slot < arguments.k; slot += stride) {
        indices[slot] = arguments.fill_index;
        if (scores != nullptr) {
            scores[slot] = static_cast<Bits>(arguments.fill_score);
        }
    }
}

} // namespace exactk::device
