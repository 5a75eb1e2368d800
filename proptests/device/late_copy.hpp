// Kernels that show whether one that is launched early waits for the kernel before it.
// Spec: contract/C15. Layer: proptests/device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda.hpp"

namespace exactk::device_tests {

/// Whether these kernels' code can let the next kernel be placed early; code for parts older than 9.0 cannot.
bool can_overlap();

/// Lets the kernel behind it be placed at once, and copies only some hundred microseconds later.
void late_copy(std::byte *to, const std::byte *from, std::size_t bytes, cudaStream_t stream);

/// Copies a word, launched as a programmatic plan is, but without waiting for the kernel before it.
void early_look(std::uint32_t *to, const std::byte *from, cudaStream_t stream);

} // namespace exactk::device_tests
