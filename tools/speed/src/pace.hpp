// How rounds of a series are asked for, of both and of one alone.
// Spec: contract/C15. Layer: tools/speed.
#pragma once

#include <cstddef>

namespace exactk::speed {

inline constexpr std::size_t rounds_to_begin = 2; // bound: each of two is first once
inline constexpr double slack = 4; // convention: a machine that others use makes rounds so much longer
inline constexpr double request_seconds = 1; // convention: a worker that hangs is seen not much later
inline constexpr double nanoseconds = 1e9;   // bound: in a second

} // namespace exactk::speed
