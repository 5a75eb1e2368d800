// Refusals: everything about a call that the host can see to be wrong before it writes.
// Spec: contract/C8 C11 C18, algorithm/S3 S4. Layer: sim.
#pragma once

#include <exactk/contract/plan.hpp>
#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>

namespace exactk::sim {

/// C18 for a problem and its outputs: ok, or the first refusal. Reads no array.
Status check_arguments(const Problem &problem, const Outputs &outputs);

/// Whether `plan` is legal for a problem that check_arguments accepts: ok, or the first refusal.
Status check_plan(const Problem &problem, const Plan &plan);

/// "plan.ctas" or the like: ok if `ctas` is in [1, cta_count_max], else illegal_plan with this argument.
Status check_ctas(int ctas, const char *argument);

} // namespace exactk::sim
