// The CTAs that share a row and their barriers: one CTA alone, or the CTAs of a cluster.
// Spec: algorithm/S4 S7 B1 B2. Layer: device.
#pragma once

#include <cooperative_groups.h>

#include "steps/candidates.cuh"
#include "steps/facts.cuh"
#include "steps/tap.cuh"

namespace exactk::device {

/// One CTA: B1 and B2 are barriers inside it.
struct Solo {
    __device__ int rank() const { return 0; }
    __device__ int size() const { return 1; }
    __device__ void barrier() const { __syncthreads(); }
    /// The row's histogram after B1.
    __device__ const std::uint32_t *row_histogram(Shared &shared, int parity, int) const {
        return shared.histogram[parity];
    }
    /// Shares of the CTAs before this one after B2.
    __device__ Counts shares_before(Shared &) const { return {0, 0}; }
    template <class Combine>
    __device__ std::uint32_t combine(SharedState &, int, std::uint32_t value, Combine) const {
        return value;
    }
    __device__ std::uint32_t sum(SharedState &, std::uint32_t value) const { return value; }
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
/// The CTAs of this thread-block cluster, which the hardware schedules together.
template <bool tapped> struct Team {
    const RowArguments &arguments;
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();

    __device__ int rank() const { return static_cast<int>(cluster.block_rank()); }
    __device__ int size() const { return static_cast<int>(cluster.num_blocks()); }
    /// A warp's threads may come from loops of different length; the cluster's barrier wants them together.
    __device__ void barrier() const {
        __syncwarp();
        cluster.sync();
    }

    /// Adds up all CTAs' histograms into this CTA's `total`.
    __device__ const std::uint32_t *row_histogram(Shared &shared, int parity, int bins) const {
        const int members = size() - (has_fault<tapped>(arguments, fault_missing_cluster_sum) ? 1 : 0);
        for (int bin = static_cast<int>(threadIdx.x) * 4; bin < bins;
             bin += static_cast<int>(blockDim.x) * 4) {
            uint4 sum{0, 0, 0, 0};
#pragma unroll 1
            for (int member = 0; member < members; ++member) {
                const uint4 part = *reinterpret_cast<const uint4 *>(
                    cluster.map_shared_rank(&shared.histogram[parity][bin], member));
                sum.x += part.x;
                sum.y += part.y;
                sum.z += part.z;
                sum.w += part.w;
            }
            *reinterpret_cast<uint4 *>(&shared.total[bin]) = sum;
        }
        __syncthreads();
        return shared.total;
    }

    __device__ Counts shares_before(Shared &shared) const {
        Counts before{0, 0};
        if (static_cast<int>(lane_id()) < rank()) { // clusters have at most 16 CTAs
            const SharedState *const other = cluster.map_shared_rank(&shared.state, lane_id());
            before = {other->above_share, other->equal_share};
        }
        before.above = __reduce_add_sync(0xFFFFFFFFu, before.above);
        before.equal = __reduce_add_sync(0xFFFFFFFFu, before.equal);
        if (has_fault<tapped>(arguments, fault_base_off_by_one) && rank() > 0) {
            ++before.equal;
        }
        return before;
    }

    /// Combines one word of every CTA, by an operation that may meet a word twice; all CTAs get the result.
    template <class Combine>
    __device__ std::uint32_t combine(SharedState &state, int word, std::uint32_t value, Combine join) const {
        if (threadIdx.x == 0) {
            state.facts[word] = value;
        }
        barrier();
#pragma unroll 1
        for (int member = 0; member < size(); ++member) {
            value = join(value, cluster.map_shared_rank(&state, member)->facts[word]);
        }
        barrier();
        return value;
    }

    /// Adds up one word of every CTA; all CTAs get the sum.
    __device__ std::uint32_t sum(SharedState &state, std::uint32_t value) const {
        if (threadIdx.x == 0) {
            state.facts[2] = value;
        }
        barrier();
        std::uint32_t all = 0;
#pragma unroll 1
        for (int member = 0; member < size(); ++member) {
            all += cluster.map_shared_rank(&state, member)->facts[2];
        }
        barrier();
        return all;
    }
};
#endif

} // namespace exactk::device
