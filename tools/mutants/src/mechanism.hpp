// The ways in which a fault of model, CPU path or judge can be seen.
// Spec: contract/C1 to C18, algorithm/O1 O2 O3 O4. Layer: tools/mutants.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>

#include "mutant.hpp"

namespace exactk::mutants {

/// One of them: a law of tools/laws, or something that is not about one implementation alone.
struct Mechanism {
    std::string name;
    const char *words = ""; ///< one sentence
    /// Whether it is for faults of this room.
    std::function<bool(Room)> concerns;
    /// Empty, or what it sees on this case with the fault on, that limit being its capacity. `seed` draws what is needed
    /// beside the case. A case that the mechanism says nothing of gives "".
    std::function<std::string(const Mutant &, std::int64_t limit, const casefile::CaseFile &,
                              std::uint64_t seed)>
        sees;
};

/// All of them: first what needs neither oracle nor second case, then the laws.
const std::vector<Mechanism> &mechanisms();

/// The mutant that is none: everything must be silent about it. `room` says what is run.
Mutant no_mutant(Room room);

} // namespace exactk::mutants
