// The spinning kernel and its start and stop by flags in pinned memory.
// Spec: contract/C15. Layer: proptests/device.
#include "spinner.hpp"

#include <chrono>
#include <stdexcept>

namespace exactk::device_tests {

struct Spinner::Shared {
    volatile int stop;
    int arrived;
    int left;
};

namespace {

extern __shared__ unsigned char held[];

__device__ unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

__global__ void spin(volatile int *stop, int *arrived, int *left, unsigned long long nanoseconds_max) {
    if (threadIdx.x == 0) {
        held[0] = 1;
        const unsigned long long start = nanoseconds();
        atomicAdd_system(arrived, 1);
        while (*stop == 0 && nanoseconds() - start < nanoseconds_max) {
            __nanosleep(500);
        }
        atomicAdd_system(left, 1);
    }
    __syncthreads();
}

int value_of(const int *counter) { return *static_cast<const volatile int *>(counter); }

} // namespace

Spinner::Spinner() {
    void *memory = nullptr;
    check(cudaHostAlloc(&memory, sizeof(Shared), cudaHostAllocMapped), "cudaHostAlloc");
    shared_ = static_cast<Shared *>(memory);
    *shared_ = Shared{0, 0, 0};
}

Spinner::~Spinner() {
    if (running_) {
        shared_->stop = 1;
        (void)cudaStreamSynchronize(stream_.get());
    }
    (void)cudaFreeHost(shared_);
}

void Spinner::start(int sms, double seconds_max) {
    int device = 0;
    int bytes = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
          "cudaDeviceGetAttribute");
    check(cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
          "cudaFuncSetAttribute");
    shared_->stop = 0;
    shared_->arrived = 0;
    shared_->left = 0;
    sms_ = sms;
    Shared *seen = nullptr;
    check(cudaHostGetDevicePointer(reinterpret_cast<void **>(&seen), shared_, 0), "cudaHostGetDevicePointer");
    spin<<<static_cast<unsigned>(sms), 64, static_cast<std::size_t>(bytes), stream_.get()>>>(
        &seen->stop, &seen->arrived, &seen->left, static_cast<unsigned long long>(seconds_max * 1e9));
    check(cudaGetLastError(), "spin");
    running_ = true;
    const auto begin = std::chrono::steady_clock::now();
    while (value_of(&shared_->arrived) < sms) {
        if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(10)) {
            throw std::runtime_error("the spinner's CTAs do not all run");
        }
    }
}

bool Spinner::holds() const { return running_ && value_of(&shared_->left) == 0; }

void Spinner::stop() {
    if (running_) {
        shared_->stop = 1;
        stream_.synchronise();
        running_ = false;
    }
}

} // namespace exactk::device_tests
