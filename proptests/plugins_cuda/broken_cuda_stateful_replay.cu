// Broken: right in every call, but a captured graph counts its replays on the device, and every third loses the best element.
// Spec: contract/C5 C15. Layer: proptests/plugins_cuda.
#include "top_k.cuh"

namespace {

constexpr unsigned graphs = 64; // convention: more than a test captures; after that counters are shared

__device__ unsigned replays[graphs];

/// One more run of a graph. Nothing ever sets the counter back, since the host takes no part in a replay.
__global__ void count(unsigned *runs) { ++*runs; }

} // namespace

EXACTK_CUDA_PLUGIN_WITH_LIST("broken_cuda_stateful_replay")

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    const auto mine = static_cast<cudaStream_t>(stream);
    plugin::Call call = plugin::make_call(*problem, *outputs, workspace);
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(mine, &capture) != cudaSuccess)
        return 1;
    if (capture == cudaStreamCaptureStatusActive) {
        static unsigned captured = 0;
        void *counters = nullptr;
        if (cudaGetSymbolAddress(&counters, replays) != cudaSuccess)
            return 1;
        unsigned *runs = static_cast<unsigned *>(counters) + captured++ % graphs;
        count<<<1, 1, 0, mine>>>(runs);
        call.runs = runs;
    }
    return plugin::enqueue(call, mine);
}
