// Sizes at which shipped kernels switch paths or fill a list of fixed length.
// Spec: contract/C2. Layer: tools/laws.
#pragma once

#include <array>
#include <cstdint>

namespace exactk::laws {

/// Their neighbours are drawn too: 2047 to 2049, 3708 and 3709, 4096 and 4097, 16384 and 16385.
inline constexpr std::array<std::int64_t, 10> size_cuts{32,   256,  512,  1024,  2048,
                                                        3708, 4096, 8192, 16384, 32768};

} // namespace exactk::laws
