// One row from its first score to its last slot, as the list of the algorithm's steps.
// Spec: algorithm/S0 to S12 B1 B2. Layer: device.
#pragma once

#include "kernels/team.cuh"

namespace exactk::device {

/// How facts of several CTAs are joined.
struct JoinOr {
    __device__ std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a | b; }
};
struct JoinMin {
    __device__ std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return min(a, b); }
};

/// Status bits and certificate (S11). `least` is a key below which nothing is selected; with `pivot_known` the
/// certificate's numbers are those of the rounds.
template <class Access, class Group>
__device__ inline void find_facts(const RowArguments &arguments, const RowGeometry &geometry,
                                  const Access &access, Shared &shared, const Group &group,
                                  const RoundState &state, std::uint32_t quota, bool pivot_known) {
    std::uint32_t *const words = shared.state.warp_words[0];
    FactSums sums = scan_chunk(arguments, access, state.prefix, words);
    sums.status = group.combine(shared.state, 0, sums.status, JoinOr{});
    std::uint32_t pivot = state.prefix;
    std::uint32_t above = state.above;
    std::uint32_t population = state.population;
    if (!pivot_known) {
        pivot = group.combine(shared.state, 1, sums.pivot, JoinMin{});
        const std::uint32_t mine = count_key(access, pivot, words);
        population = group.sum(shared.state, mine);
        above = geometry.m - population;
        quota = population;
    }
    if (group.rank() == 0 && threadIdx.x == 0) {
        write_facts(arguments, geometry, pivot, above, population, quota, sums.status);
    }
}

/// What remains once the slots are written (S9, S10, S12): by the first CTA of the group.
template <class Bits, bool tapped, class Group>
__device__ inline void finish_row(const RowArguments &arguments, const RowGeometry &geometry, Shared &shared,
                                  const Group &group, void *area) {
    const bool ranked = arguments.by_rank && geometry.m > 1;
    const bool scores_left = arguments.by_rank && arguments.out_scores != nullptr && geometry.m > 0;
    if (!ranked && !scores_left && arguments.digests == nullptr) {
        return;
    }
    group.barrier(); // slots written by all CTAs are read below
    if (group.rank() == 0) {
        if (ranked) {
            sort_by_rank<Bits, tapped>(arguments, geometry.row, geometry.n, geometry.m, area);
        }
        if (scores_left) {
            gather_scores<Bits, tapped>(arguments, geometry.row, geometry.n, geometry.m);
        }
        if (arguments.digests != nullptr) {
            write_digest(arguments, geometry.row, shared.state.warp_longs);
        }
    }
    // The group goes on together: its shared memory is used for the next row.
    group.barrier();
}

/// S1: every eligible element is selected.
template <class Bits, bool tapped, class Group>
__device__ __noinline__ void select_short_row(const RowArguments &arguments, std::int64_t row) {
    Shared &shared = shared_of_cta();
    const RowGeometry geometry = geometry_of<tapped>(arguments, row);
    const Group group = Group::make(arguments);
    if (group.rank() == 0 && threadIdx.x == 0) {
        tap_row<tapped>(arguments, geometry, group.size());
    }
    const Bits *const scores = row_scores<Bits, tapped>(arguments, row);
    std::int32_t *const indices = arguments.indices + row * arguments.index_pitch;
    const std::uint32_t stride = static_cast<std::uint32_t>(group.size()) * blockDim.x;
    for (std::uint64_t slot = static_cast<std::uint32_t>(group.rank()) * blockDim.x + threadIdx.x;
         slot < geometry.m; slot += stride) {
        indices[slot] = static_cast<std::int32_t>(slot);
        if (arguments.out_scores != nullptr && !arguments.by_rank) {
            static_cast<Bits *>(
                arguments.out_scores)[row * arguments.score_pitch + static_cast<std::int64_t>(slot)] =
                scores[slot];
        }
    }
    write_fill<Bits>(arguments, row, geometry.m, group.rank(), group.size());
    if (facts_wanted(arguments)) {
        const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, group.rank(), group.size());
        const RescannedKeys<Bits, tapped> access(arguments, scores + chunk.first, chunk.last - chunk.first,
                                                 nullptr);
        find_facts(arguments, geometry, access, shared, group, RoundState{}, 0, false);
    }
    finish_row<Bits, tapped>(arguments, geometry, shared, group, resident_area(arguments));
}

/// One round (S4 to S6) over what `access` gives. Every CTA of the group calls it.
template <bool tapped, class Access, class Group>
__device__ inline void do_round(const RowArguments &arguments, const RowGeometry &geometry, Access &access,
                                Shared &shared, const Group &group, int round, RoundState &state) {
    const int parity = round & 1;
    count_digits<tapped>(arguments, access, state, round, shared.histogram[parity]);
    group.barrier(); // B1: every CTA's counts before any choice
    const std::uint32_t *const histogram =
        group.row_histogram(shared, parity, 1 << arguments.digit_bits[round]);
    choose_digit<tapped>(arguments, histogram, shared.state, round, state);
    if (group.rank() == 0) {
        tap_round<tapped>(arguments, geometry.row, round, state, histogram, shared.state.digit);
    }
    // The other histogram was read by everybody before B1 of this round.
    clear_histogram(shared.histogram[parity ^ 1]);
    if (has_fault<tapped>(arguments, fault_stale_histogram) && threadIdx.x == 0) {
        shared.histogram[parity ^ 1][1 << (arguments.digit_bits[round] - 1)] = 1;
    }
    __syncthreads();
}

/// S7 and S8: shares, bases and slots of what `access` gives.
template <class Bits, bool tapped, class Access, class Group>
__device__ inline void write_slots(const RowArguments &arguments, const RowGeometry &geometry,
                                   const Access &access, Shared &shared, const Group &group, const Cut &cut,
                                   Chunk chunk, const Bits *chunk_scores) {
    const Segment segment = segment_of(access.count());
    Counts before = warp_bases<tapped>(arguments, shared.state, count_segment(access, cut, segment));
    group.barrier(); // B2: every CTA's shares before any base
    const Counts base = group.shares_before(shared);
    if (threadIdx.x == 0) {
        if (group.rank() == 0) {
            tap_row<tapped>(arguments, geometry, group.size());
            tap_cut<tapped>(arguments, geometry.row, cut);
        }
        tap_cta<tapped>(arguments, geometry.row, group.rank(), chunk, shared.state.above_share,
                        shared.state.equal_share, base.above, base.equal);
    }
    before.above += base.above;
    before.equal += base.equal;
    emit_segment<Bits, tapped>(arguments, access, cut, segment, before, geometry.row, chunk.first,
                               chunk_scores);
}

/// S2 to S12 of a row with n > k > 0. Every CTA of the group calls it.
template <class Bits, bool tapped, class Access, class Group>
__device__ inline void select_long_row(const RowArguments &arguments, const RowGeometry &geometry,
                                       Shared &shared, const Group &group, void *area) {
    const std::int64_t row = geometry.row;
    const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, group.rank(), group.size());
    const bool past = has_fault<tapped>(arguments, fault_reads_past_length) &&
                      group.rank() + 1 == group.size() && geometry.n < arguments.width;
    const Bits *const scores = row_scores<Bits, tapped>(arguments, row) + chunk.first;
    Access access(arguments, scores, chunk.last - chunk.first + (past ? 1 : 0), area);
    RoundState state;
    state.open = geometry.m;
    state.open_bits = arguments.key_bits;
    clear_histogram(shared.histogram[0]);
    __syncthreads();
    do_round<tapped>(arguments, geometry, access, shared, group, 0, state);
    ListKeys list = candidate_list(arguments, area);
    if (collect_candidates<Bits, tapped>(access, state.prefix, arguments.list_entries, list, shared.state)) {
        for (int round = 1; round < arguments.rounds && !state.skipped; ++round) {
            do_round<tapped>(arguments, geometry, list, shared, group, round, state);
        }
        write_slots<Bits, tapped>(arguments, geometry, list, shared, group, cut_of<tapped>(arguments, state),
                                  chunk, scores);
    } else {
        for (int round = 1; round < arguments.rounds && !state.skipped; ++round) {
            do_round<tapped>(arguments, geometry, access, shared, group, round, state);
        }
        write_slots<Bits, tapped>(arguments, geometry, access, shared, group,
                                  cut_of<tapped>(arguments, state), chunk, scores);
    }
    write_fill<Bits>(arguments, row, geometry.m, group.rank(), group.size());
    if (facts_wanted(arguments)) {
        find_facts(arguments, geometry, access, shared, group, state, cut_of<tapped>(arguments, state).quota,
                   !state.skipped);
    }
    finish_row<Bits, tapped>(arguments, geometry, shared, group, area);
}

/// A row with n > k > 0 without a filter. Kept out of line: a row with a filter seldom comes here, and what it does not
/// run shall cost it neither registers nor instruction cache.
template <class Bits, bool tapped, class Group>
__device__ __noinline__ void select_unfiltered_row(const RowArguments &arguments, std::int64_t row) {
    Shared &shared = shared_of_cta();
    const RowGeometry geometry = geometry_of<tapped>(arguments, row);
    const Group group = Group::make(arguments);
    void *const area = resident_area(arguments);
    const std::uint64_t chunk_max =
        (static_cast<std::uint64_t>(geometry.n) + group.size() - 1) / group.size();
    // One element of reserve for the planted fault that reads one too many.
    if (chunk_max + (tapped ? 1 : 0) <= static_cast<std::uint64_t>(arguments.resident_keys)) {
        select_long_row<Bits, tapped, ResidentKeys<Bits, tapped>>(arguments, geometry, shared, group, area);
    } else {
        select_long_row<Bits, tapped, RescannedKeys<Bits, tapped>>(arguments, geometry, shared, group, area);
    }
}

/// S9 to S12 of a filtered row. Out of line, since most launches ask for indices alone.
template <class Bits, bool tapped, class Group>
__device__ __noinline__ void complete_listed_row(const RowArguments &arguments, std::int64_t row,
                                                 RoundState state) {
    Shared &shared = shared_of_cta();
    const RowGeometry geometry = geometry_of<tapped>(arguments, row);
    const Group group = Group::make(arguments);
    if (facts_wanted(arguments)) {
        const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, group.rank(), group.size());
        const RescannedKeys<Bits, tapped> access(arguments,
                                                 row_scores<Bits, tapped>(arguments, row) + chunk.first,
                                                 chunk.last - chunk.first, nullptr);
        find_facts(arguments, geometry, access, shared, group, state, cut_of<tapped>(arguments, state).quota,
                   !state.skipped);
    }
    finish_row<Bits, tapped>(arguments, geometry, shared, group, resident_area(arguments));
}

} // namespace exactk::device
