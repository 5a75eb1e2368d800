// Broken: writes one index more than there are slots, behind the last row's.
// Spec: contract/C8. Layer: proptests/plugins_cuda.
#include "top_k.cuh"

namespace {

/// Whatever lay there, it is something else afterwards.
__global__ void write_past(std::int32_t *past) { *past = ~*past; }

} // namespace

EXACTK_CUDA_PLUGIN_WITH_LIST("broken_cuda_write_past_end")

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    const auto mine = static_cast<cudaStream_t>(stream);
    const plugin::Call call = plugin::make_call(*problem, *outputs, workspace);
    const int code = plugin::enqueue(call, mine);
    write_past<<<1, 1, 0, mine>>>(outputs->indices + (problem->rows - 1) * outputs->index_pitch + problem->k);
    return code;
}
