// Broken: right on the first stream it ever saw; on another one its fill kernel still goes to the first, without an event.
// Spec: contract/C15. Layer: proptests/plugins_cuda.
//
// So that the race has one outcome, the fill kernel is launched first then, on a list made empty, and the selection waits
// for some milliseconds: all slots get the fill. A graph captured from the other stream holds the selection alone.
#include "top_k.cuh"

EXACTK_CUDA_PLUGIN_WITH_LIST("broken_cuda_second_stream")

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    const auto mine = static_cast<cudaStream_t>(stream);
    static const cudaStream_t first = mine;
    plugin::Call call = plugin::make_call(*problem, *outputs, workspace);
    if (mine == first)
        return plugin::enqueue(call, mine);
    const auto rows = static_cast<unsigned>(problem->rows);
    cudaMemsetAsync(call.list, 0xFF, static_cast<std::size_t>(plugin::list_bytes(*problem)), first);
    plugin::fill<<<rows, plugin::threads, 0, first>>>(call);
    call.late = true;
    plugin::select<<<rows, plugin::threads, 0, mine>>>(call);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
