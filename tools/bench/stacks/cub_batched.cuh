// cub::DeviceBatchedTopK as FlashInfer and CUB's own text call it: positions of the k greatest, in no order.
// Spec: contract/C15. Layer: tools/bench.
//
// Shared by the stacks that have a CUB of their own; which CUB that is, the include path says.
#ifndef EXACTK_BENCH_CUB_BATCHED_CUH
#define EXACTK_BENCH_CUB_BATCHED_CUH

// Without it nvcc 13.0 refuses the deterministic form in a branch that sm_90 never takes.
#define CUB_DISABLE_TOPK_UNSUPPORTED_ARCH_ASSERT

#include <cstdint>
#include <limits>

#include <cub/device/device_batched_topk.cuh>
#include <cuda/__execution/determinism.h>
#include <cuda/__execution/output_ordering.h>
#include <cuda/__execution/require.h>
#include <cuda/__execution/tie_break.h>
#include <cuda/argument>
#include <cuda/iterator>
#include <cuda/std/__execution/env.h>
#include <cuda/stream_ref>
#include <cuda_runtime_api.h>

namespace exactk::bench::cub_batched {

constexpr std::int64_t width_small = 8192;  // bound: the longest segment of CUB's form of one block a segment
constexpr std::int64_t width_max = 1 << 21; // bound: the longest segment of cub::DeviceBatchedTopK
constexpr int tail_threads = 256;           // convention: as FlashInfer has it

struct Call {
    const float *scores;
    const int *lengths; ///< Null: all rows are full
    std::int64_t rows, width, pitch, k;
    int *indices;
    void *temp;        ///< Null: only `bytes` is set
    std::size_t bytes; ///< Of the temporary storage
    cudaStream_t stream;
};

/// Writes -1 behind the last valid index of a row, which CUB leaves alone.
static __global__ void fill_tails(int *indices, const int *lengths, std::int64_t k) {
    const std::int64_t row = blockIdx.x;
    std::int64_t valid = lengths[row];
    valid = valid < 0 ? 0 : valid > k ? k : valid;
    for (std::int64_t place = valid + threadIdx.x; place < k; place += blockDim.x) {
        indices[row * k + place] = -1;
    }
}

template <typename Sizes, std::int64_t bound, typename Requirements>
cudaError_t max_pairs(Call &call, Sizes sizes, Requirements requirements) {
    const auto keys_in = cuda::make_strided_iterator(cuda::make_counting_iterator(call.scores), call.pitch);
    const auto keys_out = cuda::make_constant_iterator(cuda::discard_iterator{});
    const auto values_in = cuda::make_constant_iterator(cuda::make_counting_iterator(std::int32_t{0}));
    const auto values_out = cuda::make_strided_iterator(cuda::make_counting_iterator(call.indices), call.k);
    const std::int64_t selected = call.k < call.width ? call.k : call.width;
    const auto k = cuda::args::immediate{selected, cuda::args::bounds<std::int64_t{1}, bound>()};
    const auto env = cuda::std::execution::env{requirements, cuda::stream_ref{call.stream}};
    return cub::DeviceBatchedTopK::MaxPairs(call.temp, call.bytes, keys_in, keys_out, values_in, values_out,
                                            sizes, k, cuda::args::immediate{call.rows}, env);
}

template <std::int64_t bound, typename Requirements>
cudaError_t with_bound(Call &call, Requirements requirements) {
    if (call.lengths == nullptr) {
        const auto sizes = cuda::args::immediate{call.width, cuda::args::bounds<std::int64_t{1}, bound>()};
        return max_pairs<decltype(sizes), bound>(call, sizes, requirements);
    }
    // Any length may come, so the least one is allowed; the bound at run time lets short rows have small launches.
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min(); // bound: of an int32
    const auto sizes = cuda::args::deferred_sequence{
        call.lengths, cuda::args::bounds<least, static_cast<std::int32_t>(bound)>(),
        cuda::args::bounds(least, static_cast<std::int32_t>(call.width))};
    return max_pairs<decltype(sizes), bound>(call, sizes, requirements);
}

/// `smallest`: equals by position and the same set on every run; else CUB may take any of them.
inline cudaError_t run(Call &call, bool smallest) {
    namespace execution = cuda::execution;
    const auto with = [&](auto requirements) {
        return call.width <= width_small ? with_bound<width_small>(call, requirements)
                                         : with_bound<width_max>(call, requirements);
    };
    return smallest ? with(execution::require(execution::determinism::gpu_to_gpu,
                                              execution::tie_break::prefer_smaller_index,
                                              execution::output_ordering::unsorted))
                    : with(execution::require(execution::determinism::not_guaranteed,
                                              execution::tie_break::unspecified,
                                              execution::output_ordering::unsorted));
}

inline std::size_t temp_bytes(std::int64_t rows, std::int64_t width, std::int64_t k, bool with_lengths,
                              bool smallest) {
    // The lengths are not read when only the size is asked for.
    const int *lengths = with_lengths ? reinterpret_cast<const int *>(16) : nullptr;
    Call call{nullptr, lengths, rows, width, width, k, nullptr, nullptr, 0, nullptr};
    return run(call, smallest) == cudaSuccess ? call.bytes : 0;
}

/// A call and, where there are lengths, the tails.
inline cudaError_t run_with_tails(Call &call, bool smallest) {
    cudaError_t error = run(call, smallest);
    if (error == cudaSuccess && call.lengths != nullptr) {
        fill_tails<<<static_cast<unsigned>(call.rows), tail_threads, 0, call.stream>>>(call.indices,
                                                                                       call.lengths, call.k);
        error = cudaGetLastError();
    }
    return error;
}

} // namespace exactk::bench::cub_batched
#endif
