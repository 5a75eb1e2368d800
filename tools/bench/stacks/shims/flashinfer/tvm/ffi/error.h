// FlashInfer's cluster top-k names tvm-ffi's errors only where a kernel is built for GPUs before Hopper.
// Spec: contract/C15. Layer: tools/bench.
#ifndef EXACTK_BENCH_SHIM_TVM_FFI_ERROR_H
#define EXACTK_BENCH_SHIM_TVM_FFI_ERROR_H
#endif
