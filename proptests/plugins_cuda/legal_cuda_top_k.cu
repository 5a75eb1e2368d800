// Legal: the whole contract on one stream, with a list of the selected in the workspace.
// Spec: contract/C1 to C9 C15. Layer: proptests/plugins_cuda.
#include "top_k.cuh"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("legal_cuda_top_k");
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
    return plugin::enqueue(call, mine);
}
