// Tells the tool, by shared memory, what ended this process: which signal, and at which array.
// Spec: contract/C8 C10. Layer: tools/worker.
#pragma once

#include <cstdint>

#include <exactk/foreign/wire.hpp>

namespace exactk::worker {

inline constexpr std::uint32_t workspace_part =
    foreign::part_count; // convention: the number behind the arrays of the wire

/// A range of addresses that nobody may touch, and the array that it guards.
struct Forbidden {
    std::uintptr_t first = 0;
    std::uintptr_t last = 0; ///< one past its last byte
    std::uint32_t part = 0;  ///< a Part, or workspace_part
    bool behind = false;
    std::uintptr_t edge = 0; ///< the array's end next to it
    bool writes = false;     ///< what a touch most likely is, where the machine does not say
};

inline constexpr int forbidden_most =
    2 * (foreign::part_count + 1); // bound: before and behind each array and the workspace

/// Listens to the signals by which a process ends, on a stack of its own. `wire` gets the report.
void report_faults_to(foreign::Wire *wire);

/// The ranges of the call at hand; none between calls.
void forbid(const Forbidden *ranges, int count);

} // namespace exactk::worker
