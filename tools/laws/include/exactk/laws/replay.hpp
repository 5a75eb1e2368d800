// Asks the law that a case file names again.
// Spec: contract/C1 to C18. Layer: tools/laws.
#pragma once

#include <string>
#include <vector>

#include <exactk/casefile/replay.hpp>
#include <exactk/laws.hpp>

namespace exactk::laws {

/// "" or what is wrong with the law that the case names: no law has that name.
std::string unknown_law(const casefile::CaseFile &one);

/// The law that the case names, with its seed, asked of each implementation, in their order. None if the case names no
/// law, or one that there is not.
std::vector<casefile::Run> replay_law(const casefile::CaseFile &one,
                                      const std::vector<const Implementation *> &implementations);

/// The clauses of a law as numbers, ascending.
std::vector<int> clauses_of(const Law &law);

/// Whether the case, run as `exactk replay` does, fails on this implementation; its law is not asked.
bool fails_replay(const casefile::CaseFile &one, const Implementation &implementation);

} // namespace exactk::laws
