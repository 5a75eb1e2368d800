// A copy that comes late, and a look that does not wait for it.
// Spec: contract/C15. Layer: proptests/device.
#include "late_copy.hpp"

namespace exactk::device_tests {

namespace {

constexpr unsigned copy_ctas = 32;     // convention: leaves most SMs to the kernel behind it
constexpr unsigned copy_threads = 256; // convention: any number
constexpr unsigned long long late_nanoseconds =
    300000; // convention: many times what a launch takes, so that who does not wait is seen

__device__ unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

__global__ void copy_late(std::byte *to, const std::byte *from, std::size_t bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
    const unsigned long long start = nanoseconds();
    while (nanoseconds() - start < late_nanoseconds) {
        __nanosleep(500);
    }
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += gridDim.x * blockDim.x) {
        to[i] = from[i];
    }
}

__global__ void look(std::uint32_t *to, const volatile std::uint32_t *from) { *to = *from; }

} // namespace

bool can_overlap() {
    constexpr int first_that_can = 90; // bound: compute capability 9.0
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, copy_late), "cudaFuncGetAttributes");
    return attributes.ptxVersion >= first_that_can;
}

void late_copy(std::byte *to, const std::byte *from, std::size_t bytes, cudaStream_t stream) {
    copy_late<<<copy_ctas, copy_threads, 0, stream>>>(to, from, bytes);
    check(cudaGetLastError(), "copy_late");
}

void early_look(std::uint32_t *to, const std::byte *from, cudaStream_t stream) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(1);
    config.blockDim = dim3(1);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, look, to, reinterpret_cast<const volatile std::uint32_t *>(from)),
          "look");
}

} // namespace exactk::device_tests
