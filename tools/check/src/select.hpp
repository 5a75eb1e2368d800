// Which cases a run has.
// Spec: contract/C15. Layer: tools/check.
#pragma once

#include <string>
#include <vector>

#include <exactk/cases/family.hpp>
#include <exactk/check.hpp>

namespace exactk::check {

/// Cases of one family.
struct Selected {
    cases::Family family;
    int first;
    int last; ///< exclusive
};

/// The cases that the settings name, family by family. A case that were run twice would be counted twice.
std::vector<Selected> select_cases(const Settings &settings, std::string &error);

} // namespace exactk::check
