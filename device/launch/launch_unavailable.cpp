// What the device room answers in a build without CUDA: plans can be made there, launches are refused.
// Spec: contract/C18. Layer: device.
#include <exactk/device.hpp>

#include "observe/tapped_launch.hpp"

namespace exactk::device {

namespace {

Status no_cuda(const char *argument, std::int64_t value) {
    Status status;
    status.code = StatusCode::unsupported_device;
    status.argument = argument;
    status.value = value;
    return status;
}

} // namespace

Status query_profile(int device, Profile &) { return no_cuda("device", device); }

Status launch(const Plan &plan, const Problem &, const Outputs &, void *, std::int64_t, void *) {
    return no_cuda("plan.profile.compute_capability", plan.profile.compute_capability);
}

Status launch_tapped(const Plan &plan, const Problem &problem, const Outputs &outputs, void *workspace,
                     std::int64_t workspace_bytes, void *stream, const Tap &) {
    return launch(plan, problem, outputs, workspace, workspace_bytes, stream);
}

} // namespace exactk::device
