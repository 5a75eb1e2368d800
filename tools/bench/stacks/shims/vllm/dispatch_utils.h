// Leaves out what else is in the file of vLLM's sampler: kernels that are no top-k are not instantiated.
// Spec: contract/C15. Layer: tools/bench.
#ifndef EXACTK_BENCH_SHIM_DISPATCH_UTILS_H
#define EXACTK_BENCH_SHIM_DISPATCH_UTILS_H

#include <algorithm>

#define VLLM_STABLE_DISPATCH_FLOATING_TYPES(...)                                                             \
    do {                                                                                                     \
    } while (0)
#endif
