// row_per_cta and row_per_cluster: a grid of CTAs or clusters, one for each row of a batch or fewer that take rows in turn.
// Spec: algorithm/S0 S3, contract/C15. Layer: device.
#pragma once

#include "kernels/filtered_row.cuh"
#include "steps/launch_order.cuh"

namespace exactk::device {

/// Elements of a row listed whole that a thread holds at most. Tapped kernels take rows in turn and hold as many as those that do
/// not.
template <bool tapped, bool in_turn>
constexpr int row_elements_most = in_turn && !tapped ? whole_elements_thread : whole_elements_most;

/// Launch bound of these kernels. The launcher asks the kernel for it.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
constexpr int row_threads_most = row_threads_sure;
#else
constexpr int row_threads_most = threads_max;
#endif
template <bool tapped, bool in_turn, bool cluster>
constexpr int row_threads_bound = tapped              ? threads_tapped_max
                                  : in_turn &&cluster ? row_threads_sure
                                                      : row_threads_most;
static_assert(threads_tapped_max <= row_threads_sure);

/// One CTA a row. `in_turn`: there may be fewer CTAs than rows.
template <class Bits, bool tapped, bool in_turn>
__global__ void __launch_bounds__(row_threads_bound<tapped, in_turn, false>, 1)
    row_per_cta_kernel(const __grid_constant__ RowArguments arguments) {
    await_kernels_before(arguments);
    constexpr int most = row_elements_most<tapped, in_turn>;
    Shared &shared = shared_of_cta();
    if constexpr (in_turn) {
        const bool only = tapped && arguments.rows <= gridDim.x;
        for (std::int64_t row = blockIdx.x; row < arguments.rows; row += gridDim.x) {
            select_row<Bits, most, tapped>(arguments, geometry_of<tapped>(arguments, row), shared, Solo{},
                                           only);
            __syncthreads(); // the next row reuses shared memory
        }
    } else {
        select_row<Bits, most, tapped>(arguments, geometry_of<tapped>(arguments, blockIdx.x), shared, Solo{},
                                       true);
    }
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
/// A row that one CTA of a cluster does alone; out of line, since the cluster's own path needs the registers.
template <class Bits, int most, bool tapped>
__device__ __noinline__ void select_row_alone(const RowArguments &arguments, std::int64_t row) {
    Shared &shared = shared_of_cta();
    select_row<Bits, most, tapped>(arguments, geometry_of<tapped>(arguments, row), shared, Solo{}, false);
}

/// A cluster's rows: those up to `alone_max` are dealt out to its CTAs, the longer ones are done by all.
template <class Bits, int most, bool tapped>
__device__ inline void select_rows_in_turn(const RowArguments &arguments, std::int64_t alone_max,
                                           const Team<tapped> &team) {
    const std::int64_t clusters = gridDim.x / static_cast<unsigned>(team.size());
    const std::int64_t cluster = blockIdx.x / static_cast<unsigned>(team.size());
    int turn = 0;
    bool together = false;
    for (std::int64_t row = cluster; row < arguments.rows; row += clusters) {
        if (geometry_of<tapped>(arguments, row).n > alone_max) {
            together = true;
            continue;
        }
        if (turn == team.rank()) {
            select_row_alone<Bits, most, tapped>(arguments, row);
            __syncthreads();
        }
        turn = turn + 1 == team.size() ? 0 : turn + 1;
    }
    // All CTAs of a cluster see the same lengths, so they walk the long rows together.
    for (std::int64_t row = cluster; together && row < arguments.rows; row += clusters) {
        const RowGeometry geometry = geometry_of<tapped>(arguments, row);
        if (geometry.n > alone_max) {
            select_row<Bits, most, tapped>(arguments, geometry, shared_of_cta(), team, false);
            __syncthreads();
        }
    }
}

/// A cluster's only row: up to `alone_max` by its first CTA, else by all.
template <class Bits, int most, bool tapped>
__device__ inline void select_only_row(const RowArguments &arguments, std::int64_t alone_max,
                                       const Team<tapped> &team) {
    const RowGeometry geometry = geometry_of<tapped>(arguments, __clusterIdx().x);
    if (geometry.n > alone_max) {
        select_row<Bits, most, tapped>(arguments, geometry, shared_of_cta(), team, false);
    } else if (team.rank() == 0) {
        if (is_held<most>(arguments, geometry.n) && geometry.n > arguments.k && geometry.m != 0) {
            select_held_row<Bits, whole_elements_thread, most, tapped>(arguments, geometry, shared_of_cta(),
                                                                       true);
        } else {
            select_row_alone<Bits, whole_elements_thread, tapped>(arguments, geometry.row);
        }
    }
}
#endif

/// One cluster a row for long rows; rows up to `cta_length_max` are done by one CTA of a cluster, so that a row costs what its
/// length costs. `in_turn`: there may be fewer clusters than rows.
template <class Bits, bool tapped, bool in_turn>
__global__ void __launch_bounds__(row_threads_bound<tapped, in_turn, true>, 1)
    row_per_cluster_kernel(const __grid_constant__ RowArguments arguments) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    await_kernels_before(arguments);
    constexpr int most = row_elements_most<tapped, in_turn>;
    const Team<tapped> team = Team<tapped>::make(arguments);
    // A cluster of one CTA does every row alone.
    const std::int64_t alone_max = team.size() == 1 ? arguments.width : arguments.cta_length_max;
    if constexpr (tapped || !in_turn) {
        // Tapped kernels are those for rows in turn and those for an only row in one.
        if (!in_turn || arguments.rows <= gridDim.x / static_cast<unsigned>(team.size())) {
            select_only_row<Bits, most, tapped>(arguments, alone_max, team);
            return;
        }
    }
    if constexpr (in_turn) {
        select_rows_in_turn<Bits, most, tapped>(arguments, alone_max, team);
    }
#endif
}

} // namespace exactk::device
