// A row that one CTA lists whole: its keys stay in registers, from the first load to the last slot.
// Spec: algorithm/F1 F5 F6 F7 F8 S7 S8 O4. Layer: device.
#pragma once

#include "kernels/row_select.cuh"
#include "steps/row_keys.cuh"

namespace exactk::device {

/// Indices of a row that can be staged over its histograms before they are written.
constexpr std::uint32_t staged_max = 2 * histogram_words; // bound: the histograms of steps/shared.cuh

/// Which elements of a thread are above the pivot and equal to it, as masks of RowKeys.
struct WholeCut {
    std::uint32_t above;
    std::uint32_t equal;
};

/// F7 for keys in registers: `candidates` of the row become above, equal or out.
template <class Bits, int elements, bool tapped>
__device__ inline WholeCut rank_whole(const RowArguments &arguments, const RowGeometry &geometry,
                                      std::uint32_t candidates, SharedState &shared, RoundState &state) {
    using Keys = RowKeys<Bits, elements>;
    std::uint32_t at = 0;
    if (candidates != 0) { // few threads have one, hardly one has two
        at = atomicAdd(&shared.few_count, static_cast<std::uint32_t>(__popc(candidates)));
        std::uint32_t place = at;
        const Bits *const scores = row_scores<Bits, tapped>(arguments, geometry.row);
#pragma unroll 1
        for (std::uint32_t left = candidates; left != 0; left &= left - 1) {
            // Read again, since registers have no index.
            const std::uint32_t position =
                Keys::position_of(Keys::position(), __ffs(static_cast<int>(left)) - 1);
            shared.few_keys[place & 31u] = // there are at most 32
                canonical_key<tapped>(arguments, static_cast<std::uint32_t>(scores[position]));
            ++place;
        }
    }
    __syncthreads();
    rank_keys<tapped>(arguments, shared, state);
    WholeCut cut{0, 0};
#pragma unroll 1
    for (std::uint32_t left = candidates; left != 0; left &= left - 1) {
        const std::uint32_t key = shared.few_keys[at & 31u];
        const std::uint32_t bit = left & (0u - left);
        cut.above |= key > state.prefix ? bit : 0u;
        cut.equal |= key == state.prefix ? bit : 0u;
        ++at;
    }
    return cut;
}

/// The masks' elements that come before a warp's in the row. One barrier; `words` is the caller's to choose.
template <class Counts>
__device__ inline std::uint32_t before_warp(const Counts &counts, std::uint32_t *words) {
    if (lane_id() == 0) {
        words[warp_id()] = counts.sum();
    }
    __syncthreads();
    return __reduce_add_sync(0xFFFFFFFFu, lane_id() < warp_id() ? words[lane_id()] : 0u);
}

/// The equal elements of a row of which not all are taken: those with ordinals [lo, lo + quota).
template <class Bits, int elements>
__device__ inline std::uint32_t taken_of(std::uint32_t equal, const Cut &cut, SharedState &state) {
    using Keys = RowKeys<Bits, elements>;
    using VectorCounts = StripCounts<Bits, Keys::vectors>;
    const VectorCounts counts(equal);
    std::uint32_t base = before_warp(counts, state.warp_words[2]);
    // In few warps the quota begins or ends.
    const std::uint32_t end = base + counts.sum();
    const std::uint32_t quota_end = cut.lo + cut.quota;
    if (end <= cut.lo || base >= quota_end) {
        return 0;
    }
    if (base >= cut.lo && end <= quota_end) {
        return equal;
    }
    std::uint32_t taken = 0;
#pragma unroll
    for (int q = 0; q < Keys::vectors; ++q) {
        std::uint32_t ordinal = base + VectorCounts::get(counts.before, q);
#pragma unroll
        for (int i = q * Keys::per_vector; i < (q + 1) * Keys::per_vector; ++i) {
            const bool there = (equal >> i & 1u) != 0;
            taken |= there && ordinal - cut.lo < cut.quota ? 1u << i : 0u; // below lo it is a huge number
            ordinal += there ? 1u : 0u;
        }
        base += VectorCounts::get(counts.sums, q);
    }
    return taken;
}

/// Puts `value` at `at`, an address in shared memory, and moves it on, if bit i of `taken` is set. The compiler would jump
/// around each store.
template <int i>
__device__ inline void stage_if(std::uint32_t &at, std::uint32_t taken, std::uint32_t value) {
    asm volatile("{ .reg .pred there; .reg .u32 bit; and.b32 bit, %1, %3; setp.ne.u32 there, bit, 0;\n"
                 "  @there st.shared.u32 [%0], %2; @there add.u32 %0, %0, 4; }"
                 : "+r"(at)
                 : "r"(taken), "r"(value), "n"(1u << i)
                 : "memory");
}

/// Puts the positions of a strip's taken elements where their slots are staged, from element i on; `base` counts what comes before
/// the vector at hand and `at` is the address of the next one in it.
template <class Bits, int elements, int i, class VectorCounts>
__device__ inline void stage_strip(std::uint32_t area, std::uint32_t taken, std::uint32_t position,
                                   const VectorCounts &counts, std::uint32_t base, std::uint32_t at) {
    using Keys = RowKeys<Bits, elements>;
    if constexpr (i < elements) {
        constexpr int q = i / Keys::per_vector;
        if constexpr (i % Keys::per_vector == 0) {
            at = area + 4 * (base + VectorCounts::get(counts.before, q));
            base += VectorCounts::get(counts.sums, q);
        }
        stage_if<i>(at, taken, Keys::position_of(position, i));
        stage_strip<Bits, elements, i + 1>(area, taken, position, counts, base, at);
    }
}

/// Where a row's slots are written.
template <class Bits> struct RowSlots {
    std::int32_t *indices;
    Bits *out_scores; ///< null: none are asked for, or not yet
    const Bits *scores;

    __device__ void write(std::uint32_t slot, std::uint32_t index) const {
        indices[slot] = static_cast<std::int32_t>(index);
        if (out_scores != nullptr) {
            out_scores[slot] = scores[index];
        }
    }
};

template <class Bits, bool tapped>
__device__ inline RowSlots<Bits> row_slots(const RowArguments &arguments, std::int64_t row) {
    return {arguments.indices + row * arguments.index_pitch,
            arguments.out_scores == nullptr || arguments.by_rank
                ? nullptr
                : static_cast<Bits *>(arguments.out_scores) + row * arguments.score_pitch,
            row_scores<Bits, tapped>(arguments, row)};
}

/// S8 for a warp whose slots are beyond what can be staged; `first` of the taken elements come before the warp's. Out of line, since
/// hardly any row has so many slots.
template <class Bits, int elements, bool tapped>
__device__ __noinline__ void emit_unstaged(const RowArguments &arguments, std::int64_t row,
                                           std::uint32_t taken, std::uint32_t first) {
    using Keys = RowKeys<Bits, elements>;
    using VectorCounts = StripCounts<Bits, Keys::vectors>;
    const VectorCounts counts(taken);
    const RowSlots<Bits> slots = row_slots<Bits, tapped>(arguments, row);
#pragma unroll
    for (int q = 0; q < Keys::vectors; ++q) {
        std::uint32_t slot = first + VectorCounts::get(counts.before, q);
        first += VectorCounts::get(counts.sums, q);
#pragma unroll 1
        for (std::uint32_t left = taken >> (q * Keys::per_vector) & ((1u << Keys::per_vector) - 1u);
             left != 0; left &= left - 1) {
            const int i = q * Keys::per_vector + __ffs(static_cast<int>(left)) - 1;
            if (!tapped || slot < arguments.k) { // only a planted fault goes beyond
                slots.write(slot, Keys::position_of(Keys::position(), i));
            }
            ++slot;
        }
    }
}

/// S8: the taken elements in index order. Where they fit, each warp stages its own over the histograms, which nobody reads
/// after the barrier in here, so that slots are written side by side.
template <class Bits, int elements, bool tapped>
__device__ inline void emit_whole(const RowArguments &arguments, std::int64_t row, std::uint32_t taken,
                                  Shared &shared) {
    using Keys = RowKeys<Bits, elements>;
    using VectorCounts = StripCounts<Bits, Keys::vectors>;
    const VectorCounts counts(taken);
    const std::uint32_t first = before_warp(counts, shared.state.warp_words[3]);
    const std::uint32_t last = first + counts.sum();
    if (last > staged_max) {
        emit_unstaged<Bits, elements, tapped>(arguments, row, taken, first);
        return;
    }
    std::uint32_t *const staged = shared.histogram[0];
    stage_strip<Bits, elements, 0>(static_cast<std::uint32_t>(__cvta_generic_to_shared(staged)), taken,
                                   Keys::position(), counts, first, 0);
    __syncwarp();
    const RowSlots<Bits> slots = row_slots<Bits, tapped>(arguments, row);
#pragma unroll 1
    for (std::uint32_t slot = first + lane_id(); slot < last; slot += 32) {
        if (!tapped || slot < arguments.k) {
            slots.write(slot, staged[slot]);
        }
    }
}

/// Shares of a row that one CTA did, for its tap.
template <bool tapped>
__device__ inline void tap_whole(const RowArguments &arguments, const RowGeometry &geometry, const Cut &cut,
                                 const WholeCut &mine, const TapFilter &told, std::uint32_t warps,
                                 SharedState &state) {
    if constexpr (tapped) {
        if (threadIdx.x == 0) {
            state.above_share = 0;
            state.equal_share = 0;
        }
        __syncthreads();
        const bool forget = has_fault<tapped>(arguments, fault_share_without_last) && warp_id() + 1 == warps;
        if (!forget) {
            atomicAdd(&state.above_share, static_cast<std::uint32_t>(__popc(mine.above)));
            atomicAdd(&state.equal_share, static_cast<std::uint32_t>(__popc(mine.equal)));
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

/// Joins the threads' bounds of keys into the state's and says there how bins are to be spread. By words a warp, since as many
/// atomics would come one after the other. Two barriers.
__device__ inline void join_row(std::uint32_t varying, KeyBounds keys, bool there, SharedState &state) {
    keys = {__reduce_min_sync(0xFFFFFFFFu, keys.lo), __reduce_max_sync(0xFFFFFFFFu, keys.hi)};
    varying = __reduce_or_sync(0xFFFFFFFFu, varying);
    if (lane_id() == 0) {
        state.warp_words[0][warp_id()] = keys.lo;
        state.warp_words[1][warp_id()] = keys.hi;
        state.warp_words[2][warp_id()] = varying;
    }
    __syncthreads();
    if (warp_id() == 0) {
        keys.lo = __reduce_min_sync(0xFFFFFFFFu, there ? state.warp_words[0][lane_id()] : 0xFFFFFFFFu);
        keys.hi = __reduce_max_sync(0xFFFFFFFFu, there ? state.warp_words[1][lane_id()] : 0u);
        varying = __reduce_or_sync(0xFFFFFFFFu, there ? state.warp_words[2][lane_id()] : 0u);
        if (lane_id() == 0) {
            state.lo = keys.lo;
            state.hi = keys.hi;
            state.spread = varying == 0 ? bins_mixed : 0u;
        }
    }
    __syncthreads();
}

/// Threads that are there for every row listed whole.
constexpr std::uint32_t threads_at_least = threads_min; // bound: list_rounds.cuh needs the second warp

/// Threads that a row listed whole needs, so many elements each, of the CTA's; all where it is finished by steps that want them.
template <int elements>
__device__ inline std::uint32_t threads_needed(const RowArguments &arguments, std::uint32_t n) {
    constexpr std::uint32_t strip = 32 * elements;
    const std::uint32_t needed = max(threads_at_least, (n + strip - 1) / strip * 32);
    return arguments.finished ? blockDim.x : min(blockDim.x, needed);
}

/// Ends the threads from that number on, whole warps. Barriers do not wait for them any more.
__device__ inline void leave_beyond(std::uint32_t threads) {
    if (threadIdx.x >= threads) {
        asm volatile("exit;");
    }
}

/// A row with n > k > 0 that is listed whole. It has no more elements than `threads` hold, and no more threads than those are
/// in the CTA any more.
template <class Bits, int elements, bool tapped>
__device__ inline void select_whole_row(const RowArguments &arguments, const RowGeometry &geometry,
                                        Shared &shared, std::uint32_t threads) {
    RowKeys<Bits, elements> row;
    // A planted fault may take an element from the end of the chunk.
    const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, 0, 1);
    row.load(row_scores<Bits, tapped>(arguments, geometry.row), chunk.last);
    reset_list_state(shared, threads);
    const KeyBounds of_thread = row.template make<tapped>(arguments);
    join_row(row.varying_bits(), of_thread, lane_id() * RowKeys<Bits, elements>::strip_length < geometry.n,
             shared.state);
    KeyBounds bounds = whole_bounds(arguments, shared.state, geometry.m, geometry.n);
    RoundState state;
    const ListCut found = search_list<tapped, false>(
        arguments, geometry, bounds, false, false, 0, shared, state, tapped, threads_at_least,
        [&](const ListRound &look, int number) { row.count(look, shared, number); },
        [&](std::uint32_t least, std::uint32_t last) {
            join_candidate_bounds(shared.state, row.bounds(least, last));
        });
    WholeCut mine;
    if (found.few) {
        mine = {row.above(found.last), 0};
        const WholeCut ranked = rank_whole<Bits, elements, tapped>(
            arguments, geometry, row.at_least(found.least) & ~mine.above, shared.state, state);
        mine.above |= ranked.above;
        mine.equal = ranked.equal;
    } else if (cut_of<tapped>(arguments, state).skipped) {
        mine = {row.at_least(state.prefix), 0};
    } else {
        mine.above = row.above(state.prefix);
        mine.equal = row.at_least(state.prefix) & ~mine.above;
    }
    const Cut cut = cut_of<tapped>(arguments, state);
    std::uint32_t taken = mine.above;
    if (cut.quota == state.population) {
        taken |= mine.equal;
    } else if (!cut.skipped) {
        taken |= taken_of<Bits, elements>(mine.equal, cut, shared.state);
    }
    emit_whole<Bits, elements, tapped>(arguments, geometry.row, taken, shared);
    TapFilter told{};
    told.used = 1;
    told.kept = geometry.n;
    told.base = bounds.lo;
    told.top = bounds.hi;
    told.few = found.few ? 1 : 0;
    tap_whole<tapped>(arguments, geometry, cut, mine, told, threads / 32, shared.state);
    if (arguments.finished) {
        complete_listed_row<Bits, tapped, Solo>(arguments, geometry.row, state);
    }
}

/// Whether a row is listed whole by one CTA whose threads hold so many elements at most.
template <int most> __device__ inline bool is_held(const RowArguments &arguments, std::uint32_t n) {
    return n <=
           (most == whole_elements_thread ? min(arguments.whole, arguments.held_by_few) : arguments.whole);
}

/// The same, with as many threads, and as many elements a thread, `least` or `most`, as suit the row's length. If it is the `only`
/// row of its CTA, threads that it does not need leave, since each would cost time at every barrier; the kernel may not go on to
/// another row then.
template <class Bits, int least, int most, bool tapped>
__device__ inline void select_held_row(const RowArguments &arguments, const RowGeometry &geometry,
                                       Shared &shared, bool only) {
    if (least == most || geometry.n <= arguments.held_by_few) {
        const std::uint32_t threads = only ? threads_needed<least>(arguments, geometry.n) : blockDim.x;
        leave_beyond(threads);
        select_whole_row<Bits, least, tapped>(arguments, geometry, shared, threads);
    } else {
        const std::uint32_t threads = only ? threads_needed<most>(arguments, geometry.n) : blockDim.x;
        leave_beyond(threads);
        select_whole_row<Bits, most, tapped>(arguments, geometry, shared, threads);
    }
}

} // namespace exactk::device
