// Kernels of the bench that are no top-k: the read that is the floor, an empty one, and positions within rows.
// Spec: contract/C15. Layer: tools/bench.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

namespace exactk::bench {

inline constexpr std::size_t flush_bytes = std::size_t{192}
                                           << 20;        // convention: three times the L2 of an H200
inline constexpr std::size_t vector_bytes = 16;          // bound: what a thread loads at once
inline constexpr int read_threads = 512;                 // convention: the floor's CTAs have so many
inline constexpr int floor_ctas_per_sm[] = {1, 2, 4, 8}; // convention: the floor is the fastest of these
inline constexpr int flush_ctas_per_sm = 4;              // convention: as the floor with so many
inline constexpr int floor_count = sizeof floor_ctas_per_sm / 4; // bound: entries of the list above

/// Enqueues a read of `vectors` vectors of 16 bytes at `data` (aligned to 16) by at most `ctas` CTAs. `sink` is four
/// bytes of device memory that practically never are written.
void launch_read(const void *data, std::size_t vectors, int ctas, std::uint32_t *sink, cudaStream_t stream);

/// The floor's read of `bytes` bytes, rounded up to vectors, with so many CTAs per SM, and no more than have work.
void launch_floor(const void *data, std::size_t bytes, int sms, int ctas_per_sm, std::uint32_t *sink,
                  cudaStream_t stream);

/// Enqueues a kernel of one warp that does nothing.
void launch_empty(cudaStream_t stream);

/// Writes to values[row * n + i] the position i, for rows of n.
void launch_positions(std::int32_t *values, std::size_t rows, std::size_t n, cudaStream_t stream);

} // namespace exactk::bench
