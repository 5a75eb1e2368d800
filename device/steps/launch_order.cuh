// How a kernel that may be launched early waits for those before it on its stream.
// Spec: contract/C15 C18. Layer: device.
#pragma once

#include "launch/arguments.hpp"

namespace exactk::device {

/// Comes first in every kernel, before any memory of the caller or of another kernel is touched. Under programmatic dependent
/// launch the kernel behind this one may have its CTAs placed once all CTAs of this one have come here, and this one goes on when
/// the kernels before it have ended and their stores are seen. After an ordinary launch there is nothing to wait for, and no
/// kernel behind is placed beside this one.
__device__ inline void await_kernels_before(const RowArguments &arguments) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    if (arguments.programmatic) {
        asm volatile("griddepcontrol.launch_dependents;");
        asm volatile("griddepcontrol.wait;" ::: "memory");
    }
#endif
}

} // namespace exactk::device
