// Refuses what the host can see to be wrong with a launch, before anything is enqueued.
// Spec: contract/C11 C18. Layer: device.
#pragma once

#include <exactk/device.hpp>

namespace exactk::device {

/// Ok, or why the launch is refused. Pointers are device pointers and are looked at only as addresses.
Status admit(const Plan &plan, const Problem &problem, const Outputs &outputs, const void *workspace,
             std::int64_t workspace_bytes);

} // namespace exactk::device
