// Broken: writes one index more than there are slots, behind the last row's.
// Spec: contract/C8. Layer: proptests/plugins_cuda.
#include "top_k.cuh"

namespace {

/// Whatever lay there, it is something else afterwards.
__global__ void write_past(std::int32_t *past) { *past = ~*past; }

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_cuda_write_past_end");
    return &description;
}

extern "C" std::int64_t exactk_plugin_workspace(const exactk_plugin_problem *problem) {
    return plugin::list_bytes(*problem);
}

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
