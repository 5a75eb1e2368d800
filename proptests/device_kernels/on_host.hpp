// A CUDA runtime and a launch made of host memory and the model, so that the comparison is tested without a GPU.
// Spec: algorithm/O1 O2 O3 O4. Layer: proptests/device_kernels.
#pragma once

#include <functional>

#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>

#include "observe/trace_layout.hpp"

namespace exactk::on_host {

/// What the next launches do beside answering rightly.
struct Spoiling {
    Status refusal;            ///< returned by the launch instead of running
    int synchronise_error = 0; ///< cudaError_t of cudaDeviceSynchronize
    std::size_t bytes_max = 0; ///< larger allocations fail; 0: none does
    /// Called when the answer and the tap stand in "device" memory.
    std::function<void(const Problem &, const Outputs &, const device::Tap &)> spoil;
    int faults_seen = 0;        ///< sum of the fault numbers that launches were asked for
    bool fallback_seen = false; ///< whether a plan with a fall-back arrived
};

/// The one that the fake launch looks at.
Spoiling &spoiling();

} // namespace exactk::on_host
