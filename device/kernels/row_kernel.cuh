// row_per_cta and row_per_cluster: a grid of CTAs or clusters that walks the rows of a batch.
// Spec: algorithm/S0 S3, contract/C15. Layer: device.
#pragma once

#include "kernels/row_select.cuh"

namespace exactk::device {

/// Resident area of this CTA's dynamic shared memory.
__device__ inline void *resident_area(Shared *shared) {
    return reinterpret_cast<unsigned char *>(shared) + resident_offset;
}

/// One CTA a row; CTAs take rows in turn.
template <class Bits, bool tapped>
__global__ void __launch_bounds__(threads_bound(tapped), 1)
    row_per_cta_kernel(const __grid_constant__ RowArguments arguments) {
    extern __shared__ __align__(128) unsigned char memory[];
    Shared &shared = *reinterpret_cast<Shared *>(memory);
    for (std::int64_t row = blockIdx.x; row < arguments.rows; row += gridDim.x) {
        select_row<Bits, tapped>(arguments, geometry_of<tapped>(arguments, row), shared, Solo{},
                                 resident_area(&shared));
        __syncthreads(); // the next row reuses shared memory
    }
}

/// One cluster a row for long rows; rows up to `cta_length_max` are dealt out to the cluster's CTAs, so that a row
/// costs what its length costs. Clusters take rows in turn.
template <class Bits, bool tapped>
__global__ void __launch_bounds__(threads_bound(tapped), 1)
    row_per_cluster_kernel(const __grid_constant__ RowArguments arguments) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) unsigned char memory[];
    Shared &shared = *reinterpret_cast<Shared *>(memory);
    const Team<tapped> team{arguments};
    const std::int64_t clusters = gridDim.x / static_cast<unsigned>(team.size());
    const std::int64_t cluster = blockIdx.x / static_cast<unsigned>(team.size());
    int turn = 0;
    for (std::int64_t row = cluster; row < arguments.rows; row += clusters) {
        const RowGeometry geometry = geometry_of<tapped>(arguments, row);
        if (geometry.n <= arguments.cta_length_max) {
            if (turn == team.rank()) {
                select_row<Bits, tapped>(arguments, geometry, shared, Solo{}, resident_area(&shared));
                __syncthreads();
            }
            turn = turn + 1 == team.size() ? 0 : turn + 1;
        }
    }
    // All CTAs of a cluster see the same lengths, so they walk the long rows together.
    for (std::int64_t row = cluster; row < arguments.rows; row += clusters) {
        const RowGeometry geometry = geometry_of<tapped>(arguments, row);
        if (geometry.n > arguments.cta_length_max) {
            select_row<Bits, tapped>(arguments, geometry, shared, team, resident_area(&shared));
            __syncthreads();
        }
    }
    team.barrier(); // nobody leaves while another CTA may still read its shared memory
#endif
}

} // namespace exactk::device
