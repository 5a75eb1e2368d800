// Sorts a row's selected indices by rank, once the set is known, and writes scores in that order.
// Spec: algorithm/S9 S10. Layer: device.
#pragma once

#include "steps/emit.cuh"

namespace exactk::device {

/// The element that a slot names. A planted fault can leave a slot unwritten; that may give wrong answers, not wild
/// reads.
template <bool tapped>
__device__ inline std::uint32_t slot_index(const std::int32_t *indices, std::uint32_t slot, std::uint32_t n) {
    const std::uint32_t index = static_cast<std::uint32_t>(indices[slot]);
    return tapped && index >= n ? 0 : index;
}

/// Smaller comes first: larger keys, then the tie rule. No two elements of a row are equal.
template <class Bits, bool tapped>
__device__ inline std::uint64_t rank_word(const RowArguments &arguments, const Bits *scores,
                                          std::uint32_t index) {
    const std::uint32_t key = canonical_key<tapped>(arguments, scores[index]);
    return static_cast<std::uint64_t>(~key) << 32 | (arguments.ties_high ? ~index : index);
}

/// One comparator stage of a sorting network over `count` places in which the lower place always gets the smaller
/// word, so that places past the end can be left out. `exchange(low, high)` compares and swaps.
template <class Exchange> __device__ inline void network(std::uint32_t count, Exchange exchange) {
    for (std::uint32_t half = 1; half < count; half *= 2) {
        for (std::uint32_t distance = half; distance > 0; distance /= 2) {
            // The first stage of a size mirrors its two halves, the others shift.
            const std::uint32_t flip = distance == half ? 2 * half - 1 : distance;
#pragma unroll 1
            for (std::uint32_t place = threadIdx.x; place < count; place += blockDim.x) {
                const std::uint32_t partner = place ^ flip;
                if (partner > place && partner < count) {
                    exchange(place, partner);
                }
            }
            __syncthreads();
        }
    }
}

/// One CTA sorts slots [0, m), in its resident area if it holds them, else where they lie. The slots were written
/// and a barrier passed; ends with a barrier.
template <class Bits, bool tapped>
__device__ inline void sort_by_rank(const RowArguments &arguments, std::int64_t row, std::uint32_t n,
                                    std::uint32_t m, void *area) {
    if (has_fault<tapped>(arguments, fault_rank_by_index)) {
        return;
    }
    std::int32_t *const indices = arguments.indices + row * arguments.index_pitch;
    const Bits *const scores = row_scores<Bits, tapped>(arguments, row);
    if (static_cast<std::int64_t>(m) * 8 <= arguments.resident_bytes) {
        std::uint64_t *const words = static_cast<std::uint64_t *>(area);
        for (std::uint32_t slot = threadIdx.x; slot < m; slot += blockDim.x) {
            words[slot] = rank_word<Bits, tapped>(arguments, scores, slot_index<tapped>(indices, slot, n));
        }
        __syncthreads();
        network(m, [=](std::uint32_t low, std::uint32_t high) {
            const std::uint64_t first = words[low];
            const std::uint64_t second = words[high];
            if (second < first) {
                words[low] = second;
                words[high] = first;
            }
        });
        for (std::uint32_t slot = threadIdx.x; slot < m; slot += blockDim.x) {
            const std::uint32_t low_half = static_cast<std::uint32_t>(words[slot]);
            indices[slot] = static_cast<std::int32_t>(arguments.ties_high ? ~low_half : low_half);
        }
        __syncthreads();
    } else {
        network(m, [=](std::uint32_t low, std::uint32_t high) {
            const std::uint32_t first = slot_index<tapped>(indices, low, n);
            const std::uint32_t second = slot_index<tapped>(indices, high, n);
            if (rank_word<Bits, tapped>(arguments, scores, second) <
                rank_word<Bits, tapped>(arguments, scores, first)) {
                indices[low] = static_cast<std::int32_t>(second);
                indices[high] = static_cast<std::int32_t>(first);
            }
        });
    }
}

/// Writes the scores of slots [0, m) from their indices; a barrier was passed since those were written.
template <class Bits, bool tapped>
__device__ inline void gather_scores(const RowArguments &arguments, std::int64_t row, std::uint32_t n,
                                     std::uint32_t m) {
    const std::int32_t *const indices = arguments.indices + row * arguments.index_pitch;
    const Bits *const source = row_scores<Bits, tapped>(arguments, row);
    Bits *const target = static_cast<Bits *>(arguments.out_scores) + row * arguments.score_pitch;
    for (std::uint32_t slot = threadIdx.x; slot < m; slot += blockDim.x) {
        target[slot] = source[slot_index<tapped>(indices, slot, n)];
    }
}

} // namespace exactk::device
