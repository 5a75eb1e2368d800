// A batch whose rows lie so far apart that offsets of elements and bytes pass 2^32.
// Spec: contract/C11, algorithm/S2. Layer: proptests/device.
#pragma once

#include <string>

#include <exactk/device.hpp>

#include "plans.hpp"

namespace exactk::device_tests {

/// Bytes of device memory that the batch takes.
std::size_t wide_pitch_bytes();
/// Whether that much is free, with some to spare.
bool wide_pitch_fits();
/// Runs it by a plan of these wishes, tapped if `fault` is not 0, and compares with the CPU path on the same rows
/// packed; empty if equal.
std::string run_wide_pitch(const device::Profile &profile, const NamedWishes &named, int fault);

} // namespace exactk::device_tests
