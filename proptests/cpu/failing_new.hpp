// Lets a test make the program's memory run out at a chosen allocation.
// Spec: contract/C18. Layer: proptests/cpu.
#pragma once

namespace cpu_test {

/// Allocations that still succeed before all fail; negative, as at the start: none fails.
extern int allocations_left;

} // namespace cpu_test
