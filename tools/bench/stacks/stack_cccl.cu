// CUB's own top-k, newer than the toolkit's: cub::DeviceTopK and cub::DeviceBatchedTopK behind stack.h.
// Spec: contract/C15. Layer: tools/bench.
//
// Built against the headers of the package cuda-cccl only. CUB has no choice of its own among these three.
#include "cub_batched.cuh"
#include "stack.h"

#include <cub/device/device_topk.cuh>

namespace {

namespace batched = exactk::bench::cub_batched;

enum Item { device_topk, batched_any, batched_smallest, items_end };
const char *const names[items_end] = {"device_topk", "batched", "batched_smallest"};

cudaStream_t on(void *stream) { return static_cast<cudaStream_t>(stream); }

cudaError_t one_row(const float *scores, long width, long k, int *indices, void *temp, std::size_t &bytes,
                    cudaStream_t stream) {
    namespace execution = cuda::execution;
    const auto requirements =
        execution::require(execution::determinism::not_guaranteed, execution::output_ordering::unsorted);
    const auto env = cuda::std::execution::env{cuda::stream_ref{stream}, requirements};
    return cub::DeviceTopK::MaxPairs(temp, bytes, scores, cuda::discard_iterator{},
                                     cuda::make_counting_iterator(std::int32_t{0}), indices,
                                     static_cast<std::int64_t>(width), static_cast<std::int64_t>(k), env);
}

} // namespace

const char *stack_name(void) { return "cccl"; }
const char *stack_version(void) { return STACK_VERSION; }
const char *stack_note(void) { return ""; }
int stack_items(void) { return items_end; }
const char *stack_item(int item) { return item >= 0 && item < items_end ? names[item] : nullptr; }
int stack_default(int) { return batched_any; }

int stack_supports(int item, long rows, long width, long k) {
    if (rows < 1 || k < 1 || k > width) {
        return 0;
    }
    return item == device_topk ? rows == 1 : item < items_end && width <= batched::width_max;
}

size_t stack_workspace(int item, long rows, long width, long k) {
    std::size_t bytes = 0;
    if (item == device_topk) {
        return one_row(nullptr, width, k, nullptr, nullptr, bytes, nullptr) == cudaSuccess ? bytes : 0;
    }
    const bool smallest = item == batched_smallest;
    const std::size_t ragged = batched::temp_bytes(rows, width, k, true, smallest);
    const std::size_t full = batched::temp_bytes(rows, width, k, false, smallest);
    return ragged > full ? ragged : full;
}

int stack_prepare(int, const int *, long, long, long, void *, void *) { return cudaSuccess; }

int stack_run(int item, const float *scores, const int *lengths, long rows, long width, long pitch, long k,
              int *out_indices, void *workspace, void *stream) {
    if (!stack_supports(item, rows, width, k) || workspace == nullptr) {
        return cudaErrorInvalidValue;
    }
    if (item == device_topk) {
        if (lengths != nullptr) {
            return cudaErrorNotSupported; // it takes the length from the host
        }
        std::size_t bytes = 0;
        const cudaError_t error = one_row(scores, width, k, out_indices, nullptr, bytes, on(stream));
        return error != cudaSuccess ? error
                                    : one_row(scores, width, k, out_indices, workspace, bytes, on(stream));
    }
    batched::Call call{scores, lengths, rows, width, pitch, k, out_indices, nullptr, 0, on(stream)};
    const cudaError_t error = batched::run(call, item == batched_smallest);
    call.temp = workspace;
    return error != cudaSuccess ? error : batched::run_with_tails(call, item == batched_smallest);
}
