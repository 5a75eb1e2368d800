// The read that is the floor, an empty kernel, and positions within rows.
// Spec: contract/C15. Layer: tools/bench.
#include "read_floor.hpp"

#include <algorithm>

namespace exactk::bench {

namespace {

/// Reads `count` vectors and keeps a result that depends on all of them.
__global__ void read_kernel(const uint4 *data, std::size_t count, std::uint32_t *sink) {
    std::uint32_t all = 0;
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i + 3 * stride < count; i += 4 * stride) {
        const uint4 a = data[i];
        const uint4 b = data[i + stride];
        const uint4 c = data[i + 2 * stride];
        const uint4 d = data[i + 3 * stride];
        all |= a.x ^ a.y ^ a.z ^ a.w ^ b.x ^ b.y ^ b.z ^ b.w ^ c.x ^ c.y ^ c.z ^ c.w ^ d.x ^ d.y ^ d.z ^ d.w;
    }
    for (; i < count; i += stride) {
        const uint4 a = data[i];
        all |= a.x ^ a.y ^ a.z ^ a.w;
    }
    if (all == 0x12345678u) { // practically never, and the compiler cannot know
        *sink = all;
    }
}

__global__ void empty_kernel() {}

__global__ void positions_kernel(std::int32_t *values, std::size_t count, std::size_t n) {
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        values[i] = static_cast<std::int32_t>(i % n);
    }
}

} // namespace

void launch_read(const void *data, std::size_t vectors, int ctas, std::uint32_t *sink, cudaStream_t stream) {
    read_kernel<<<static_cast<unsigned>(ctas), read_threads, 0, stream>>>(static_cast<const uint4 *>(data),
                                                                          vectors, sink);
}

void launch_floor(const void *data, std::size_t bytes, int sms, int ctas_per_sm, std::uint32_t *sink,
                  cudaStream_t stream) {
    const std::size_t vectors = (bytes + vector_bytes - 1) / vector_bytes;
    const std::size_t with_work = (vectors + read_threads - 1) / read_threads;
    const std::size_t most = static_cast<std::size_t>(sms) * static_cast<std::size_t>(ctas_per_sm);
    launch_read(data, vectors, std::max(1, static_cast<int>(std::min(with_work, most))), sink, stream);
}

void launch_empty(cudaStream_t stream) { empty_kernel<<<1, 32, 0, stream>>>(); }

void launch_positions(std::int32_t *values, std::size_t rows, std::size_t n, cudaStream_t stream) {
    positions_kernel<<<1024, 256, 0, stream>>>(values, rows * n, n);
}

} // namespace exactk::bench
