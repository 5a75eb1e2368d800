// The CTAs that share a row and their barriers: one CTA alone, or the CTAs of a cluster.
// Spec: algorithm/S4 S7 B1 B2. Layer: device.
#pragma once

#include <cooperative_groups.h>

#include "steps/facts.cuh"
#include "steps/list_rounds.cuh"

namespace exactk::device {

/// Elements of a row with the heavy key.
struct HeavyCounts {
    std::uint32_t total; ///< E
    std::uint32_t base;  ///< of the CTAs before this one
    bool room;           ///< every CTA has room for m places beside its list
};

/// One CTA: B1 to B3 are barriers inside it.
struct Solo {
    static constexpr bool copies = false;
    /// B3, with a barrier: the list is visible behind it.
    __device__ RowList gather(const RowArguments &, Shared &, const ListKeys &list, std::uint32_t kept,
                              std::uint32_t, const FirstCount &) const {
        __syncthreads();
        return {list.keys, kept, 0, false};
    }
    /// What the CTAs count of the heavy key after B3, by their state's `equal` and their lists' lengths.
    __device__ HeavyCounts heavy_counts(const SharedState &state, std::uint32_t kept, std::uint32_t m,
                                        std::uint32_t capacity) const {
        return {state.equal, 0, kept + m <= capacity};
    }
    /// This CTA reads nobody's list any more.
    __device__ void release_lists() const {}
    /// Nobody reads this CTA's list any more.
    __device__ void await_release() const {}
    __device__ static Solo make(const RowArguments &) { return {}; }
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

    __device__ static Team make(const RowArguments &row_arguments) { return {row_arguments}; }
    __device__ int rank() const { return static_cast<int>(cluster.block_rank()); }
    __device__ int size() const { return static_cast<int>(cluster.num_blocks()); }
    /// A warp's threads may come from loops of different length; the cluster's barrier wants them together.
    __device__ void barrier() const {
        __syncwarp();
        cluster.sync();
    }

    static constexpr bool copies = true;
    /// B3: tells the others of this CTA's list and gathers the scores of all, unless there are too many. Where no list is much longer
    /// than the others, as in every cluster of up to four CTAs, it makes keys of them and counts those, too; else few warps would do
    /// that for all. A barrier of the CTA must follow before the gathered keys are read. `kept` may be more than the list holds.
    __device__ RowList gather(const RowArguments &, Shared &shared, const ListKeys &list, std::uint32_t kept,
                              std::uint32_t capacity, const FirstCount &counted) const {
        std::uint32_t *const keys = list.keys;
        std::uint32_t *const gathered = list.positions + capacity; // behind the list lie the row's keys
        if (threadIdx.x == 0) {
            shared.state.kept = kept;
        }
        barrier();
        // The first keys of a warp's member are on their way while the counts are; what lies beyond a list's end is
        // read as well, within its capacity, and dropped.
        const std::uint32_t members = static_cast<std::uint32_t>(size()); // at most 16, a power of two
        const std::uint32_t parts = max(1u, warp_count() / members);
        const std::uint32_t begin = (warp_id() / members * 32 + lane_id()) * 4;
        const uint4 *from = reinterpret_cast<const uint4 *>(
            cluster.map_shared_rank(keys, static_cast<int>(warp_id() & (members - 1))));
        const uint4 early = begin < capacity ? from[begin / 4] : uint4{0, 0, 0, 0};
        // A count beyond the capacity is below 2^31 / size.
        const std::uint32_t count =
            lane_id() < members ? cluster.map_shared_rank(&shared.state, static_cast<int>(lane_id()))->kept
                                : 0u;
        constexpr std::uint32_t uneven = 4; // convention: a list so many times as long as the mean
        const std::uint32_t total = __reduce_add_sync(0xFFFFFFFFu, count);
        const RowList row{gathered, total,
                          __reduce_add_sync(0xFFFFFFFFu, static_cast<int>(lane_id()) < rank() ? count : 0u),
                          counted.wanted &&
                              __reduce_max_sync(0xFFFFFFFFu, count) * members <= uneven * total};
        if (row.total > capacity) {
            return row;
        }
        bool first = true;
        for (std::uint32_t job = warp_id(); job < members * parts; job += warp_count()) {
            const std::uint32_t member = job & (members - 1);
            const std::uint32_t length = __shfl_sync(0xFFFFFFFFu, count, static_cast<int>(member));
            std::uint32_t *const to =
                gathered + __reduce_add_sync(0xFFFFFFFFu, lane_id() < member ? count : 0u);
            from = reinterpret_cast<const uint4 *>(cluster.map_shared_rank(keys, static_cast<int>(member)));
            for (std::uint32_t i = (job / members * 32 + lane_id()) * 4; i < length; i += parts * 128) {
                const uint4 four = first ? early : from[i / 4];
                first = false;
                const std::uint32_t words[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
                for (int word = 0; word < 4; ++word) {
                    if (i + word < length) {
                        std::uint32_t key = words[word];
                        if (row.counted) {
                            key = canonical_key<tapped>(arguments, key);
                            counted.look.count(key, shared, counted.number);
                        }
                        to[i + word] = key;
                    }
                }
            }
            first = false;
        }
        return row;
    }
    __device__ HeavyCounts heavy_counts(const SharedState &state, std::uint32_t, std::uint32_t m,
                                        std::uint32_t capacity) const {
        std::uint32_t equal = 0;
        std::uint32_t kept = 0;
        if (static_cast<int>(lane_id()) < size()) { // clusters have at most 16 CTAs
            const SharedState *const other =
                cluster.map_shared_rank(const_cast<SharedState *>(&state), static_cast<int>(lane_id()));
            equal = other->equal;
            kept = other->kept;
        }
        const bool room = kept + m <= capacity;
        return {__reduce_add_sync(0xFFFFFFFFu, equal),
                __reduce_add_sync(0xFFFFFFFFu, static_cast<int>(lane_id()) < rank() ? equal : 0u),
                __all_sync(0xFFFFFFFFu, room) != 0};
    }
    __device__ void release_lists() const {
        __syncwarp();
        cluster.barrier_arrive();
    }
    __device__ void await_release() const {
        __syncwarp();
        cluster.barrier_wait();
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
