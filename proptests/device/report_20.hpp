// The twentieth public report, which needs a device's limit on shared memory.
// Spec: contract/C15 C18. Layer: proptests/device.
#pragma once

#include "runner.hpp"

namespace exactk::device_tests {

/// Runs its cases in the suite at hand.
void report_20_cases(Context &context);

} // namespace exactk::device_tests
