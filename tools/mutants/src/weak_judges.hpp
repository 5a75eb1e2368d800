// Exhibits: ways of judging that are in use, and what they let pass.
// Spec: contract/C3 C4 C5 C6 C15. Layer: tools/mutants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace exactk::mutants {

/// One weak judge after it looked at every fault of model and CPU path on the same cases as the contract.
struct WeakJudge {
    std::string name;
    std::string words;
    std::vector<std::string> noticed; ///< ids of mutants of which it did not pass at least one case
    std::vector<std::string> missed; ///< ids of those that the contract noticed on these cases and it did not
    /// Mutants that it must miss, since what they break is not what it looks at, and that it noticed; and those that it
    /// was not tried on since the contract did not notice them either. Empty if the exhibit is as it should be.
    std::vector<std::string> unexpected;
};

/// Runs all of them on the first `cases` drawn cases, mutants with capacities at their lowered limits.
std::vector<WeakJudge> run_weak_judges(std::int64_t cases);

} // namespace exactk::mutants
