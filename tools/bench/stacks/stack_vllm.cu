// vLLM's top-k of the sparse indexer behind stack.h: its launchers as they are, over shims instead of PyTorch.
// Spec: contract/C15. Layer: tools/bench.
//
// build.sh copies the launchers' files next to each other, without the headers that the shims stand for.
#include "torch_utils.h"

#include "cooperative_topk.cu"
#include "sampler.cu"
#include "topk.cu"

#include "stack.h"

namespace {

using torch::headeronly::ScalarType;
using torch::stable::Tensor;

enum Item { automatic, cooperative, persistent, per_row, per_row_prefill, items_end };
const char *const names[items_end] = {"auto", "cooperative", "persistent", "per_row", "per_row_prefill"};

constexpr std::size_t topk_workspace = 1 << 20; // convention: RADIX_TOPK_WORKSPACE_SIZE of indexer_topk.py
constexpr long cooperative_rows = 64;           // convention: AUTO_COOPERATIVE_MAX_ROWS of indexer_topk.py
constexpr long split_width = 200000; // convention: from here on sampler.cu takes two steps, 10 blocks a row
constexpr std::size_t split_blocks = 10;      // convention: see above
constexpr long elements_max = (1L << 32) - 1; // bound: kernels multiply row and stride in 32 bits
constexpr long k_per_row_max = 2048;          // bound: of the final sort in sampler.cu

bool k_is_built(long k) { return k == 512 || k == 1024 || k == 2048; }

/// SparseIndexerTopk._resolve_auto of indexer_topk.py on a GPU of compute capability 9.0.
int resolved(int item, long rows, long pitch, long k) {
    if (item != automatic) {
        return item;
    }
    if (k_is_built(k) && rows <= cooperative_rows && pitch % 4 == 0) {
        return cooperative;
    }
    return k_is_built(k) ? persistent : per_row;
}

std::size_t aligned(std::size_t bytes) {
    return (bytes + stack_shim::alignment - 1) / stack_shim::alignment * stack_shim::alignment;
}

/// What top_k_per_row_decode takes for long rows; 0 for an item or a shape that takes nothing.
std::size_t split_bytes(int item, long rows, long width, long k) {
    if (width < split_width || resolved(item, rows, width, k) != per_row) {
        return 0;
    }
    return 2 * aligned(static_cast<std::size_t>(rows) * split_blocks * static_cast<std::size_t>(k) * 4);
}

} // namespace

const char *stack_name(void) { return "vllm"; }
const char *stack_version(void) { return STACK_VERSION; }
const char *stack_note(void) { return ""; }
int stack_items(void) { return items_end; }
const char *stack_item(int item) { return item >= 0 && item < items_end ? names[item] : nullptr; }
int stack_default(int phase) { return phase == stack_prefill ? per_row_prefill : automatic; }

int stack_supports(int item, long rows, long width, long k) {
    if (item < 0 || item >= items_end || rows < 1 || k < 1 || k > width || width > elements_max / rows) {
        return 0;
    }
    switch (resolved(item, rows, width, k)) {
    case cooperative: return k_is_built(k) && rows <= cooperative_rows && width % 4 == 0;
    case persistent: return k_is_built(k);
    default: return k <= k_per_row_max;
    }
}

size_t stack_workspace(int item, long rows, long width, long k) {
    // The zeros are the row starts, the rest is for the launchers.
    const std::size_t starts = item == per_row_prefill ? aligned(static_cast<std::size_t>(rows) * 4) : 0;
    return topk_workspace + starts + split_bytes(item, rows, width, k);
}

int stack_prepare(int, const int *, long, long, long, void *, void *) { return cudaSuccess; }

int stack_run(int item, const float *scores, const int *lengths, long rows, long width, long pitch, long k,
              int *out_indices, void *workspace, void *stream) {
    if (!stack_supports(item, rows, width, k) || pitch < width || pitch > elements_max / rows ||
        workspace == nullptr) {
        return cudaErrorInvalidValue;
    }
    if (lengths == nullptr) {
        return cudaErrorNotSupported;
    }
    char *memory = static_cast<char *>(workspace);
    const std::size_t used =
        topk_workspace + (item == per_row_prefill ? aligned(static_cast<std::size_t>(rows) * 4) : 0);
    stack_shim::context = {static_cast<cudaStream_t>(stream), memory + used,
                           split_bytes(item, rows, width, k)};
    const Tensor logits(const_cast<float *>(scores), ScalarType::Float, 2, rows, width, pitch);
    const Tensor ends(const_cast<int *>(lengths), ScalarType::Int, 1, rows, 1, 1);
    Tensor indices(out_indices, ScalarType::Int, 2, rows, k, k);
    Tensor scratch(memory, ScalarType::Byte, 1, topk_workspace, 1, 1);
    try {
        switch (resolved(item, rows, pitch, k)) {
        // The bound of lengths is the width: so it is in a graph, which is captured for the longest context.
        case cooperative: cooperative_topk(logits, ends, indices, scratch, k, width); break;
        case persistent: persistent_topk(logits, ends, indices, scratch, k, width); break;
        case per_row: top_k_per_row_decode(logits, 1, ends, indices, rows, pitch, 1, k); break;
        default: {
            const Tensor starts(memory + topk_workspace, ScalarType::Int, 1, rows, 1, 1);
            top_k_per_row_prefill(logits, starts, ends, indices, rows, pitch, 1, k);
        }
        }
    } catch (const std::exception &) {
        const cudaError_t error = cudaGetLastError();
        return error != cudaSuccess ? error : cudaErrorInvalidValue;
    }
    return cudaGetLastError();
}
