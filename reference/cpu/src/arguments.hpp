// Refuses what the host can see to be wrong, before anything is written.
// Spec: contract/C8 C11 C18. Layer: reference/cpu.
#pragma once

#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>

namespace exactk::cpu {

/// Ok, or the first refusal in the order that cpu.hpp promises. Reads no array.
Status check_arguments(const Problem &problem, const Outputs &outputs);

} // namespace exactk::cpu
