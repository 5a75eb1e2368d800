// Capacities as they stand in public sources and reports.
// Spec: contract/C5. Layer: tools/census.
#include <exactk/census/capacities.hpp>

#include <iterator>

#include <exactk/contract/problem.hpp>

namespace exactk::census {

namespace {

constexpr std::int64_t any = width_max; // bound: no row is longer

constexpr Capacity table[] = {
    {"tilelang_selector", "TileLang's example topk_selector", 8, 4096, 0, any,
     "written past the end of the list", "tile-ai/tilelang examples/deepseek_v32/topk_selector.py",
     "https://github.com/tile-ai/tilelang/issues/1351"},
    {"sglang_v1_small", "SGLang fast_topk with 32 KiB", 8, 4096, 0, any, "dropped",
     "sgl-project/sglang python/sglang/jit_kernel/csrc/elementwise/fast_topk.cuh",
     "https://github.com/sgl-project/sglang/pull/36807"},
    {"vllm_medium", "vLLM persistent_topk, rows of 8,193 to 32,768", 8, 4096, 8193, 32768, "dropped",
     "vllm-project/vllm csrc/persistent_topk.cuh", "https://github.com/vllm-project/vllm/issues/51782"},
    {"sglang_v1", "SGLang fast_topk with 128 KiB", 8, 16384, 0, any, "dropped",
     "sgl-project/sglang sgl-kernel/csrc/elementwise/topk.cu",
     "https://github.com/sgl-project/sglang/issues/17747"},
    {"vllm_filtered", "vLLM filtered top-k, many rows above 32,768", 8, 16384, 32769, any, "dropped",
     "vllm-project/vllm csrc/persistent_topk.cuh", "https://github.com/vllm-project/vllm/issues/51782"},
    {"flashinfer_filtered", "FlashInfer filtered top-k", 8, 16384, 0, any,
     "the row is selected anew, slower; dropped before #2605",
     "flashinfer-ai/flashinfer include/flashinfer/topk.cuh",
     "https://github.com/flashinfer-ai/flashinfer/issues/2604"},
    {"vllm_cooperative", "vLLM cooperative_topk", 10, 1024, 0, any, "dropped",
     "vllm-project/vllm csrc/libtorch_stable/cooperative_topk.cuh", ""},
    {"sglang_v2_cluster", "SGLang topk_v2 in clusters, rows above 32,768", 10, 2048, 32769, any, "dropped",
     "sgl-project/sglang python/sglang/jit_kernel/csrc/deepseek_v4/topk_v2.cuh",
     "https://github.com/sgl-project/sglang/issues/35257"},
    {"vllm_short", "vLLM persistent_topk, rows to 8,192", 11, 3708, 0, 8192, "dropped",
     "vllm-project/vllm csrc/persistent_topk.cuh", "https://github.com/vllm-project/vllm/issues/51782"},
    {"vllm_4096", "vLLM top-k by 4,096 bins, rows to 16,384", 12, 1024, 0, 16384, "dropped",
     "vllm-project/vllm csrc/libtorch_stable/topk_histogram_4096.cuh", ""},
    {"sglang_v2_small", "SGLang topk_v2 with 1,024 ties", 12, 1024, 0, any, "dropped",
     "sgl-project/sglang python/sglang/jit_kernel/include/sgl_kernel/deepseek_v4/topk/common.cuh",
     "https://github.com/sgl-project/sglang/pull/30645"},
    {"sglang_v2", "SGLang topk_v2 with 2,048 ties", 12, 2048, 0, any, "dropped",
     "sgl-project/sglang python/sglang/jit_kernel/csrc/deepseek_v4/topk_v2.cuh",
     "https://github.com/sgl-project/sglang/pull/37941"},
};
static_assert(std::size(table) == capacity_count);

} // namespace

std::span<const Capacity> capacities() { return table; }

} // namespace exactk::census
