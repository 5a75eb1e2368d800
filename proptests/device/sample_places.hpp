// Where the samples of a row lie, for rows that hide something from them or show it to them alone.
// Spec: algorithm/F2. Layer: proptests/device.
#pragma once

#include <cstdint>
#include <vector>

namespace exactk::device_tests {

/// Places of the samples of a row of n elements, in the order of their numbers. `samples` is 32 times a power of two, at
/// most n.
std::vector<std::int64_t> sampled_places(std::int64_t samples, std::int64_t n);

} // namespace exactk::device_tests
