// row_per_cta and row_per_cluster: a grid of CTAs or clusters that walks the rows of a batch.
// Spec: algorithm/S0 S3, contract/C15. Layer: device.
#pragma once

#include "kernels/filtered_row.cuh"
#include "steps/launch_order.cuh"

namespace exactk::device {

/// A row that one CTA of a cluster does alone; out of line, since the cluster's own path needs the registers.
template <class Bits, bool tapped>
__device__ __noinline__ void select_row_alone(const RowArguments &arguments, std::int64_t row) {
    Shared &shared = shared_of_cta();
    select_row<Bits, tapped>(arguments, geometry_of<tapped>(arguments, row), shared, Solo{});
}

/// One CTA a row; CTAs take rows in turn.
template <class Bits, bool tapped>
__global__ void __launch_bounds__(threads_bound(tapped), 1)
    row_per_cta_kernel(const __grid_constant__ RowArguments arguments) {
    await_kernels_before();
    Shared &shared = shared_of_cta();
    for (std::int64_t row = blockIdx.x; row < arguments.rows; row += gridDim.x) {
        select_row<Bits, tapped>(arguments, geometry_of<tapped>(arguments, row), shared, Solo{});
        __syncthreads(); // the next row reuses shared memory
    }
}

/// Launch bound of row_per_cluster. The launcher asks the kernel for it.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
constexpr int cluster_threads_max =
    640; // measured: with 80 registers a thread the compiler spills for these parts
#else
constexpr int cluster_threads_max = threads_max; // measured: none spilled
#endif
constexpr int cluster_threads_bound(bool tapped) {
    return threads_bound(tapped) < cluster_threads_max ? threads_bound(tapped) : cluster_threads_max;
}

/// One cluster a row for long rows; rows up to `cta_length_max` are dealt out to the cluster's CTAs, so that a row
/// costs what its length costs. Clusters take rows in turn.
template <class Bits, bool tapped>
__global__ void __launch_bounds__(cluster_threads_bound(tapped), 1)
    row_per_cluster_kernel(const __grid_constant__ RowArguments arguments) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    await_kernels_before();
    Shared &shared = shared_of_cta();
    const Team<tapped> team = Team<tapped>::make(arguments);
    const std::int64_t clusters = gridDim.x / static_cast<unsigned>(team.size());
    const std::int64_t cluster = blockIdx.x / static_cast<unsigned>(team.size());
    // A cluster of one CTA does every row alone.
    const std::int64_t alone_max = team.size() == 1 ? arguments.width : arguments.cta_length_max;
    int turn = 0;
    bool together = false;
    for (std::int64_t row = cluster; row < arguments.rows; row += clusters) {
        const RowGeometry geometry = geometry_of<tapped>(arguments, row);
        if (geometry.n <= alone_max) {
            if (turn == team.rank()) {
                select_row_alone<Bits, tapped>(arguments, row);
                __syncthreads();
            }
            turn = turn + 1 == team.size() ? 0 : turn + 1;
        } else {
            together = true;
        }
    }
    // All CTAs of a cluster see the same lengths, so they walk the long rows together.
    if (!together) {
        return; // nobody reads another CTA's shared memory
    }
    bool read_by_others = false;
    for (std::int64_t row = cluster; row < arguments.rows; row += clusters) {
        const RowGeometry geometry = geometry_of<tapped>(arguments, row);
        if (geometry.n > alone_max) {
            read_by_others = select_row<Bits, tapped>(arguments, geometry, shared, team);
            __syncthreads();
        }
    }
    if (read_by_others) { // all CTAs of the cluster say the same
        team.barrier();   // nobody leaves while another CTA may still read its shared memory
    }
#endif
}

} // namespace exactk::device
