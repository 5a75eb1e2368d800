// Programs that are wrong by construction, and calls that must be refused.
// Spec: contract/C1 C8 C11 C15 C18. Layer: tools/mutants.
#pragma once

#include <cstdint>
#include <string>

#include <exactk/casefile.hpp>

#include "mutant.hpp"

namespace exactk::mutants {

/// Lets the judge with the mutant's fault look at programs that answer as the oracle does and then do one thing wrong:
/// write beside the outputs, change the input, leave a slot as it was, answer otherwise the second time. Empty if it
/// calls each by its name.
std::string programs_pass(const Mutant &mutant, std::int64_t limit, const casefile::CaseFile &one,
                          std::uint64_t seed);

/// Calls with arrays that overlap by one element, lie one byte off, or have rows one element too close, and the same
/// calls where they just do not. Empty if the implementation refuses the former by their codes and the latter not.
std::string refused_wrongly(const Mutant &mutant, std::int64_t limit, const casefile::CaseFile &one,
                            std::uint64_t seed);

} // namespace exactk::mutants
