// What both oracles refuse before they write: the check of arguments, which selects nothing.
// Spec: contract/C11 C18. Layer: reference/oracle.
#pragma once

#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>

namespace exactk::oracle {

/// The first refusal that applies, in the order type, options, counts, pitches, then per array null,
/// alignment, extent, and last overlap; ok if none does. Reads no array. O(1).
Status check_arguments(const Problem &problem, const Outputs &outputs);

} // namespace exactk::oracle
