// SGLang's top-k v2 (raw indices, no page table) behind stack.h: its kernels and its launcher below tvm-ffi.
// Spec: contract/C15. Layer: tools/bench.
//
// The headers of tvm-ffi are needed to compile; of its library only the function that names the stream, which is here.
#include <deepseek_v4/topk_v2.cuh>
#include <occupancy/cluster_probe.cuh>

#include <cstdio>
#include <exception>

#include "stack.h"

namespace {
thread_local cudaStream_t current_stream = nullptr;
} // namespace

extern "C" TVMFFIStreamHandle TVMFFIEnvGetStream(std::int32_t, std::int32_t) { return current_stream; }

namespace {

using Kernel =
    sglang::TopKKernel<true>; // launched with programmatic dependent launch, as on any GPU since Hopper
constexpr auto mode = sglang::TopKMode::INDICES;

enum Item { paged, paged_with_plan, ragged, items_end };
const char *const names[items_end] = {"paged", "paged_with_plan", "ragged"};

constexpr std::uint32_t wide_cluster =
    16;                                // convention: the cluster that topk_v2.cuh takes for the fewest rows
constexpr std::size_t alignment = 256; // convention: as CUDA aligns an allocation

/// What load_jit of dsv4/topk.py asks the GPU before it compiles. 0: none, or no GPU.
std::uint32_t clusters_at_once(std::uint32_t size, std::uint32_t per_sm) {
    try {
        return sglang::get_max_active_clusters(size, per_sm);
    } catch (const std::exception &) {
        (void)cudaGetLastError();
        return 0;
    }
}
std::uint32_t wide_clusters() {
    static const std::uint32_t count = clusters_at_once(wide_cluster, 1);
    return count;
}

std::size_t plan_bytes(long rows) {
    return (static_cast<std::size_t>(rows + 1) * sizeof(sglang::PlanItem) + alignment - 1) / alignment *
           alignment;
}

/// TopKKernel::plan: writes nothing where no row can go to the persistent clusters.
cudaError_t plan(const int *lengths, long rows, void *workspace, cudaStream_t stream) {
    if (rows <= static_cast<long>(sglang::kNumPersistentClusters) ||
        rows > static_cast<long>(sglang::kClusterMaxBatch)) {
        return cudaSuccess;
    }
    sglang::topk_plan_cluster<<<1, sglang::kBlockSize, 0, stream>>>(
        reinterpret_cast<const std::uint32_t *>(lengths), static_cast<sglang::PlanItem *>(workspace),
        static_cast<std::uint32_t>(rows), -1);
    return cudaGetLastError();
}

cudaError_t launch_wide(const sglang::TopKPagedParams &params, cudaStream_t stream) {
    const auto kernel = sglang::topk_small_batch_cluster_kernel<true, mode, wide_cluster, 1>;
    static const cudaError_t allowed =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    if (allowed != cudaSuccess) {
        return allowed;
    }
    sglang::host::LaunchKernel({params.batch_size, wide_cluster}, sglang::kBlockSize, stream)
        .config({.use_pdl = true, .cluster_dim = dim3{1, wide_cluster}})
        .launch(kernel, params);
    return cudaSuccess;
}

cudaError_t launch_paged(const float *scores, const int *lengths, long rows, long width, long pitch, long k,
                         int *indices, const void *workspace, cudaStream_t stream) {
    const auto batch = static_cast<std::uint32_t>(rows);
    sglang::TopKPagedParams params{};
    params.scores = scores;
    params.seq_lens = lengths;
    params.page_indices = indices;
    params.metadata = static_cast<const sglang::PlanItem *>(workspace);
    params.score_stride = pitch;
    params.topk = static_cast<std::uint32_t>(k);
    params.static_cluster_floor = Kernel::get_static_cluster_floor(batch);
    params.batch_size = batch;
    params.out_stride = k;
    params.out_cols = params.topk;
    // Built with 0 for SGL_TOPK_V2_MAX_C16_OCC1, since that depends on the GPU: so the branch of Kernel::launch is here.
    if (static_cast<std::uint32_t>(width) > params.static_cluster_floor && batch <= wide_clusters()) {
        return launch_wide(params, stream);
    }
    Kernel::launch<mode>(params, static_cast<std::uint32_t>(width), DLDevice{kDLCUDA, 0});
    return cudaSuccess;
}

cudaError_t launch_ragged(const float *scores, const int *lengths, long rows, long pitch, long k,
                          int *indices, const void *workspace, cudaStream_t stream) {
    sglang::TopKRaggedParams params{};
    params.scores = const_cast<float *>(scores); // written only ahead of rows that begin later than column 0
    params.seq_lens = lengths;
    params.out_offsets = static_cast<const std::int32_t *>(workspace); // zeros
    params.topk_indices = indices;
    params.score_stride = pitch;
    params.topk = static_cast<std::uint32_t>(k);
    sglang::host::LaunchKernel(static_cast<std::uint32_t>(rows), sglang::kBlockSize, stream)
        .config({.use_pdl = true})
        .launch(sglang::topk_ragged_kernel<true>, params);
    return cudaSuccess;
}

} // namespace

const char *stack_name(void) { return "sglang"; }
const char *stack_version(void) { return STACK_VERSION; }
const char *stack_note(void) {
    static char text[160];
    std::snprintf(
        text, sizeof text,
        "clusters of 8, two blocks an SM: built for %u, this GPU has %u; clusters of 16: this GPU has %u",
        sglang::kNumPersistentClusters, clusters_at_once(8, 2), wide_clusters());
    return text;
}
int stack_items(void) { return items_end; }
const char *stack_item(int item) { return item >= 0 && item < items_end ? names[item] : nullptr; }
int stack_default(int phase) { return phase == stack_prefill ? ragged : paged; }

int stack_supports(int item, long rows, long width, long k) {
    return item >= 0 && item < items_end && rows >= 1 && k >= 1 && k <= width && width % 4 == 0 &&
           k <= static_cast<long>(sglang::kMaxTopK);
}

size_t stack_workspace(int, long rows, long, long) { return plan_bytes(rows); }

int stack_prepare(int item, const int *lengths, long rows, long width, long k, void *workspace,
                  void *stream) {
    if (!stack_supports(item, rows, width, k) || workspace == nullptr) {
        return cudaErrorInvalidValue;
    }
    if (lengths == nullptr) {
        return cudaErrorNotSupported;
    }
    return item == paged ? plan(lengths, rows, workspace, static_cast<cudaStream_t>(stream)) : cudaSuccess;
}

int stack_run(int item, const float *scores, const int *lengths, long rows, long width, long pitch, long k,
              int *out_indices, void *workspace, void *stream) {
    if (!stack_supports(item, rows, width, k) || workspace == nullptr || pitch < width || pitch % 4 != 0) {
        return cudaErrorInvalidValue;
    }
    if (lengths == nullptr) {
        return cudaErrorNotSupported;
    }
    current_stream = static_cast<cudaStream_t>(stream);
    try {
        cudaError_t error =
            item == paged_with_plan ? plan(lengths, rows, workspace, current_stream) : cudaSuccess;
        if (error == cudaSuccess) {
            error = item == ragged ? launch_ragged(scores, lengths, rows, pitch, k, out_indices, workspace,
                                                   current_stream)
                                   : launch_paged(scores, lengths, rows, width, pitch, k, out_indices,
                                                  workspace, current_stream);
        }
        return error != cudaSuccess ? error : cudaGetLastError();
    } catch (const std::exception &) {
        const cudaError_t error = cudaGetLastError();
        return error != cudaSuccess ? error : cudaErrorInvalidValue;
    }
}
