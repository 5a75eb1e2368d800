// row_per_grid: many CTAs a row, synchronised by kernel boundaries alone.
// Spec: algorithm/S3 S4 S5 S7 S8 B1 B2. Layer: device.
#pragma once

#include "kernels/row_kernel.cuh"

namespace exactk::device {

/// A row in flight: its words in the workspace are one histogram a round, then two shares a CTA.
struct GridRow {
    std::int64_t row;
    int cta;
    std::uint32_t *histograms;
    std::uint32_t *shares;
};

__device__ inline GridRow grid_row(const RowArguments &arguments) {
    GridRow grid;
    const std::int64_t slot = blockIdx.x / arguments.ctas;
    grid.row = arguments.first_row + slot;
    grid.cta = static_cast<int>(blockIdx.x % arguments.ctas);
    grid.histograms = arguments.workspace + slot * arguments.row_words;
    grid.shares = grid.histograms + static_cast<std::int64_t>(arguments.rounds) * bins_max;
    return grid;
}

/// Whether the row is done by one CTA in the first kernel.
__device__ inline bool is_small(const RowArguments &arguments, const RowGeometry &geometry) {
    return geometry.n <= arguments.k || geometry.m == 0 || geometry.n <= arguments.cta_length_max;
}

/// The state after `rounds` rounds, found again from their finished histograms.
template <bool tapped>
__device__ inline RoundState replay_rounds(const RowArguments &arguments, const GridRow &grid,
                                           const RowGeometry &geometry, SharedState &shared, int rounds,
                                           bool tap) {
    RoundState state;
    state.open = geometry.m;
    state.open_bits = arguments.key_bits;
    for (int round = 0; round < rounds && !state.skipped; ++round) {
        const std::uint32_t *const histogram = grid.histograms + round * bins_max;
        choose_digit<tapped>(arguments, histogram, shared, round, state);
        if (tap) {
            tap_round<tapped>(arguments, grid.row, round, state, histogram, shared.digit);
            __syncthreads();
        }
    }
    return state;
}

/// First kernel: rows that one CTA does alone, and zeros for the others' histograms.
template <class Bits, bool tapped>
__global__ void __launch_bounds__(threads_bound(tapped), 1)
    grid_begin_kernel(const __grid_constant__ RowArguments arguments) {
    await_kernels_before(arguments);
    Shared &shared = shared_of_cta();
    const GridRow grid = grid_row(arguments);
    const RowGeometry geometry = geometry_of<tapped>(arguments, grid.row);
    if (is_small(arguments, geometry)) {
        if (grid.cta == 0) {
            select_row<Bits, whole_elements_thread, tapped>(arguments, geometry, shared, Solo{}, false);
        }
        return;
    }
    const std::int64_t words = static_cast<std::int64_t>(arguments.rounds) * bins_max;
    for (std::int64_t word = grid.cta * static_cast<std::int64_t>(blockDim.x) + threadIdx.x; word < words;
         word += static_cast<std::int64_t>(arguments.ctas) * blockDim.x) {
        grid.histograms[word] = 0;
    }
}

/// One kernel a round: every CTA finds where the rounds stand and adds its counts to the row's histogram. Adding
/// has no order, so the sum does not depend on who came first.
template <class Bits, bool tapped>
__global__ void __launch_bounds__(threads_bound(tapped), 1)
    grid_count_kernel(const __grid_constant__ RowArguments arguments, int round) {
    await_kernels_before(arguments);
    Shared &shared = shared_of_cta();
    const GridRow grid = grid_row(arguments);
    const RowGeometry geometry = geometry_of<tapped>(arguments, grid.row);
    if (is_small(arguments, geometry)) {
        return;
    }
    const RoundState state = replay_rounds<tapped>(arguments, grid, geometry, shared.state, round, false);
    if (state.skipped) {
        return;
    }
    const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, grid.cta, arguments.ctas);
    RescannedKeys<Bits, tapped> access(arguments, row_scores<Bits, tapped>(arguments, grid.row) + chunk.first,
                                       chunk.last - chunk.first, nullptr);
    clear_histogram(shared.histogram[0]);
    __syncthreads();
    count_digits<tapped>(arguments, access, state, round, shared.histogram[0]);
    __syncthreads();
    std::uint32_t *const histogram = grid.histograms + round * bins_max;
    const std::uint32_t bins = 1u << arguments.digit_bits[round];
    if (has_fault<tapped>(arguments, fault_missing_cluster_sum) && grid.cta + 1 == arguments.ctas) {
        return;
    }
    for (std::uint32_t bin = threadIdx.x; bin < bins; bin += blockDim.x) {
        if (shared.histogram[0][bin] != 0) {
            atomicAdd(histogram + bin, shared.histogram[0][bin]);
        }
    }
}

/// Every CTA publishes its shares. The boundary after this kernel is B2.
template <class Bits, bool tapped>
__global__ void __launch_bounds__(threads_bound(tapped), 1)
    grid_share_kernel(const __grid_constant__ RowArguments arguments) {
    await_kernels_before(arguments);
    Shared &shared = shared_of_cta();
    const GridRow grid = grid_row(arguments);
    const RowGeometry geometry = geometry_of<tapped>(arguments, grid.row);
    if (is_small(arguments, geometry)) {
        return;
    }
    const RoundState state = replay_rounds<tapped>(arguments, grid, geometry, shared.state, arguments.rounds,
                                                   tapped && grid.cta == 0);
    const Cut cut = cut_of<tapped>(arguments, state);
    const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, grid.cta, arguments.ctas);
    const RescannedKeys<Bits, tapped> access(arguments,
                                             row_scores<Bits, tapped>(arguments, grid.row) + chunk.first,
                                             chunk.last - chunk.first, nullptr);
    warp_bases<tapped>(arguments, shared.state, count_segment(access, cut, segment_of(access.chunk.count)));
    if (threadIdx.x == 0) {
        grid.shares[2 * grid.cta] = shared.state.above_share;
        grid.shares[2 * grid.cta + 1] = shared.state.equal_share;
        if (grid.cta == 0) {
            tap_row<tapped>(arguments, geometry, arguments.ctas);
            tap_cut<tapped>(arguments, grid.row, cut);
        }
    }
}

/// Every CTA adds up the shares before it and writes its slots.
template <class Bits, bool tapped>
__global__ void __launch_bounds__(threads_bound(tapped), 1)
    grid_emit_kernel(const __grid_constant__ RowArguments arguments) {
    await_kernels_before(arguments);
    Shared &shared = shared_of_cta();
    const GridRow grid = grid_row(arguments);
    const RowGeometry geometry = geometry_of<tapped>(arguments, grid.row);
    if (is_small(arguments, geometry)) {
        return;
    }
    const RoundState state =
        replay_rounds<tapped>(arguments, grid, geometry, shared.state, arguments.rounds, false);
    const Cut cut = cut_of<tapped>(arguments, state);
    const Chunk chunk = chunk_of<tapped>(arguments, geometry.n, grid.cta, arguments.ctas);
    const RescannedKeys<Bits, tapped> access(arguments,
                                             row_scores<Bits, tapped>(arguments, grid.row) + chunk.first,
                                             chunk.last - chunk.first, nullptr);
    const auto plus = [](std::uint32_t a, std::uint32_t b) { return a + b; };
    Counts base{0, 0};
    for (int cta = static_cast<int>(threadIdx.x); cta < grid.cta; cta += static_cast<int>(blockDim.x)) {
        base.above += grid.shares[2 * cta];
        base.equal += grid.shares[2 * cta + 1];
    }
    base.above = reduce(base.above, shared.state.warp_words[0], 0, plus);
    base.equal = reduce(base.equal, shared.state.warp_words[0], 0, plus);
    if (has_fault<tapped>(arguments, fault_base_off_by_one) && grid.cta > 0) {
        ++base.equal;
    }
    const Segment segment = segment_of(access.chunk.count);
    Counts before = warp_bases<tapped>(arguments, shared.state, count_segment(access, cut, segment));
    if (threadIdx.x == 0) {
        tap_cta<tapped>(arguments, grid.row, grid.cta, chunk, shared.state.above_share,
                        shared.state.equal_share, base.above, base.equal);
    }
    before.above += base.above;
    before.equal += base.equal;
    emit_segment<Bits, tapped>(arguments, access, cut, segment, before, grid.row, chunk.first,
                               access.chunk.first);
    write_fill<Bits>(arguments, grid.row, geometry.m, grid.cta, arguments.ctas);
}

/// Rank order, facts and digest, one CTA a row; launched only where one of them is asked for.
template <class Bits, bool tapped>
__global__ void __launch_bounds__(threads_bound(tapped), 1)
    grid_finish_kernel(const __grid_constant__ RowArguments arguments) {
    await_kernels_before(arguments);
    Shared &shared = shared_of_cta();
    const GridRow grid = grid_row(arguments);
    const RowGeometry geometry = geometry_of<tapped>(arguments, grid.row);
    if (is_small(arguments, geometry) || grid.cta != 0) {
        return;
    }
    if (facts_wanted(arguments)) {
        const RoundState state =
            replay_rounds<tapped>(arguments, grid, geometry, shared.state, arguments.rounds, false);
        const RescannedKeys<Bits, tapped> access(arguments, row_scores<Bits, tapped>(arguments, grid.row),
                                                 geometry.n, nullptr);
        find_facts(arguments, geometry, access, shared, Solo{}, state, cut_of<tapped>(arguments, state).quota,
                   !state.skipped);
    }
    finish_row<Bits, tapped>(arguments, geometry, shared, Solo{}, resident_area(arguments));
}

} // namespace exactk::device
