// The smallest case on which a mechanism still sees a mutant.
// Spec: contract/C1 C15, algorithm/F1. Layer: tools/mutants.
#pragma once

#include <cstdint>
#include <functional>

#include <exactk/casefile.hpp>

namespace exactk::mutants {

/// laws::shrink, and what it does not try: a filter that lists the row whole instead of sampling it, which needs fewer
/// elements, and rows whose lengths and width fall together. `still` says whether the mutant is seen.
casefile::CaseFile smallest(casefile::CaseFile one,
                            const std::function<bool(const casefile::CaseFile &)> &still, double seconds);

/// Elements of all rows.
std::int64_t keys_of(const casefile::CaseFile &one);

} // namespace exactk::mutants
