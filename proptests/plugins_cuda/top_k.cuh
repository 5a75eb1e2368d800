// A top-k in CUDA under the whole contract, one block a row, simple and slow; what is wrong is in the plug-ins.
// Spec: contract/C1 to C9. Layer: proptests/plugins_cuda.
#pragma once

#include <cstdint>

#include <cuda_runtime.h>

#include <exactk_plugin.h>

namespace plugin {

constexpr int threads = 512; // convention: whole warps, and few enough for any device

/// What a call's kernels are given. `list` holds the selected indices of every row, [rows, k].
struct Call {
    exactk_plugin_problem problem;
    exactk_plugin_outputs outputs;
    std::int32_t *list;
    const unsigned *runs; ///< not null: every third run leaves out the best element
    bool late;            ///< whether the selection waits before it begins
};

__device__ inline std::int64_t length_of(const exactk_plugin_problem &problem, std::int64_t row) {
    const std::int64_t length = problem.lengths != nullptr ? problem.lengths[row] : problem.width;
    return length < 0 ? 0 : length > problem.width ? problem.width : length;
}

__device__ inline std::uint32_t bits_at(const exactk_plugin_problem &problem, std::int64_t at) {
    if (problem.type == exactk_plugin_float32)
        return static_cast<const std::uint32_t *>(problem.scores)[at];
    return static_cast<const std::uint16_t *>(problem.scores)[at];
}

/// Value and tie rule in one number, no two alike in a row: larger is preferred.
__device__ inline std::uint64_t place_of(const exactk_plugin_problem &problem, std::int64_t row,
                                         std::int64_t index) {
    const bool wide = problem.type == exactk_plugin_float32;
    const std::uint32_t bits = bits_at(problem, row * problem.pitch + index);
    const std::uint32_t sign = wide ? 0x80000000u : 0x8000u;
    const std::uint32_t infinity = wide                                    ? 0x7F800000u
                                   : problem.type == exactk_plugin_float16 ? 0x7C00u
                                                                           : 0x7F80u;
    const std::uint32_t top = sign + (sign - 1);
    std::uint32_t key = bits >= sign ? top - bits : bits + sign;
    if ((bits & (sign - 1)) > infinity)
        key = problem.nan_smallest != 0 ? 0 : top;
    else if (bits == sign)
        key = sign;
    const auto at = static_cast<std::uint32_t>(index);
    return std::uint64_t{problem.smallest != 0 ? top - key : key} << 32 | (problem.ties_high != 0 ? at : ~at);
}

/// Sum over the block, the same for every thread.
__device__ inline std::int64_t block_sum(std::int64_t mine) {
    __shared__ unsigned long long sum;
    __syncthreads();
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, static_cast<unsigned long long>(mine));
    __syncthreads();
    return static_cast<std::int64_t>(sum);
}

/// The place of the element of rank m, counted from 1, found bit by bit.
__device__ inline std::uint64_t place_of_rank(const exactk_plugin_problem &problem, std::int64_t row,
                                              std::int64_t n, std::int64_t m) {
    std::uint64_t place = 0;
    for (int bit = 63; bit >= 0; --bit) {
        const std::uint64_t tried = place | std::uint64_t{1} << bit;
        std::int64_t mine = 0;
        for (std::int64_t index = threadIdx.x; index < n; index += threads)
            mine += place_of(problem, row, index) >= tried ? 1 : 0;
        if (block_sum(mine) >= m)
            place = tried;
    }
    return place;
}

/// Lists the indices of a row that `selected` means, in ascending order.
template <class Selected>
__device__ inline void list_where(std::int32_t *list, std::int64_t n, const Selected &selected) {
    __shared__ int of_warp[threads / 32];
    std::int64_t listed = 0;
    for (std::int64_t base = 0; base < n; base += threads) {
        const std::int64_t index = base + threadIdx.x;
        const bool wanted = index < n && selected(index);
        const unsigned votes = __ballot_sync(0xFFFFFFFFu, wanted);
        if (threadIdx.x % 32 == 0)
            of_warp[threadIdx.x / 32] = __popc(votes);
        __syncthreads();
        std::int64_t slot = listed + __popc(votes & ((1u << threadIdx.x % 32) - 1));
        for (int warp = 0; warp < threads / 32; ++warp) {
            slot += warp < static_cast<int>(threadIdx.x / 32) ? of_warp[warp] : 0;
            listed += of_warp[warp];
        }
        if (wanted)
            list[slot] = static_cast<std::int32_t>(index);
        __syncthreads();
    }
}

/// Lists the selected indices of a row in ascending order.
__global__ void select(Call call) {
    const std::int64_t row = blockIdx.x;
    const std::int64_t n = length_of(call.problem, row);
    const std::int64_t k = call.problem.k;
    std::int32_t *list = call.list + row * k;
    for (const long long begin = clock64(); call.late && clock64() - begin < 20'000'000;) {
    }
    if (k == 0)
        return;
    if (n <= k) {
        list_where(list, n, [](std::int64_t) { return true; });
        return;
    }
    const bool wrong = call.runs != nullptr && *call.runs % 3 == 0;
    const std::uint64_t last = place_of_rank(call.problem, row, n, wrong ? k + 1 : k);
    const std::uint64_t lost = wrong ? place_of_rank(call.problem, row, n, 1) : 0;
    list_where(list, n, [&](std::int64_t index) {
        const std::uint64_t place = place_of(call.problem, row, index);
        return place >= last && !(wrong && place == lost);
    });
}

/// Fills all slots of a row from the list; an index of -1 in it is taken as none.
__global__ void fill(Call call) {
    const exactk_plugin_problem &problem = call.problem;
    const std::int64_t row = blockIdx.x;
    const std::int64_t n = length_of(problem, row);
    const std::int64_t m = n < problem.k ? n : problem.k;
    const std::int32_t *list = call.list + row * problem.k;
    for (std::int64_t at = threadIdx.x; at < problem.k; at += threads) {
        const std::int32_t index = at < m ? list[at] : -1;
        std::int64_t slot = at;
        if (problem.by_rank != 0 && index >= 0) {
            slot = 0;
            const std::uint64_t place = place_of(problem, row, index);
            for (std::int64_t other = 0; other < m; ++other)
                slot += place_of(problem, row, list[other]) > place ? 1 : 0;
        }
        call.outputs.indices[row * call.outputs.index_pitch + slot] = index >= 0 ? index : problem.fill_index;
        if (call.outputs.scores == nullptr)
            continue;
        const std::uint32_t bits =
            index >= 0 ? bits_at(problem, row * problem.pitch + index) : problem.fill_score;
        const std::int64_t to = row * call.outputs.score_pitch + slot;
        if (problem.type == exactk_plugin_float32)
            static_cast<std::uint32_t *>(call.outputs.scores)[to] = bits;
        else
            static_cast<std::uint16_t *>(call.outputs.scores)[to] = static_cast<std::uint16_t>(bits);
    }
}

inline Call make_call(const exactk_plugin_problem &problem, const exactk_plugin_outputs &outputs,
                      void *workspace) {
    return {problem, outputs, static_cast<std::int32_t *>(workspace), nullptr, false};
}

/// What every right call puts on a stream; `call` may say what is to be wrong.
inline int enqueue(const Call &call, cudaStream_t stream) {
    const auto rows = static_cast<unsigned>(call.problem.rows);
    select<<<rows, threads, 0, stream>>>(call);
    fill<<<rows, threads, 0, stream>>>(call);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

inline std::int64_t list_bytes(const exactk_plugin_problem &problem) { return problem.rows * problem.k * 4; }

/// Ranks are counted one by one, so that time grows with the square of k.
inline exactk_plugin_description described(const char *name) {
    return {sizeof(exactk_plugin_description),
            EXACTK_PLUGIN_VERSION,
            exactk_plugin_cuda,
            0,
            name,
            nullptr,
            "k 0 4096\n"};
}

} // namespace plugin

/// What every plug-in here has: its description under a name.
#define EXACTK_CUDA_PLUGIN(name)                                                                             \
    extern "C" const exactk_plugin_description *exactk_plugin_describe() {                                   \
        static const exactk_plugin_description description = plugin::described(name);                        \
        return &description;                                                                                 \
    }

/// The same, with a workspace for the list of make_call().
#define EXACTK_CUDA_PLUGIN_WITH_LIST(name)                                                                   \
    EXACTK_CUDA_PLUGIN(name)                                                                                 \
    extern "C" std::int64_t exactk_plugin_workspace(const exactk_plugin_problem *problem) {                  \
        return plugin::list_bytes(*problem);                                                                 \
    }
