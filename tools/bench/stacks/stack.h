// The C interface of one serving stack's top-k in a shared library, libstack_PEER.so.
// Spec: contract/C15. Layer: tools/bench.
//
// What a stack offers is a list of items: its own choice of kernel ("auto"), and its kernels one by one. Scores are
// float32 [rows, pitch], of which a row has `width` columns and lengths[row] valid ones; indices are int32 [rows, k].
#ifndef EXACTK_BENCH_STACK_H
#define EXACTK_BENCH_STACK_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STACK_API __attribute__((visibility("default")))

/// What the rows of a call are: it decides what a stack calls by itself.
enum stack_phase { stack_decode = 0, stack_prefill = 1 };

STACK_API const char *stack_name(void);
/// The version of the package that was built.
STACK_API const char *stack_version(void);
/// A sentence about this machine, or "". May ask the GPU.
STACK_API const char *stack_note(void);
STACK_API int stack_items(void);
/// Null where there is no such item.
STACK_API const char *stack_item(int item);
/// The item that the stack calls by itself in this phase; -1: none.
STACK_API int stack_default(int phase);
/// 1 or 0. Says nothing about lengths.
STACK_API int stack_supports(int item, long rows, long width, long k);
/// Bytes, aligned to 256 by the caller. They must be zero before the first call, and belong to one item and shape.
STACK_API size_t stack_workspace(int item, long rows, long width, long k);
/// What the stack does once per step and not once per call, such as a plan from the lengths. Not for a graph.
/// Returns a cudaError_t.
STACK_API int stack_prepare(int item, const int *lengths, long rows, long width, long k, void *workspace,
                            void *stream);
/// Enqueues a call: no allocation, no wait, so that a graph can hold it. Null lengths: all rows are full. Returns a
/// cudaError_t: cudaErrorNotSupported (801) where the item cannot take lengths, or needs them, and
/// cudaErrorInvalidValue where the stack itself refuses.
STACK_API int stack_run(int item, const float *scores, const int *lengths, long rows, long width, long pitch,
                        long k, int *out_indices, void *workspace, void *stream);

#ifdef __cplusplus
}
#endif
#endif
