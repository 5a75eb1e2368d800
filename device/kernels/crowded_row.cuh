// A row of whose sample many keys have the threshold digit: perhaps one of them is heavy.
// Spec: algorithm/F4 F5 B3 S7 S8 O2 O4. Layer: device.
#pragma once

#include "kernels/listed_row.cuh"
#include "steps/heavy.cuh"

namespace exactk::device {

/// S7 to S12 of a row whose pivot is the heavy key. `own` counts what this CTA listed and noted, `base` what those before it
/// did, `all` what the whole row did. The lists were released.
template <class Bits, bool tapped, class Group>
__device__ inline void select_at_heavy(const RowArguments &arguments, const RowGeometry &geometry,
                                       const Group &group, Chunk chunk, std::uint32_t heavy, Counts own,
                                       Counts base, Counts all) {
    RoundState state;
    state.prefix = heavy;
    state.above = all.above;
    state.open = geometry.m - all.above;
    state.population = all.equal;
    const Cut cut = cut_of<tapped>(arguments, state);
    if (has_fault<tapped>(arguments, fault_base_off_by_one) && group.rank() > 0) {
        ++base.equal;
    }
    emit_beside_heavy<Bits, tapped>(arguments, geometry, cut, own, base, chunk.first);
    if (threadIdx.x == 0) {
        if (group.rank() == 0) {
            tap_row<tapped>(arguments, geometry, group.size());
            tap_cut<tapped>(arguments, geometry.row, cut);
        }
        tap_cta<tapped>(arguments, geometry.row, group.rank(), chunk, own.above, own.equal, base.above,
                        base.equal);
    }
    group.await_release();
    // n > k: there is no slot to fill.
    if (arguments.finished) {
        complete_listed_row<Bits, tapped, Group>(arguments, geometry.row, state);
    }
}

/// F4 from the heavy key on to S12 for a sampled row whose threshold digit many samples have. The state still has what the
/// sample told, and the samples lie where the list will. Every CTA of the group calls it.
template <class Bits, bool tapped, class Group>
__device__ inline void select_crowded_row(const RowArguments &arguments, std::int64_t row) {
    Shared &shared = shared_of_cta();
    const RowGeometry geometry = geometry_of<tapped>(arguments, row);
    const Group group = Group::make(arguments);
    const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, group.rank(), group.size());
    const std::uint32_t capacity = arguments.list_entries;
    const ListKeys list = candidate_list(arguments, resident_area(arguments));
    const std::uint32_t samples = row_samples(arguments.sample, geometry.n);
    const Heavy heavy = find_heavy<tapped>(arguments, list.keys, samples,
                                           sample_target(samples, geometry.m, geometry.n), shared);
    const Counts own = list_beside_heavy<Bits, tapped>(arguments, geometry, heavy, chunk, shared.state);
    if (threadIdx.x == 0) {
        shared.state.equal = own.equal;
    }
    const Threshold threshold{heavy.threshold, max(shared.state.hi, heavy.threshold), true};
    const RowList gathered = group.gather(arguments, shared, list, own.above, capacity,
                                          FirstCount{first_round({threshold.key, threshold.hi}, true), true,
                                                     first_histogram<tapped>(arguments)});
    const HeavyCounts equal = group.heavy_counts(shared.state, own.above, geometry.m, capacity);
    TapFilter told{};
    if (threadIdx.x == 0 && group.rank() == 0) {
        told = tapped_filter<tapped>(arguments, row);
        told.heavy = heavy.there ? 1 : 0;
        told.threshold = heavy.threshold;
        told.kept = gathered.total;
        told.equal = equal.total;
    }
    const bool fits = gathered.total <= capacity;
    const bool trusts = has_fault<tapped>(arguments, fault_filter_trusts_sample);
    const bool enough = gathered.total >= geometry.m;
    if (heavy.there && fits && equal.room && !enough &&
        (gathered.total + equal.total >= geometry.m || trusts)) {
        if (threadIdx.x == 0) {
            tap_kept<tapped>(arguments, row, group.rank(), own.above, gathered.base);
            if (group.rank() == 0) {
                tap_filter<tapped>(arguments, row, told);
            }
        }
        group.release_lists();
        select_at_heavy<Bits, tapped>(arguments, geometry, group, chunk, heavy.threshold - 1, own,
                                      Counts{gathered.base, equal.base}, Counts{gathered.total, equal.total});
        return;
    }
    const SampledRow way =
        select_listed_row<Bits, tapped>(arguments, geometry, shared, group, gathered, list, own.above,
                                        threshold, fits && (enough || (trusts && !heavy.there)), told);
    if (way == SampledRow::falls_back) {
        select_unfiltered_row<Bits, tapped, Group>(arguments, row);
    }
}

} // namespace exactk::device
