// Which cases a run has: families of drawn cases, or profiles.
// Spec: contract/C15. Layer: tools/check.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <exactk/cases/family.hpp>
#include <exactk/check.hpp>
#include <exactk/profiles.hpp>

namespace exactk::check {

/// A case file that was read.
struct LoadedFile {
    std::string path;
    casefile::CaseFile one;
};

/// Cases of one family, of one profile, or of files.
struct Selected {
    std::string title;
    cases::Family family{};
    int first = 0;                                 ///< number of the first drawn case; 0 with a profile
    int last = 0;                                  ///< exclusive
    std::vector<profiles::ProfileCase> of_profile; ///< the cases, in the order in which they are run
    std::vector<LoadedFile> of_files;              ///< likewise; both are empty for a family
};

/// The cases that the settings name, group by group. A case that were run twice would be counted twice.
std::vector<Selected> select_cases(const Settings &settings, std::string &error);

} // namespace exactk::check
