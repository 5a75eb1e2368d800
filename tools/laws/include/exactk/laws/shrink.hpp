// The shrinker: makes a failing case smaller while it fails in the same way.
// Spec: contract/C1 to C11 C15, algorithm/S3 S4 F1. Layer: tools/laws.
#pragma once

#include <functional>

#include <exactk/casefile.hpp>

namespace exactk::laws {

/// Lowers values, n, k, CTA count, options, capacities of the filter and schedule together while `still` holds, which
/// says whether a case has the same kind of fault. Ends where no single step makes it smaller, or after `seconds`.
/// Every case that `still` is asked about is one that casefile::check() passes, spelled out and without an expected
/// answer. `still` must hold of the case that is given; if it does not, or the case cannot be spelled out, that case
/// comes back as it is.
casefile::CaseFile shrink(casefile::CaseFile one,
                          const std::function<bool(const casefile::CaseFile &)> &still, double seconds);

} // namespace exactk::laws
