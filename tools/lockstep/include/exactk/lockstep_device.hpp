// The tapped kernels against the model and the CPU path, on one problem under one plan: where they part first.
// Spec: algorithm/S0 to S12 F1 to F7 O1 O2 O3 O4, contract/C15. Layer: tools/lockstep.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <exactk/contract/plan.hpp>
#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>
#include <exactk/device.hpp>
#include <exactk/lockstep.hpp>

namespace exactk::lockstep {

/// What is asked of the tapped kernels beside the problem.
struct Asked {
    bool scores = true;            ///< output scores
    bool facts = true;             ///< certificates, status and digests
    std::int64_t output_gap = 0;   ///< elements between k and the output pitches
    int fault = 0;                 ///< id of device/observe/faults.hpp, 0: none
    bool threshold_forced = false; ///< `threshold` is the T of every sampled row
    std::uint32_t threshold = 0;   ///< a key
};

/// What one run found. At most one of the first three says something.
struct Finding {
    /// Not ok: nothing was compared. What the device refused, or out_of_memory for lack of device memory.
    Status status;
    /// What kept the comparison from its end, in words: an error of CUDA, after which the device may be lost; a
    /// model that refused or whose answer is not the CPU path's. Empty if nothing did.
    std::string trouble;
    /// The first field that differs: of the traces, in the rows' order, else of the memory of the call. There `bin`
    /// is the place in the row: a slot, or an element that lies in no row's output.
    std::optional<Divergence> first;
    /// What a trace held that no trace may hold, in words, of the row of `first` or else of the first such row.
    std::string malformed;

    /// Whether everything was compared and equal.
    bool agreed() const;
};

/// One line for a finding that did not agree; "agreed" for one that did.
std::string describe(const Finding &finding);

/// The plan under which the model shows what a launch of `plan.first` must show: of the rows that one CTA does alone
/// (n at most `cta_length_max`), or of the others. Rows that row_per_grid shares out have no filter.
Plan model_plan(const device::Plan &plan, const Asked &asked, bool alone);

/// Runs `plan.first` tapped on the current device and the model under the same plan, and compares them row by row,
/// then every byte of outputs, of what lies around them, and of the input, with what the CPU path leaves there.
/// The fall-back of the plan is not used: where the first form cannot be launched, `status` says so.
/// `problem` is one that C18 does not refuse; it lies in host memory, (rows - 1) * pitch + width readable elements; on the device the scores have the same
/// place relative to a 64-byte boundary. Synchronises the device; allocates there: input, outputs, workspace, about
/// 33 KiB of trace a row and 36 bytes a row and CTA.
/// Memory of the host that cannot be had is thrown as std::bad_alloc.
Finding run_on_device(const Problem &problem, const device::Plan &plan, const Asked &asked = {});

} // namespace exactk::lockstep
