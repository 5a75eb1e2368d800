// The structs of the C interface as those of the library, and back; numbers are handed on, not judged.
// Spec: contract/C18. Layer: bindings.
#pragma once

#include <exactk.h>
#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>
#include <exactk/device.hpp>

namespace exactk::bindings {

/// Each is refused for a null pointer, an illegal size, and values that the library's type cannot hold; `result` is
/// then of no use.
Status convert(const exactk_problem *given, Problem &result);
Status convert(const exactk_outputs *given, Outputs &result);
Status convert(const exactk_shape *given, device::Shape &result);
/// Name and source still point to the caller's text.
Status convert(const exactk_profile *given, device::Profile &result);
/// Null is no wish.
Status convert(const exactk_wishes *given, device::Wishes &result);

/// Writes a profile to a caller's struct, whose size was accepted.
void give_profile(const device::Profile &profile, exactk_profile *taker);

} // namespace exactk::bindings
