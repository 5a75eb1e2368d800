// A row whose list was gathered: rounds on the list, slots, or falling back.
// Spec: algorithm/F5 F6 F7 F8 S7 S8 B3 O2 O4. Layer: device.
#pragma once

#include "kernels/row_select.cuh"

namespace exactk::device {

/// What the sample of a row tells (F2 to F4).
struct Threshold {
    std::uint32_t key; ///< T
    std::uint32_t hi;  ///< largest key of the sample
    bool sampled;      ///< false: it was forced
};

/// The part of a list that a thread owns: contiguous, in index order. Odd lengths spread over the banks.
__device__ inline Segment thread_segment(const RowArguments &arguments, std::uint32_t count) {
    // A quotient by the number of threads, exact while count * threads is below 2^32.
    const std::uint32_t length = __umulhi(count + blockDim.x - 1, arguments.threads_reciprocal) | 1u;
    const std::uint32_t first = min(threadIdx.x * length, count);
    return {first, min(first + length, count)};
}

/// S7 on a list: above and equal elements before this thread's segment. Candidates of F7 are put into the state
/// instead. One barrier, after which they are visible.
__device__ inline Counts count_listed(const RowList &list, const ListCut &cut, Segment segment,
                                      SharedState &state) {
    // Counts of lists fit 16 bits: two share a word.
    std::uint32_t counts = 0;
    std::uint32_t held = 0; // the last candidate: most threads have none, hardly one has two
#pragma unroll 2
    for (std::uint32_t entry = segment.first; entry < segment.last; ++entry) {
        const std::uint32_t key = list.key(entry);
        counts += cut.above(key) ? 1u : 0u;
        if (cut.candidate(key)) {
            counts += 1u << 16;
            held = entry;
        }
    }
    if (cut.few) {
        const std::uint32_t candidates = counts >> 16;
        counts &= 0xFFFFu;
        if (candidates != 0) {
            std::uint32_t at = atomicAdd(&state.few_count, candidates) & 31u; // there are at most 32
            state.few_keys[at] = list.key(held);
            state.few_entries[at] = held;
            for (std::uint32_t entry = segment.first; candidates > 1 && entry < held; ++entry) {
                if (cut.candidate(list.key(entry))) {
                    at = (at + 1) & 31u;
                    state.few_keys[at] = list.key(entry);
                    state.few_entries[at] = entry;
                }
            }
        }
    }
    __syncwarp();
    const std::uint32_t inclusive = warp_inclusive_sum(counts);
    if (lane_id() == 31) {
        state.warp_words[3][warp_id()] = inclusive;
    }
    __syncthreads();
    const std::uint32_t before =
        __reduce_add_sync(0xFFFFFFFFu, lane_id() < warp_id() ? state.warp_words[3][lane_id()] : 0u) +
        inclusive - counts;
    return {before & 0xFFFFu, before >> 16};
}

/// S8 where all equal elements are taken and indices alone are written: an element of key at least `least` goes to the
/// slot that is the number of such elements before it.
template <bool tapped>
__device__ inline void emit_plainly(const RowArguments &arguments, const RowList &list, const ListKeys &own,
                                    std::uint32_t own_count, std::uint32_t least, Segment segment,
                                    std::uint32_t before, std::uint32_t chunk_first, std::uint32_t n,
                                    std::int32_t *indices) {
    std::uint32_t entry = segment.first;
#pragma unroll 1
    for (; entry < min(segment.last, list.base); ++entry) {
        before += list.key(entry) >= least ? 1u : 0u;
    }
    std::int32_t *slot = indices + before;
    const std::uint32_t *const positions = own.positions - list.base;
    const std::uint32_t last = min(segment.last, list.base + own_count);
#pragma unroll 2
    for (; entry < last; ++entry) {
        if (list.key(entry) >= least) {
            std::uint32_t index = chunk_first + positions[entry];
            if (tapped && index >= n) {
                index = 0; // as in emit_listed
            }
            if (!tapped || slot < indices + arguments.k) {
                *slot = static_cast<std::int32_t>(index);
            }
            ++slot;
        }
    }
}

/// S8 on a list, for the elements that this CTA listed. `before` counts what comes before the thread's segment;
/// `all_equal`: every equal element is taken, or there is none.
template <class Bits, bool tapped>
__device__ inline void emit_listed(const RowArguments &arguments, const RowGeometry &geometry,
                                   const RowList &list, const ListKeys &own, std::uint32_t own_count,
                                   const Cut &cut, bool all_equal, Segment segment, Counts before, int rank,
                                   int size) {
    if (segment.first >= list.base + own_count || segment.last <= list.base) {
        return;
    }
    // Found anew: holding it since the list was made would cost registers.
    const std::uint32_t chunk_first = chunk_of<tapped>(arguments, geometry.n, rank, size).first;
    std::int32_t *const indices = arguments.indices + geometry.row * arguments.index_pitch;
    if (all_equal && (arguments.out_scores == nullptr || arguments.by_rank)) {
        emit_plainly<tapped>(arguments, list, own, own_count, cut.prefix, segment,
                             before.above + before.equal, chunk_first, geometry.n, indices);
        return;
    }
#pragma unroll 1
    for (std::uint32_t entry = segment.first; entry < segment.last; ++entry) {
        const std::uint32_t key = list.key(entry);
        const bool above = cut.above(key);
        const bool equal = cut.equal(key);
        // Equal elements are taken by their ordinal in the row alone: [lo, lo + quota).
        const bool taken = above || (equal && before.equal >= cut.lo && before.equal - cut.lo < cut.quota);
        const std::uint32_t in_own = entry - list.base;
        if (taken && in_own < own_count) {
            const std::uint32_t past_lo = before.equal > cut.lo ? before.equal - cut.lo : 0;
            const std::uint32_t slot = before.above + min(past_lo, cut.quota);
            if constexpr (tapped) {
                if (slot >= arguments.k) {
                    continue; // only a planted fault comes here; it may give wrong answers, not wild writes
                }
            }
            std::uint32_t index = chunk_first + own.positions[in_own];
            if (tapped && index >= geometry.n) {
                index = 0; // only a planted fault leaves holes in the list; it may not read or write wildly
            }
            indices[slot] = static_cast<std::int32_t>(index);
            if (arguments.out_scores != nullptr && !arguments.by_rank) {
                static_cast<Bits *>(arguments.out_scores)[geometry.row * arguments.score_pitch + slot] =
                    row_scores<Bits, tapped>(arguments, geometry.row)[index];
            }
        }
        before.above += above ? 1u : 0u;
        before.equal += equal ? 1u : 0u;
    }
}

/// Tells a tap the shares of this CTA (O2), counted once more from the list. Only kernels with a tap have it.
template <bool tapped>
__device__ inline void tap_listed(const RowArguments &arguments, const RowGeometry &geometry,
                                  const RowList &list, std::uint32_t own_count, const Cut &cut, int rank,
                                  int size) {
    if constexpr (tapped) {
        if (threadIdx.x != 0) {
            return;
        }
        if (rank == 0) {
            tap_row<tapped>(arguments, geometry, size);
            tap_cut<tapped>(arguments, geometry.row, cut);
        }
        Counts base{0, 0};
        Counts share{0, 0};
        const bool forget = has_fault<tapped>(arguments, fault_share_without_last) && own_count > 0;
        for (std::uint32_t entry = 0; entry < list.base + own_count; ++entry) {
            const std::uint32_t key = list.key(entry);
            if (forget && entry + 1 == list.base + own_count) {
                break;
            }
            const std::uint32_t is_above = cut.above(key) ? 1u : 0u;
            const std::uint32_t is_equal = cut.equal(key) ? 1u : 0u;
            const std::uint32_t is_own = entry >= list.base ? 1u : 0u;
            base.above += is_above & ~is_own;
            base.equal += is_equal & ~is_own;
            share.above += is_above & is_own;
            share.equal += is_equal & is_own;
        }
        if (has_fault<tapped>(arguments, fault_base_off_by_one) && rank > 0) {
            ++base.equal;
        }
        tap_cta<tapped>(arguments, geometry.row, rank, chunk_of<tapped>(arguments, geometry.n, rank, size),
                        share.above, share.equal, base.above, base.equal);
    }
}

/// How a sampled row goes on.
enum class SampledRow : int {
    done,
    falls_back, ///< nothing was written, and shared memory is free
    crowded ///< so many samples have the threshold digit that one key may be heavy; nothing was listed yet
};

/// F6 to S12 of a row whose list was gathered and holds the winners, or its falling back. `told` is what a tap was told.
template <class Bits, bool tapped, class Group>
__device__ inline SampledRow select_listed_row(const RowArguments &arguments, const RowGeometry &geometry,
                                               Shared &shared, const Group &group, const RowList &list,
                                               const ListKeys &own, std::uint32_t kept,
                                               const Threshold &threshold, bool usable, TapFilter &told) {
    if (threadIdx.x == 0) {
        tap_kept<tapped>(arguments, geometry.row, group.rank(), kept, list.base);
    }
    RoundState state;
    ListCut found{};
    if (usable) {
        KeyBounds bounds{threshold.key, threshold.hi};
        if (Group::copies) {
            __syncthreads();
        }
        bool make = !list.counted;
        if constexpr (tapped) {
            if (!threshold.sampled) {
                bounds = bound_list<tapped>(arguments, list, geometry.m, make, shared.state);
                make = false;
            }
        }
        group.release_lists();
        found = search_list<tapped, true>(
            arguments, geometry, bounds, threshold.sampled, list.counted, first_histogram<tapped>(arguments),
            shared, state, tapped && group.rank() == 0, blockDim.x,
            [&](const ListRound &look, int number) {
                count_list<tapped>(arguments, list, look, make && look.capped, shared, number);
            },
            [&](std::uint32_t least, std::uint32_t last) { bound_listed(list, least, last, shared.state); });
        told.base = bounds.lo;
        told.top = bounds.hi;
        told.few = found.few ? 1 : 0;
    } else {
        group.release_lists();
    }
    told.fell_back = usable ? 0 : 1;
    if (threadIdx.x == 0 && group.rank() == 0) {
        tap_filter<tapped>(arguments, geometry.row, told);
    }
    if (!usable) {
        group.await_release();
        return SampledRow::falls_back;
    }
    const Segment segment = thread_segment(arguments, list.total);
    Counts before = count_listed(list, found, segment, shared.state);
    if (found.few) {
        rank_few<tapped>(arguments, shared.state, segment, state, before);
    }
    if (has_fault<tapped>(arguments, fault_base_off_by_one) && group.rank() > 0) {
        ++before.equal;
    }
    const Cut cut = cut_of<tapped>(arguments, state);
    emit_listed<Bits, tapped>(arguments, geometry, list, own, kept, cut,
                              cut.skipped || cut.quota == state.population, segment, before, group.rank(),
                              group.size());
    tap_listed<tapped>(arguments, geometry, list, kept, cut, group.rank(), group.size());
    group.await_release();
    // n > k: there is no slot to fill.
    if (arguments.finished) {
        // What is below the threshold is not selected, though a forced one may lie above the prefix.
        state.prefix = max(state.prefix, threshold.key);
        complete_listed_row<Bits, tapped, Group>(arguments, geometry.row, state);
    }
    return SampledRow::done;
}

} // namespace exactk::device
