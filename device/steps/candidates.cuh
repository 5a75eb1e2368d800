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

/// The warp's part of a chunk's vectors, in index order, some at a time so that their loads are in flight together:
/// visit(position of the lane's vector, its keys, bits of those that are kept), with all lanes.
template <class Bits, bool tapped, class Access, class Visit>
__device__ inline void visit_kept(const Access &access, std::uint32_t least, Visit visit) {
    constexpr int per_vector = static_cast<int>(ChunkScores<Bits>::per_vector);
    constexpr int in_flight = tapped || sizeof(Bits) == 2 ? 1 : 2; // convention: more lacks registers
    const VectorCut<Bits> cut(access.chunk);
    const Segment segment = segment_of(cut.vectors);
    for (std::uint32_t base = segment.first; base < segment.last; base += 32 * in_flight) {
        std::uint32_t keys[in_flight][per_vector];
        std::uint32_t inside[in_flight];
#pragma unroll
        for (int part = 0; part < in_flight; ++part) {
            const std::uint32_t vector = base + 32 * part + lane_id();
            inside[part] = vector < segment.last ? cut.inside(vector, access.chunk.count) : 0u;
            access.load_keys(cut.first_position + vector * per_vector, inside[part], keys[part]);
        }
#pragma unroll
        for (int part = 0; part < in_flight; ++part) {
            std::uint32_t kept = 0;
#pragma unroll
            for (int element = 0; element < per_vector; ++element) {
                kept |= keys[part][element] >= least ? 1u << element : 0u;
            }
            const std::uint32_t vector = base + 32 * part + lane_id();
            visit(cut.first_position + vector * per_vector, keys[part], kept & inside[part]);
        }
    }
}

/// Fills the list; false, with nothing lost, if the chunk has more such elements than the list holds. Every thread
/// of the CTA calls it; ends with a barrier.
template <class Bits, bool tapped, class Access>
__device__ inline bool collect_candidates(const Access &access, std::uint32_t least, std::uint32_t capacity,
                                          ListKeys &list, SharedState &shared) {
    constexpr int per_vector = static_cast<int>(ChunkScores<Bits>::per_vector);
    std::uint32_t mine = 0;
    visit_kept<Bits, tapped>(access, least,
                             [&](std::uint32_t, const std::uint32_t(&)[per_vector], std::uint32_t kept) {
                                 mine += static_cast<std::uint32_t>(__popc(kept));
                             });
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
        visit_kept<Bits, tapped>(
            access, least,
            [&](std::uint32_t position, const std::uint32_t(&keys)[per_vector], std::uint32_t kept) {
                if (__any_sync(0xFFFFFFFFu, kept != 0) == 0) {
                    return;
                }
                // Lanes hold consecutive vectors: an exclusive sum over lanes keeps index order.
                const std::uint32_t count = static_cast<std::uint32_t>(__popc(kept));
                std::uint32_t inclusive = count;
                for (int distance = 1; distance < 32; distance *= 2) {
                    const std::uint32_t lower = __shfl_up_sync(0xFFFFFFFFu, inclusive, distance);
                    inclusive += lane_id() >= static_cast<unsigned>(distance) ? lower : 0;
                }
                std::uint32_t entry = before + inclusive - count;
#pragma unroll
                for (int element = 0; element < per_vector; ++element) {
                    if ((kept >> element & 1u) != 0) {
                        list.keys[entry] = keys[element];
                        list.positions[entry] = position + element;
                        ++entry;
                    }
                }
                before += __shfl_sync(0xFFFFFFFFu, inclusive, 31);
            });
    }
    __syncthreads();
    return true;
}

} // namespace exactk::device
