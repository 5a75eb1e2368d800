// Of vLLM's header of this name its top-k uses the number of threads of a warp.
// Spec: contract/C15. Layer: tools/bench.
#ifndef EXACTK_BENCH_SHIM_CUDA_COMPAT_H
#define EXACTK_BENCH_SHIM_CUDA_COMPAT_H

#define WARP_SIZE 32
#endif
