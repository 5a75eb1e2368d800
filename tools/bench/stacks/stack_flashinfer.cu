// FlashInfer's top-k with lengths (its top_k_ragged_transform, all offsets zero) behind stack.h.
// Spec: contract/C15. Layer: tools/bench.
//
// Its headers need no PyTorch. The choice between its kernels is in its Python, and is written here again.
#include "cub_batched.cuh"

// In this order: topk.cuh uses math.cuh without naming it.
#include <flashinfer/math.cuh>

#include <flashinfer/topk.cuh>

#include <flashinfer/fast_topk_clusters_exact.cuh>

#include "stack.h"

namespace {

namespace batched = exactk::bench::cub_batched;
namespace fi = flashinfer::sampling;

enum Item { automatic, eager, native, deterministic, smallest, device_batched, clusters, items_end };
const char *const names[items_end] = {"auto",     "auto_eager", "native",  "deterministic",
                                      "smallest", "cub",        "clusters"};

constexpr std::size_t row_states = 1 << 20; // convention: _ROW_STATES_NBYTES of topk.py
constexpr std::size_t alignment = 256;      // convention: as CUDA aligns an allocation
constexpr long k_filtered_max = 2048;       // bound: FILTERED_TOPK_MAX_K of topk.cuh
constexpr long clusters_width = 8192;       // convention: below it topk.py takes clusters of one block
constexpr std::size_t overflow_max = std::size_t{6}
                                     << 30; // convention: a larger buffer than this is not worth having
constexpr int clusters_reserve = 1024; // convention: bytes that get_num_cached_for_topk of topk.py leaves
constexpr int clusters_words = 5 + 3 * 256 + 8; // convention: words beside k, in the same place

cudaStream_t on(void *stream) { return static_cast<cudaStream_t>(stream); }
std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

/// is_cub_ragged_transform_beneficial of topk.py, float32, outside a capture.
bool cub_is_chosen_eagerly(long rows, long width) {
    return width <= batched::width_max && ((rows <= 32 && width >= 32768) || (rows <= 64 && width >= 65536));
}

/// The same inside a capture.
bool cub_is_chosen(long rows, long width, bool tie_small) {
    if (width > batched::width_max) {
        return false;
    }
    if (tie_small) {
        if (rows == 1) {
            return width <= 256 || width >= 4096;
        }
        return rows < 128 || width <= 8192 || (rows <= 256 && width >= 65536);
    }
    return rows < 128 ? width >= 32768 : rows <= 256 && width >= 65536;
}

/// get_fast_topk_clusters of topk.py.
int cluster_size(long rows, long width) {
    return width < clusters_width ? 1 : rows <= 32 ? 8 : rows < 128 ? 4 : rows < 256 ? 2 : 1;
}

std::size_t overflow_bytes(long rows, long width) {
    const long size = cluster_size(rows, width);
    return static_cast<std::size_t>(rows) * 16 * static_cast<std::size_t>(width / size * size);
}

/// What is called for an item of this shape: native, deterministic, smallest (native too), cub or clusters.
struct Chosen {
    Item item;
    bool tie_small;
};
Chosen chosen(int item, long rows, long width) {
    if (item == eager) {
        return {cub_is_chosen_eagerly(rows, width) ? device_batched : native, false};
    }
    if (item == automatic || item == smallest) {
        const bool tie = item == smallest;
        return {cub_is_chosen(rows, width, tie) ? device_batched : tie ? smallest : native, tie};
    }
    return {static_cast<Item>(item), item == deterministic};
}

cudaError_t run_clusters(const float *scores, const int *lengths, long rows, long width, long pitch, long k,
                         int *indices, int *offsets, int *overflow, cudaStream_t stream) {
    int device = 0, shared = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) {
        error = cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    }
    if (error != cudaSuccess) {
        return error;
    }
    const int cached = (shared / 2 - (static_cast<int>(k) + clusters_words) * 4 - clusters_reserve) / 16;
    const int size = cluster_size(rows, width);
    fi::launch_fast_topk_clusters_exact_ragged_transform<float>(
        scores, indices, const_cast<int *>(lengths), offsets, nullptr, overflow,
        static_cast<int>(width / size), static_cast<int>(rows), static_cast<int>(pitch), static_cast<int>(k),
        cached, size, false, static_cast<int>(k), stream);
    return cudaGetLastError();
}

} // namespace

const char *stack_name(void) { return "flashinfer"; }
const char *stack_version(void) { return STACK_VERSION; }
const char *stack_note(void) { return ""; }
int stack_items(void) { return items_end; }
const char *stack_item(int item) { return item >= 0 && item < items_end ? names[item] : nullptr; }
int stack_default(int phase) { return phase == stack_prefill ? eager : automatic; }

int stack_supports(int item, long rows, long width, long k) {
    if (item < 0 || item >= items_end || rows < 1 || k < 1 || k > width) {
        return 0;
    }
    switch (item) {
    case deterministic:
    case smallest: return k <= k_filtered_max;
    case device_batched: return width <= batched::width_max;
    case clusters: return k <= k_filtered_max && overflow_bytes(rows, width) <= overflow_max;
    default: return 1;
    }
}

size_t stack_workspace(int item, long rows, long width, long k) {
    const std::size_t base = row_states + aligned(static_cast<std::size_t>(rows) * 4);
    const Chosen what = chosen(item, rows, width);
    switch (what.item) {
    case device_batched: return base + batched::temp_bytes(rows, width, k, true, what.tie_small);
    case clusters: return base + overflow_bytes(rows, width);
    default: return base;
    }
}

int stack_prepare(int, const int *, long, long, long, void *, void *) { return cudaSuccess; }

int stack_run(int item, const float *scores, const int *lengths, long rows, long width, long pitch, long k,
              int *out_indices, void *workspace, void *stream) {
    if (!stack_supports(item, rows, width, k) || workspace == nullptr || pitch < width) {
        return cudaErrorInvalidValue;
    }
    if (lengths == nullptr) {
        return cudaErrorNotSupported;
    }
    char *memory = static_cast<char *>(workspace);
    int *offsets = reinterpret_cast<int *>(memory + row_states); // zeros
    char *rest = memory + row_states + aligned(static_cast<std::size_t>(rows) * 4);
    const Chosen what = chosen(item, rows, width);
    if (what.item == device_batched) {
        batched::Call call{scores, lengths, rows, width, pitch, k, out_indices, nullptr, 0, on(stream)};
        const cudaError_t error = batched::run(call, what.tie_small);
        call.temp = rest;
        return error != cudaSuccess ? error : batched::run_with_tails(call, what.tie_small);
    }
    if (pitch != width) {
        return cudaErrorInvalidValue; // the other kernels take rows without gaps
    }
    if (what.item == clusters) {
        return run_clusters(scores, lengths, rows, width, pitch, k, out_indices, offsets,
                            reinterpret_cast<int *>(rest), on(stream));
    }
    if (item != native && item != eager) {
        // Inside a capture topk.py takes a fresh zeroed buffer for each call, so the graph holds its memset. "native"
        // and "auto_eager" are without it, as outside a capture.
        const cudaError_t error = cudaMemsetAsync(memory, 0, row_states, on(stream));
        if (error != cudaSuccess) {
            return error;
        }
    }
    return fi::TopKRaggedTransformDispatch<float, int>(
        const_cast<float *>(scores), out_indices, offsets, const_cast<int *>(lengths), nullptr,
        static_cast<unsigned>(rows), static_cast<unsigned>(k), static_cast<unsigned>(width),
        reinterpret_cast<fi::RadixRowState *>(memory), what.item == deterministic,
        what.tie_small ? fi::TopKTieBreak::Small : fi::TopKTieBreak::None, on(stream));
}
