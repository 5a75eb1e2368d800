// The launch of the tapped kernels: the same plans and arguments, a trace, and planted faults. For tests.
// Spec: algorithm/O1 O2 O3. Layer: device.
#pragma once

#include <exactk/device.hpp>

#include "trace_layout.hpp"

namespace exactk::device {

/// As `launch`, with kernels that also write `tap` and run with the fault that it names.
Status launch_tapped(const Plan &plan, const Problem &problem, const Outputs &outputs, void *workspace,
                     std::int64_t workspace_bytes, void *stream, const Tap &tap);

} // namespace exactk::device
