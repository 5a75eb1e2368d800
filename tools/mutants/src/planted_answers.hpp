// Right answers with one error of a known kind, which the judge must call by its name.
// Spec: contract/C1 C3 C4 C5 C6 C7 C8 C9 C15. Layer: tools/mutants.
#pragma once

#include <cstdint>
#include <string>

#include <exactk/casefile.hpp>

#include "mutant.hpp"

namespace exactk::mutants {

/// Plants each kind of error that the case has room for into the oracle's answer of its last row, one at a time, and
/// lets the judge with the mutant's fault look at two runs of it. Empty if each was named and the right answer passed;
/// else what was not.
std::string planted_unnamed(const Mutant &mutant, std::int64_t limit, const casefile::CaseFile &one,
                            std::uint64_t seed);

} // namespace exactk::mutants
