// A kernel that takes whole SMs and keeps them until the host says so: company for what is timed.
// Spec: contract/C15. Layer: tools/bench.
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

namespace exactk::bench {

inline constexpr unsigned long long hold_seconds_max =
    20; // convention: ten times what a replay may take, and short enough to wait for if the host is gone

/// Where host and holder meet: words of host memory that the device can address. A turn is one holding, counted from 1,
/// so that nothing has to be cleared between two.
struct HolderWords {
    const volatile std::uint32_t *released = nullptr; ///< the turn that may end
    volatile std::uint32_t *arrived = nullptr;        ///< of each CTA: the last turn it was placed in
    volatile std::uint32_t *overdue = nullptr; ///< of each CTA: the last turn it left without being told to
};

/// Raises the holder's shared memory to `shared_bytes` per CTA and says how many of its CTAs an SM has room for. Loads
/// the kernel, too, which may wait for kernels that run.
cudaError_t prepare_holder(int shared_bytes, int &ctas_per_sm);

/// Enqueues a holder of so many CTAs. Each stays until its turn is released, hold_seconds_max at most.
cudaError_t launch_holder(const HolderWords &words, std::uint32_t turn, int ctas, int shared_bytes,
                          cudaStream_t stream);

} // namespace exactk::bench
