// A row that one CTA lists whole: its keys stay in registers, from the first load to the last slot.
// Spec: algorithm/F1 F5 F6 F7 S7 S8 O4. Layer: device.
#pragma once

#include "kernels/row_select.cuh"

namespace exactk::device {

/// One strip a warp: the keys of a thread's elements, as far as they lie in the row.
template <class Bits> struct StripKeys {
    static constexpr int elements = Strip<Bits>::elements;
    static constexpr int per_vector = Strip<Bits>::per_vector;
    std::uint32_t keys[elements]; ///< 0 outside the row
    std::uint32_t inside;

    template <bool tapped>
    __device__ static StripKeys make(const RowArguments &arguments, const Strip<Bits> &strip) {
        StripKeys made;
        made.inside = strip.inside;
#pragma unroll
        for (int i = 0; i < elements; ++i) {
            const std::uint32_t bits = vector_element<Bits>(strip.vectors[i / per_vector], i % per_vector);
            made.keys[i] = made.holds(i) ? canonical_key<tapped>(arguments, bits) : 0u;
        }
        return made;
    }
    __device__ bool holds(int i) const { return (inside >> i & 1u) != 0; }
    /// Key i, by halves, since registers have no index.
    __device__ std::uint32_t pick(int i) const {
        std::uint32_t left[elements / 2];
#pragma unroll
        for (int j = 0; j < elements / 2; ++j) {
            left[j] = (i & elements / 2) != 0 ? keys[j + elements / 2] : keys[j];
        }
#pragma unroll
        for (int half = elements / 4; half > 0; half /= 2) {
#pragma unroll
            for (int j = 0; j < half; ++j) {
                left[j] = (i & half) != 0 ? left[j + half] : left[j];
            }
        }
        return left[0];
    }
    /// Counts the keys of a round.
    __device__ void count(const ListRound &look, Shared &shared, int number) const {
#pragma unroll
        for (int i = 0; i < elements; ++i) {
            look.count(keys[i], shared, number);
        }
        // What lies outside the row was counted as key 0, for that is cheaper than asking each time.
        if (inside != Strip<Bits>::all && look.digit(0) <= look.last) {
            const std::uint32_t outside = static_cast<std::uint32_t>(__popc(inside ^ Strip<Bits>::all));
            atomicSub(&shared.histogram[number][look.digit(0)], outside);
            atomicSub(&shared.state.groups[number][look.digit(0) / group_bins], outside);
        }
    }
    /// Bits of the elements for which `test(key)` holds.
    template <class Test> __device__ std::uint32_t where(Test test) const {
        std::uint32_t bits = 0;
#pragma unroll
        for (int i = 0; i < elements; ++i) {
            bits |= test(keys[i]) ? 1u << i : 0u;
        }
        return bits & inside;
    }
};

/// Position in the row of element i of a strip whose first vector of this lane is at `position`.
template <class Bits> __device__ inline std::uint32_t strip_position(std::uint32_t position, int i) {
    constexpr int per_vector = Strip<Bits>::per_vector;
    return position + i / per_vector * 32 * per_vector + i % per_vector;
}

/// Candidates of F7 into the state.
template <class Bits>
__device__ inline void push_few(const StripKeys<Bits> &strip, std::uint32_t candidates,
                                std::uint32_t position, SharedState &state) {
    if (candidates == 0) {
        return;
    }
    std::uint32_t at = atomicAdd(&state.few_count, static_cast<std::uint32_t>(__popc(candidates)));
    for (; candidates != 0; candidates &= candidates - 1) {
        const int i = __ffs(static_cast<int>(candidates)) - 1;
        state.few_keys[at & 31u] = strip.pick(i); // there are at most 32
        state.few_entries[at & 31u] = strip_position<Bits>(position, i);
        ++at;
    }
}

/// Sum of `count` over the warps before this one. One barrier; `words` is the caller's to choose.
__device__ inline std::uint32_t sum_of_warps_before(std::uint32_t count, std::uint32_t *words) {
    if (lane_id() == 0) {
        words[warp_id()] = count;
    }
    __syncthreads();
    return __reduce_add_sync(0xFFFFFFFFu, lane_id() < warp_id() ? words[lane_id()] : 0u);
}

/// S7 and S8 from registers: `above` and `equal` are bits of the strip.
template <class Bits, bool tapped>
__device__ inline void emit_strip(const RowArguments &arguments, const RowGeometry &geometry, const Cut &cut,
                                  std::uint32_t above, std::uint32_t equal, std::uint32_t position,
                                  SharedState &state) {
    constexpr int elements = StripKeys<Bits>::elements;
    constexpr int per_vector = StripKeys<Bits>::per_vector;
    std::int32_t *const indices = arguments.indices + geometry.row * arguments.index_pitch;
    Bits *const out_scores =
        arguments.out_scores == nullptr || arguments.by_rank
            ? nullptr
            : static_cast<Bits *>(arguments.out_scores) + geometry.row * arguments.score_pitch;
    const Bits *const scores = row_scores<Bits, tapped>(arguments, geometry.row);
    const StripCounts<Bits> above_counts(above);
    const StripCounts<Bits> equal_counts(equal);
    // Counts of whole rows fit 16 bits: two share a word.
    const std::uint32_t before =
        sum_of_warps_before(above_counts.sum() | equal_counts.sum() << 16, state.warp_words[3]);
    std::uint32_t above_base = before & 0xFFFFu;
    std::uint32_t equal_base = before >> 16;
#pragma unroll
    for (int q = 0; q < strip_vectors<Bits>; ++q) {
        std::uint32_t above_before = above_base + StripCounts<Bits>::get(above_counts.before, q);
        std::uint32_t equal_before = equal_base + StripCounts<Bits>::get(equal_counts.before, q);
#pragma unroll
        for (int i = q * per_vector; i < (q + 1) * per_vector; ++i) {
            const bool is_above = (above >> i & 1u) != 0;
            const bool is_equal = (equal >> i & 1u) != 0;
            if (is_above || (is_equal && equal_before >= cut.lo && equal_before - cut.lo < cut.quota)) {
                const std::uint32_t past_lo = equal_before > cut.lo ? equal_before - cut.lo : 0;
                const std::uint32_t slot = above_before + min(past_lo, cut.quota);
                const std::uint32_t index = strip_position<Bits>(position, i);
                if (!tapped || slot < arguments.k) { // only a planted fault goes beyond
                    indices[slot] = static_cast<std::int32_t>(index);
                    if (out_scores != nullptr) {
                        out_scores[slot] = scores[index];
                    }
                }
            }
            above_before += is_above ? 1u : 0u;
            equal_before += is_equal ? 1u : 0u;
        }
        above_base += StripCounts<Bits>::get(above_counts.sums, q);
        equal_base += StripCounts<Bits>::get(equal_counts.sums, q);
    }
    static_assert(elements == strip_vectors<Bits> * per_vector);
}

/// The same where all equal elements are taken, of which `taken` holds the bits as well, and indices alone are written.
template <class Bits, bool tapped>
__device__ inline void emit_strip_plainly(const RowArguments &arguments, const RowGeometry &geometry,
                                          std::uint32_t taken, std::uint32_t position, SharedState &state) {
    constexpr int per_vector = StripKeys<Bits>::per_vector;
    const StripCounts<Bits> counts(taken);
    std::uint32_t base = sum_of_warps_before(counts.sum(), state.warp_words[3]);
    std::int32_t *const indices = arguments.indices + geometry.row * arguments.index_pitch;
    const std::int32_t *const end = indices + arguments.k;
#pragma unroll
    for (int q = 0; q < strip_vectors<Bits>; ++q) {
        std::int32_t *slot = indices + (base + StripCounts<Bits>::get(counts.before, q));
#pragma unroll
        for (int i = q * per_vector; i < (q + 1) * per_vector; ++i) {
            if ((taken >> i & 1u) != 0) {
                if (!tapped || slot < end) { // only a planted fault goes beyond
                    *slot = static_cast<std::int32_t>(strip_position<Bits>(position, i));
                }
                ++slot;
            }
        }
        base += StripCounts<Bits>::get(counts.sums, q);
    }
}

/// Shares of a row that one CTA did, for its tap.
template <bool tapped>
__device__ inline void tap_whole(const RowArguments &arguments, const RowGeometry &geometry, const Cut &cut,
                                 std::uint32_t above, std::uint32_t equal, const TapFilter &told,
                                 SharedState &state) {
    if constexpr (tapped) {
        if (threadIdx.x == 0) {
            state.above_share = 0;
            state.equal_share = 0;
        }
        __syncthreads();
        const bool forget =
            has_fault<tapped>(arguments, fault_share_without_last) && warp_id() + 1 == warp_count();
        if (!forget) {
            atomicAdd(&state.above_share, static_cast<std::uint32_t>(__popc(above)));
            atomicAdd(&state.equal_share, static_cast<std::uint32_t>(__popc(equal)));
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            tap_row<tapped>(arguments, geometry, 1);
            tap_cut<tapped>(arguments, geometry.row, cut);
            tap_filter<tapped>(arguments, geometry.row, told);
            tap_kept<tapped>(arguments, geometry.row, 0, geometry.n, 0);
            tap_cta<tapped>(arguments, geometry.row, 0, chunk_of<tapped>(arguments, geometry.n, 0, 1),
                            state.above_share, state.equal_share, 0, 0);
        }
    }
}

/// A row with n > k > 0 that is listed whole. It has no more elements than the CTA's threads hold.
template <class Bits, bool tapped>
__device__ inline void select_whole_row(const RowArguments &arguments, const RowGeometry &geometry,
                                        Shared &shared) {
    const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, 0, 1);
    const ChunkScores<Bits> scores(row_scores<Bits, tapped>(arguments, geometry.row), chunk.last);
    // Strips begin with the row, whatever its alignment is, so that as many elements always fit.
    std::uint32_t position = warp_id() * Strip<Bits>::length;
    Strip<Bits> loaded;
    loaded.load(scores.first, chunk.last, position, scores.head == 0);
    position += lane_id() * Strip<Bits>::per_vector;
    reset_list_state(shared);
    const StripKeys<Bits> strip = StripKeys<Bits>::template make<tapped>(arguments, loaded);
    std::uint32_t largest = 0;
#pragma unroll
    for (int i = 0; i < StripKeys<Bits>::elements; ++i) {
        largest = max(largest, strip.keys[i]);
    }
    __syncthreads();
    join_bounds(shared.state, {0u, largest});
    __syncthreads();
    KeyBounds bounds{near_key(arguments, shared.state.hi, geometry.m, geometry.n), shared.state.hi};
    RoundState state;
    const ListCut found = search_list<tapped>(
        arguments, geometry, bounds, false, 0, shared, state, tapped,
        [&](const ListRound &look, int number) { strip.count(look, shared, number); }, [] {});
    if (found.few) {
        push_few(strip, strip.where([&](std::uint32_t key) { return found.candidate(key); }), position,
                 shared.state);
        __syncthreads();
        Counts unused{0, 0};
        rank_few<tapped>(arguments, shared.state, Segment{0, 0}, state, unused);
    }
    const Cut cut = cut_of<tapped>(arguments, state);
    const bool plain = (cut.skipped || cut.quota == state.population) &&
                       (arguments.out_scores == nullptr || arguments.by_rank);
    if (plain) {
        emit_strip_plainly<Bits, tapped>(arguments, geometry,
                                         strip.where([&](std::uint32_t key) { return key >= cut.prefix; }),
                                         position, shared.state);
    } else {
        emit_strip<Bits, tapped>(
            arguments, geometry, cut, strip.where([&](std::uint32_t key) { return cut.above(key); }),
            strip.where([&](std::uint32_t key) { return cut.equal(key); }), position, shared.state);
    }
    TapFilter told{};
    told.used = 1;
    told.kept = geometry.n;
    told.base = bounds.lo;
    told.top = bounds.hi;
    told.few = found.few ? 1 : 0;
    if constexpr (tapped) {
        tap_whole<tapped>(arguments, geometry, cut,
                          strip.where([&](std::uint32_t key) { return cut.above(key); }),
                          strip.where([&](std::uint32_t key) { return cut.equal(key); }), told, shared.state);
    }
    if (facts_wanted(arguments) || arguments.by_rank || arguments.digests != nullptr) {
        complete_listed_row<Bits, tapped, Solo>(arguments, geometry.row, state);
    }
}

} // namespace exactk::device
