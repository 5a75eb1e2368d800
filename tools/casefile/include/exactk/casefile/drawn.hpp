// Case files of the drawn cases behind `exactk check`; only where the build has them.
// Spec: contract/C1 to C15. Layer: tools/casefile.
#pragma once

#include <exactk/casefile.hpp>
#include <exactk/cases/case.hpp>

namespace exactk::casefile {

/// The case of that name under one plan, by the generator `case`. `batch` is the case in memory.
CaseFile from_drawn(const cases::Case &one, const cases::Batch &batch, const Plan &plan);

} // namespace exactk::casefile
