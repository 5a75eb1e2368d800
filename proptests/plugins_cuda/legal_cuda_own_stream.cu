// Legal: its kernels run on a stream of its own, forked from the given one by an event and joined to it again.
// Spec: contract/C15. Layer: proptests/plugins_cuda.
//
// A capture of the given stream takes the forked work along. Stream and events are made in the first call and kept.
#include "top_k.cuh"

namespace {

struct Own {
    cudaStream_t stream = nullptr;
    cudaEvent_t forked = nullptr;
    cudaEvent_t done = nullptr;

    Own() {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&forked, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    }
};

} // namespace

EXACTK_CUDA_PLUGIN_WITH_LIST("legal_cuda_own_stream")

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    const auto mine = static_cast<cudaStream_t>(stream);
    const plugin::Call call = plugin::make_call(*problem, *outputs, workspace);
    static const Own own;
    cudaEventRecord(own.forked, mine);
    cudaStreamWaitEvent(own.stream, own.forked);
    const int code = plugin::enqueue(call, own.stream);
    cudaEventRecord(own.done, own.stream);
    cudaStreamWaitEvent(mine, own.done);
    return code != 0 || cudaGetLastError() != cudaSuccess ? 1 : 0;
}
