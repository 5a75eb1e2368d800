// A heavy key: whether the sample has one, and the list of a chunk that notes where the elements with that key are.
// Spec: algorithm/F4 F5, contract/C3 C4. Layer: device.
#pragma once

#include "steps/list_rounds.cuh"

namespace exactk::device {

/// Whether so many samples have the threshold digit that one key may be heavy (F4).
__device__ inline bool is_crowded(const SharedState &state, std::uint32_t target) {
    return state.population > 32 && state.better + state.population > target + target / 4 + 16;
}

/// T of a row, and whether it is above a heavy key (F4).
struct Heavy {
    bool there;
    std::uint32_t threshold; ///< between the infinities
};

/// The end of F4 for a row whose threshold digit many samples have, from the state and the samples' keys, `target` of which
/// are to reach the threshold. The state's bounds of a heavy key were reset and the second histogram is clear, also
/// behind the next barrier after this. Every thread of the CTA calls it and gets the same.
template <bool tapped>
__device__ inline Heavy find_heavy(const RowArguments &arguments, const std::uint32_t *keys,
                                   std::uint32_t samples, std::uint32_t target, Shared &shared) {
    SharedState &state = shared.state;
    const int shift = threshold_shift({state.lo, state.hi});
    const std::uint32_t first = threshold_of<tapped>(arguments, state, shift);
    const std::uint32_t last = first + min((1u << shift) - 1u, state.hi - first);
    KeyBounds bounds{0xFFFFFFFFu, 0u};
    for (std::uint32_t i = threadIdx.x; i < samples; i += blockDim.x) {
        const std::uint32_t key = keys[i];
        if (key >= first && key <= last) {
            bounds = {min(bounds.lo, key), max(bounds.hi, key)};
        }
    }
    join_candidate_bounds(state, bounds);
    __syncthreads();
    const KeyBounds crowd{state.crowd_lo, state.crowd_hi};
    if (crowd.lo == crowd.hi && crowd.hi >= arguments.rule.worst && crowd.hi < arguments.rule.best) {
        return {true, settled_threshold(arguments, crowd.hi + 1)};
    }
    // One more digit tells them apart.
    const std::uint32_t open = target - state.better;
    const int finer = threshold_shift(crowd);
    for (std::uint32_t i = threadIdx.x; i < samples; i += blockDim.x) {
        const std::uint32_t key = keys[i];
        count_bin(shared, 1, key >= crowd.lo && key <= crowd.hi ? (key - crowd.lo) >> finer : 0xFFFFFFFFu);
    }
    __syncthreads();
    find_digit<true>(shared, 1, open);
    __syncthreads();
    const std::uint32_t threshold = crowd.lo + (state.digit << finer);
    clear_counts(shared, 1, blockDim.x);
    return {false, settled_threshold(arguments, threshold)};
}

/// Value of the scores that have a key, which is not a NaN's.
template <class Bits> __device__ inline float value_of_key(const RowArguments &arguments, std::uint32_t key) {
    const KeyRule &rule = arguments.rule;
    const std::uint32_t upward = key ^ rule.reverse;
    return score_value<Bits>(arguments, (upward & rule.sign) != 0 ? upward ^ rule.sign : upward ^ rule.ones);
}

/// Which elements of a strip have a value. Zeros of either sign are equal, and a NaN is equal to none.
template <class Bits>
__device__ inline std::uint32_t equal_of(const RowArguments &arguments, float value,
                                         const Strip<Bits> &strip) {
    constexpr int per_vector = Strip<Bits>::per_vector;
    std::uint32_t equal = 0;
#pragma unroll
    for (int i = 0; i < Strip<Bits>::elements; ++i) {
        const std::uint32_t bits = vector_element<Bits>(strip.vectors[i / per_vector], i % per_vector);
        equal |= score_value<Bits>(arguments, bits) == value ? 1u << i : 0u;
    }
    return equal & strip.inside;
}

/// Where the places of a chunk's elements with the heavy key are noted: from the end of the list's positions backwards, at
/// most m of them. With ties `high` a later one takes the place of the m-th before it.
struct Noted {
    std::uint32_t *last; ///< the first one noted
    std::uint32_t m;
    bool high;

    template <bool tapped>
    __device__ static Noted make(const RowArguments &arguments, const ListKeys &list, std::uint32_t m) {
        const bool forgets = has_fault<tapped>(arguments, fault_noted_first);
        return {list.positions + (arguments.list_entries - 1), m, arguments.ties_high && !forgets};
    }
    /// Whether ordinal `equal` is noted among `all` that have been met.
    __device__ bool holds(std::uint32_t equal, std::uint32_t all) const {
        return high ? all - equal <= m : equal < m;
    }
    /// Place of the ordinal that comes `offset` < m behind one at `turn` = that one's ordinal modulo m.
    __device__ std::uint32_t *place(std::uint32_t turn, std::uint32_t offset) const {
        const std::uint32_t at = turn + offset;
        return last - (at < m ? at : at - m);
    }
};

/// Writes down where a strip's elements are: the kept ones in the list, from entry `before.above` on, and of the equal ones,
/// the first of which has ordinal `before.equal` in the chunk, with `notes` those that are noted, `all` being met after the
/// tile.
template <class Bits>
__device__ inline void
place_strip(std::uint32_t kept, std::uint32_t equal, const StripCounts<Bits> &kept_counts,
            const StripCounts<Bits> &equal_counts, Counts before, std::uint32_t all, std::uint32_t position,
            const ListKeys &list, const Noted &noted, bool notes) {
    constexpr int per_vector = Strip<Bits>::per_vector;
#pragma unroll
    for (int q = 0; q < strip_vectors<Bits>; ++q) {
        std::uint32_t entry = before.above + StripCounts<Bits>::get(kept_counts.before, q);
        std::uint32_t ordinal = before.equal + StripCounts<Bits>::get(equal_counts.before, q);
#pragma unroll 1
        for (int element = 0; element < per_vector; ++element) {
            const std::uint32_t bit = 1u << (q * per_vector + element);
            if ((kept & bit) != 0) {
                list.positions[entry++] = position + element;
            }
            if ((equal & bit) != 0) {
                if (notes && noted.holds(ordinal, all)) {
                    *noted.place(ordinal % noted.m, 0) = position + element;
                }
                ++ordinal;
            }
        }
        before.above += StripCounts<Bits>::get(kept_counts.sums, q);
        before.equal += StripCounts<Bits>::get(equal_counts.sums, q);
        position += 32 * per_vector;
    }
}

/// F5 where there may be a heavy key: lists what is above it and notes what has it. Returns how many there are of both;
/// without a tap, where the list has no room, a number that is larger than it, and 0. Where it has none for the m places
/// beside the kept elements, what was noted means nothing. The first of `state.listed` was cleared. Holds barriers;
/// another must follow before the list is read.
template <class Bits, bool tapped>
__device__ inline Counts list_beside_heavy(const RowArguments &arguments, const RowGeometry &geometry,
                                           const Heavy &found, Chunk chunk, SharedState &state) {
    const Bits *const scores = row_scores<Bits, tapped>(arguments, geometry.row) + chunk.first;
    const std::uint32_t count = chunk.last - chunk.first;
    const ListKeys list = candidate_list(arguments, resident_area(arguments));
    const Noted noted = Noted::make<tapped>(arguments, list, geometry.m);
    const KeepRule rule = keep_rule<Bits>(arguments, found.threshold);
    // A NaN is equal to nothing.
    const float heavy =
        found.there ? value_of_key<Bits>(arguments, found.threshold - 1) : __uint_as_float(0x7FFFFFFFu);
    const VectorCut<Bits> cut{ChunkScores<Bits>(scores, count)};
    const std::uint32_t tile = warp_count() * Strip<Bits>::length;
    std::uint32_t position = cut.first_position + warp_id() * Strip<Bits>::length;
    Strip<Bits> strip;
    strip.load(scores, count, position);
    Counts met{0, 0};
    int turn = 0; // of three, as in ChunkFilter
#pragma unroll 1
    for (std::uint32_t tiles = (cut.vectors * Strip<Bits>::per_vector + tile - 1) / tile; tiles > 0;
         --tiles) {
        const std::uint32_t kept = kept_of<Bits>(arguments, rule, strip);
        const std::uint32_t equal = equal_of<Bits>(arguments, heavy, strip);
        if (tiles > 1) {
            strip.load(scores, count, position + tile);
        }
        const StripCounts<Bits> kept_counts(kept);
        const StripCounts<Bits> equal_counts(equal);
        // A tile has fewer than 2^16 elements.
        const std::uint32_t sums = kept_counts.sum() | equal_counts.sum() << 16;
        if (lane_id() == 0) {
            state.warp_words[turn][warp_id()] = sums;
            atomicAdd(&state.listed[turn], sums);
        }
        const int next = turn == 2 ? 0 : turn + 1;
        if (threadIdx.x == 0) {
            state.listed[next] = 0;
        }
        __syncthreads();
        const std::uint32_t all = state.listed[turn];
        const std::uint32_t before =
            __reduce_add_sync(0xFFFFFFFFu, lane_id() < warp_id() ? state.warp_words[turn][lane_id()] : 0u);
        const Counts after{met.above + (all & 0xFFFFu), met.equal + (all >> 16)};
        if (after.above <= arguments.list_entries) {
            const bool notes = after.above + noted.m <= arguments.list_entries && sums >> 16 != 0 &&
                               (noted.high || met.equal < noted.m);
            if ((sums & 0xFFFFu) != 0 || notes) {
                place_strip<Bits>(kept, equal, kept_counts, equal_counts,
                                  Counts{met.above + (before & 0xFFFFu), met.equal + (before >> 16)},
                                  after.equal, position + lane_id() * Strip<Bits>::per_vector, list, noted,
                                  notes);
            }
        } else if constexpr (!tapped) {
            return {arguments.list_entries + 1, 0};
        }
        met = after;
        position += tile;
        turn = next;
    }
    if (met.above <= arguments.list_entries) {
        __syncthreads(); // places that other warps wrote down are read below
#pragma unroll 1
        for (std::uint32_t i = threadIdx.x; i < met.above; i += blockDim.x) {
            list.keys[i] = __ldg(scores + list.positions[i]);
        }
    }
    return met;
}

/// S8 where the heavy key is the pivot, for the elements that this CTA listed and noted. `own` counts those, `base` those
/// of the CTAs before it.
template <class Bits, bool tapped>
__device__ inline void emit_beside_heavy(const RowArguments &arguments, const RowGeometry &geometry,
                                         const Cut &cut, Counts own, Counts base, std::uint32_t chunk_first) {
    const ListKeys list = candidate_list(arguments, resident_area(arguments));
    const Noted noted = Noted::make<tapped>(arguments, list, geometry.m);
    std::int32_t *const indices = arguments.indices + geometry.row * arguments.index_pitch;
    const Bits *const scores = row_scores<Bits, tapped>(arguments, geometry.row);
    // Of the chunk's equal elements those of ordinals [first, first + taken) are taken, and so many in chunks before.
    const std::uint32_t end = cut.lo + cut.quota;
    const std::uint32_t first = min(cut.lo - min(cut.lo, base.equal), own.equal);
    const std::uint32_t taken = max(min(end - min(end, base.equal), own.equal), first) - first;
    const std::uint32_t turn =
        noted.high || tapped ? first % noted.m : first; // a fault may take what is not noted
    const std::uint32_t taken_before = min(base.equal - min(cut.lo, base.equal), cut.quota);
    for (std::uint32_t i = threadIdx.x; i < own.above + taken; i += blockDim.x) {
        const bool above = i < own.above;
        const std::uint32_t position = above ? list.positions[i] : *noted.place(turn, i - own.above);
        // How many of the other kind stand before it.
        std::uint32_t low = 0;
        std::uint32_t high = above ? taken : own.above;
        while (low < high) {
            const std::uint32_t middle = (low + high) / 2;
            const std::uint32_t other = above ? *noted.place(turn, middle) : list.positions[middle];
            low = other < position ? middle + 1 : low;
            high = other < position ? high : middle;
        }
        const std::uint32_t slot = base.above + taken_before + (above ? i : i - own.above) + low;
        std::uint32_t index = chunk_first + position;
        if constexpr (tapped) {
            if (slot >= arguments.k) {
                continue; // only a planted fault comes here; it may give wrong answers, not wild writes
            }
            index = index >= geometry.n ? 0u : index;
        }
        indices[slot] = static_cast<std::int32_t>(index);
        if (arguments.out_scores != nullptr && !arguments.by_rank) {
            static_cast<Bits *>(arguments.out_scores)[geometry.row * arguments.score_pitch + slot] =
                scores[index];
        }
    }
}

} // namespace exactk::device
