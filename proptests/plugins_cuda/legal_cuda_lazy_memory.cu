// Legal: the memory for its list is its own, taken in the first call that needs so much and kept.
// Spec: contract/C15. Layer: proptests/plugins_cuda.
//
// No memory can be taken while a stream is captured, so a server that captures such a call has made it once before.
#include "top_k.cuh"

EXACTK_CUDA_PLUGIN("legal_cuda_lazy_memory")

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *, std::int64_t, void *stream) {
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    const auto mine = static_cast<cudaStream_t>(stream);
    static void *list = nullptr;
    static std::int64_t bytes = 0;
    static cudaEvent_t done = nullptr;
    if (plugin::list_bytes(*problem) > bytes) {
        // Twice as much as is needed, and the smaller one stays, since a graph may have it.
        bytes = 2 * plugin::list_bytes(*problem);
        if (cudaMalloc(&list, static_cast<std::size_t>(bytes)) != cudaSuccess)
            return 1;
    }
    // The list is one for all streams. What is captured is joined by nothing outside, and needs no more.
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(mine, &capture) != cudaSuccess)
        return 1;
    const bool live = capture == cudaStreamCaptureStatusNone;
    if (live && done == nullptr)
        cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    else if (live)
        cudaStreamWaitEvent(mine, done);
    const int code = plugin::enqueue(plugin::make_call(*problem, *outputs, list), mine);
    if (live)
        cudaEventRecord(done, mine);
    return code != 0 || cudaGetLastError() != cudaSuccess ? 1 : 0;
}
