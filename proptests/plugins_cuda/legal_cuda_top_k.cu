// Legal: the whole contract on one stream, with a list of the selected in the workspace.
// Spec: contract/C1 to C9 C15. Layer: proptests/plugins_cuda.
#include "top_k.cuh"

EXACTK_CUDA_PLUGIN_WITH_LIST("legal_cuda_top_k")

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    const auto mine = static_cast<cudaStream_t>(stream);
    const plugin::Call call = plugin::make_call(*problem, *outputs, workspace);
    return plugin::enqueue(call, mine);
}
