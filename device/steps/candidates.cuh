// Keeps what can still be selected after the first round as a list in index order, if it fits on chip.
// Spec: algorithm/S4 S8, contract/C10. Layer: device.
#pragma once

#include "steps/emit.cuh"

namespace exactk::device {

/// The elements of a chunk at or above the prefix, in index order: the above elements and the candidates. Later
/// rounds, shares and slots need no others, so they are the same from here as from the whole chunk.
struct ListKeys {
    std::uint32_t *keys;
    std::uint32_t *positions; ///< in the chunk
    std::uint32_t length;

    template <class Count> __device__ void first_pass(Count count) const { pass(count); }
    template <class Count> __device__ void pass(Count count) const {
        for (std::uint32_t base = warp_id() * 32; base < length; base += blockDim.x) {
            const std::uint32_t entry = base + lane_id();
            const bool valid = entry < length;
            count.one(valid ? keys[entry] : 0, valid);
        }
    }
    __device__ std::uint32_t count() const { return length; }
    __device__ std::uint32_t key_at(std::uint32_t entry) const { return keys[entry]; }
    __device__ std::uint32_t position_at(std::uint32_t entry) const { return positions[entry]; }
};

/// The launch's list, empty. It lies behind the resident keys.
__device__ inline ListKeys candidate_list(const RowArguments &arguments, void *area) {
    std::uint32_t *const first =
        reinterpret_cast<std::uint32_t *>(static_cast<unsigned char *>(area) + arguments.list_offset);
    return {first, first + arguments.list_entries, 0};
}

/// The warp's part of a chunk, four steps at a time so that their loads are in flight together:
/// visit(position, key, kept) with all lanes, in index order.
template <bool tapped, class Access, class Visit>
__device__ inline void visit_kept(const Access &access, Segment segment, std::uint32_t least, Visit visit) {
    constexpr int in_flight =
        tapped ? 2 : 4; // convention: independent loads of a lane; tapped kernels lack registers
    for (std::uint32_t base = segment.first; base < segment.last; base += 32 * in_flight) {
        std::uint32_t keys[in_flight];
#pragma unroll
        for (int part = 0; part < in_flight; ++part) {
            const std::uint32_t position = base + 32 * part + lane_id();
            keys[part] = position < segment.last ? access.key_at(position) : 0;
        }
#pragma unroll
        for (int part = 0; part < in_flight; ++part) {
            const std::uint32_t position = base + 32 * part + lane_id();
            visit(position, keys[part], position < segment.last && keys[part] >= least);
        }
    }
}

/// Fills the list; false, with nothing lost, if the chunk has more such elements than the list holds. Every thread
/// of the CTA calls it; ends with a barrier.
template <bool tapped, class Access>
__device__ inline bool collect_candidates(const Access &access, std::uint32_t least, std::uint32_t capacity,
                                          ListKeys &list, SharedState &shared) {
    const Segment segment = segment_of(access.count());
    std::uint32_t mine = 0;
    visit_kept<tapped>(access, segment, least,
                       [&](std::uint32_t, std::uint32_t, bool kept) { mine += kept ? 1 : 0; });
    mine = __reduce_add_sync(0xFFFFFFFFu, mine);
    __syncthreads();
    if (lane_id() == 0) {
        shared.warp_words[0][warp_id()] = mine;
    }
    __syncthreads();
    const std::uint32_t word = lane_id() < warp_count() ? shared.warp_words[0][lane_id()] : 0;
    const std::uint32_t total = __reduce_add_sync(0xFFFFFFFFu, word);
    if (total > capacity) {
        return false;
    }
    list.length = total;
    std::uint32_t before = __reduce_add_sync(0xFFFFFFFFu, lane_id() < warp_id() ? word : 0);
    if (mine != 0) {
        visit_kept<tapped>(access, segment, least, [&](std::uint32_t position, std::uint32_t key, bool kept) {
            const std::uint32_t lanes = __ballot_sync(0xFFFFFFFFu, kept);
            if (kept) {
                const std::uint32_t entry = before + __popc(lanes & ((1u << lane_id()) - 1u));
                list.keys[entry] = key;
                list.positions[entry] = position;
            }
            before += __popc(lanes);
        });
    }
    __syncthreads();
    return true;
}

} // namespace exactk::device
