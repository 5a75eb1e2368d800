// Broken: takes the lengths for given; without them a kernel reads where there is no memory.
// Spec: contract/C1 C10. Layer: proptests/plugins_cuda.
#include "top_k.cuh"

namespace {

/// What lies far beyond any allocation, as a length.
__global__ void follow(const std::int32_t *lengths, std::int32_t *list) { list[0] = lengths[threadIdx.x]; }

} // namespace

EXACTK_CUDA_PLUGIN_WITH_LIST("broken_cuda_illegal_address")

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    const auto mine = static_cast<cudaStream_t>(stream);
    const plugin::Call call = plugin::make_call(*problem, *outputs, workspace);
    if (problem->lengths == nullptr) {
        const auto wild = reinterpret_cast<const std::int32_t *>(std::uintptr_t{1} << 44);
        follow<<<1, 1, 0, mine>>>(wild, call.list);
    }
    return plugin::enqueue(call, mine);
}
