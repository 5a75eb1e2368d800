// Broken: a kernel waits for a k-th element for ever where a row has fewer.
// Spec: contract/C2 C15. Layer: proptests/plugins_cuda.
//
// "For ever" is a minute, so that no GPU is lost to a process that does not end by itself.
#include "top_k.cuh"

namespace {

__global__ void wait(exactk_plugin_problem problem) {
    constexpr unsigned long long for_ever = 60'000'000'000;
    unsigned long long begin = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    unsigned long long now = begin;
    while (plugin::length_of(problem, blockIdx.x) < problem.k && now - begin < for_ever)
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
}

} // namespace

EXACTK_CUDA_PLUGIN_WITH_LIST("broken_cuda_hang")

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *workspace, std::int64_t, void *stream) {
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    const auto mine = static_cast<cudaStream_t>(stream);
    const plugin::Call call = plugin::make_call(*problem, *outputs, workspace);
    wait<<<static_cast<unsigned>(problem->rows), 1, 0, mine>>>(*problem);
    return plugin::enqueue(call, mine);
}
