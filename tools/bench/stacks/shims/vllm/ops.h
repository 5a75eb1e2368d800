// Declarations that vLLM's launchers of top-k kernels take from each other.
// Spec: contract/C15. Layer: tools/bench.
#ifndef EXACTK_BENCH_SHIM_OPS_H
#define EXACTK_BENCH_SHIM_OPS_H

#include "torch_utils.h"

void top_k_per_row_decode(const torch::stable::Tensor &logits, std::int64_t next_n,
                          const torch::stable::Tensor &lengths, torch::stable::Tensor &indices,
                          std::int64_t rows, std::int64_t row_stride, std::int64_t column_stride,
                          std::int64_t k);
#endif
