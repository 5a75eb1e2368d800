// A row with a filter, as the list of its steps: sample, threshold, list; and which rows have one.
// Spec: algorithm/F1 to F5 B3 O4. Layer: device.
#pragma once

#include "kernels/crowded_row.cuh"
#include "kernels/whole_row.cuh"

namespace exactk::device {

/// T of a sampled row, before it is put between the infinities, and what a tap tells of it. All CTAs of a row find
/// the same. The state and both histograms were reset and a barrier passed.
template <class Bits, bool tapped>
__device__ inline Threshold find_threshold(const RowArguments &arguments, Sample<Bits, tapped> &sample,
                                           std::uint32_t samples, std::uint32_t target, std::uint32_t *keys,
                                           Shared &shared, TapFilter &told) {
    told.sampled = 1;
    told.target = target;
    sample.take(arguments, group_shift(samples, target), keys, shared.state);
    __syncthreads();
    const KeyBounds bounds{shared.state.lo, shared.state.hi};
    const int shift = threshold_shift(bounds);
    count_sample(keys, samples, bounds.lo, shift, shared, 0);
    __syncthreads();
    find_digit<true>(shared, 0, target);
    __syncthreads();
    const std::uint32_t threshold = threshold_of<tapped>(arguments, shared.state, shift);
    told.lo = bounds.lo;
    told.hi = bounds.hi;
    told.shift = static_cast<std::uint32_t>(shift);
    told.digit = (threshold - bounds.lo) >> shift;
    told.reached = shared.state.better + shared.state.population;
    return {threshold, bounds.hi, true};
}

/// A sampled row by F2 to F8. Every CTA of the group calls it and gets the same.
template <class Bits, bool tapped, class Group>
__device__ inline SampledRow select_sampled_row(const RowArguments &arguments, const RowGeometry &geometry,
                                                Shared &shared, const Group &group) {
    const std::uint32_t capacity = arguments.list_entries;
    const ListKeys own = candidate_list(arguments, resident_area(arguments));
    const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, group.rank(), group.size());
    // First loads are under way while the rest is prepared.
    ChunkFilter<Bits> filter(row_scores<Bits, tapped>(arguments, geometry.row) + chunk.first,
                             chunk.last - chunk.first);
    Threshold threshold{0, 0, false};
    const bool sampled = !threshold_is_forced<tapped>(arguments, threshold.key);
    const std::uint32_t samples = row_samples(arguments.sample, geometry.n);
    Sample<Bits, tapped> sample(arguments, row_scores<Bits, tapped>(arguments, geometry.row), geometry.n,
                                sampled ? samples : 0u);
    reset_list_state(shared, blockDim.x);
    if constexpr (tapped) {
        // A planted fault may look for a digit that is not there; then all CTAs must find the same.
        if (threadIdx.x == 0) {
            shared.state.digit = 0;
            shared.state.better = 0;
            shared.state.population = 0;
        }
    }
    const std::uint32_t target = sample_target(samples, geometry.m, geometry.n);
    __syncthreads();
    TapFilter told{};
    told.used = 1;
    if (sampled && target > samples) {
        told.sampled = 1;
        told.target = target;
        told.fell_back = 1;
        if (threadIdx.x == 0 && group.rank() == 0) {
            tap_filter<tapped>(arguments, geometry.row, told);
        }
        return SampledRow::falls_back;
    }
    if (sampled) {
        threshold = find_threshold<Bits, tapped>(arguments, sample, samples, target, own.keys, shared, told);
    }
    const bool crowded = sampled && is_crowded(shared.state, target);
    threshold.key = settled_threshold(arguments, threshold.key);
    told.threshold = threshold.key;
    if (crowded) {
        if (threadIdx.x == 0 && group.rank() == 0) {
            tap_filter<tapped>(arguments, geometry.row, told);
        }
        return SampledRow::crowded;
    }
    const std::uint32_t kept = filter.template list_kept<tapped>(
        arguments, keep_rule<Bits>(arguments, threshold.key), capacity, own, shared.state);
    const RowList list = group.gather(arguments, shared, own, kept, capacity,
                                      FirstCount{first_round({threshold.key, threshold.hi}, true),
                                                 threshold.sampled, first_histogram<tapped>(arguments)});
    told.kept = list.total;
    const bool usable = list.total <= capacity && (list.total >= geometry.m ||
                                                   has_fault<tapped>(arguments, fault_filter_trusts_sample));
    return select_listed_row<Bits, tapped>(arguments, geometry, shared, group, list, own, kept, threshold,
                                           usable, told);
}

/// A whole row by a group of CTAs. No CTA reads the shared memory of another any more when this ends.
/// `most`: elements of a row listed whole that a thread holds. `only`: the kernel ends with this row, as it may for some of its
/// threads.
template <class Bits, int most, bool tapped, class Group>
__device__ inline void select_row(const RowArguments &arguments, const RowGeometry &geometry, Shared &shared,
                                  const Group &group, bool only) {
    SampledRow way = SampledRow::falls_back;
    if (geometry.n <= arguments.k || geometry.m == 0) {
        select_short_row<Bits, tapped, Group>(arguments, geometry.row);
    } else if (!Group::copies && is_held<most>(arguments, geometry.n)) {
        select_held_row<Bits, whole_elements_thread, most, tapped>(arguments, geometry, shared, only);
        way = SampledRow::done;
    } else {
        if (arguments.sample != 0 && geometry.n >= row_samples(arguments.sample, geometry.n)) {
            way = select_sampled_row<Bits, tapped>(arguments, geometry, shared, group);
        }
        if (way == SampledRow::crowded) {
            select_crowded_row<Bits, tapped, Group>(arguments, geometry.row);
        } else if (way == SampledRow::falls_back) {
            select_unfiltered_row<Bits, tapped, Group>(arguments, geometry.row);
        }
    }
    if (Group::copies && way != SampledRow::done) { // that one has waited until all lists were released
        group.barrier();
    }
}

} // namespace exactk::device
