// A kernel that takes whole SMs and keeps them until the host says so.
// Spec: contract/C15. Layer: tools/bench.
#include "company.hpp"

namespace exactk::bench {

namespace {

constexpr unsigned poll_ns =
    500000; // measured: with 66 CTAs that ask every 20 us, each kernel behind another one waits 50 us for their reads
constexpr unsigned long long ns_per_s = 1000000000; // bound: the unit of the global timer

__device__ unsigned long long now_ns() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/// One thread a CTA is enough: what fills the SM is the shared memory, which nobody touches.
__global__ void hold_kernel(HolderWords words, std::uint32_t turn) {
    const unsigned long long begin = now_ns();
    words.arrived[blockIdx.x] = turn;
    __threadfence_system();
    while (*words.released != turn) {
        if (now_ns() - begin > hold_seconds_max * ns_per_s) {
            words.overdue[blockIdx.x] = turn;
            return;
        }
        __nanosleep(poll_ns);
    }
}

} // namespace

cudaError_t prepare_holder(int shared_bytes, int &ctas_per_sm) {
    const cudaError_t error =
        cudaFuncSetAttribute(hold_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
    return error != cudaSuccess ? error
                                : cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                      &ctas_per_sm, hold_kernel, 1, static_cast<std::size_t>(shared_bytes));
}

cudaError_t launch_holder(const HolderWords &words, std::uint32_t turn, int ctas, int shared_bytes,
                          cudaStream_t stream) {
    hold_kernel<<<static_cast<unsigned>(ctas), 1, static_cast<std::size_t>(shared_bytes), stream>>>(words,
                                                                                                    turn);
    return cudaGetLastError();
}

} // namespace exactk::bench
