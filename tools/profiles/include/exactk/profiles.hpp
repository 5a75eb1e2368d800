// What serving stacks ask of a top-k, as fixed lists of cases.
// Spec: contract/C1 C2 C4 C11. Layer: tools/profiles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>

namespace exactk::profiles {

/// A named list of cases.
struct Profile {
    std::string name;
    std::string description;    ///< one line
    double budget_seconds = 60; ///< wall time that it is meant for, where none is given
};

/// All profiles, in a fixed order.
const std::vector<Profile> &profiles();
const Profile *find(const std::string &name);

/// One case. Its generator makes the rows; its hash is not set yet.
struct ProfileCase {
    std::string id; ///< "dsa-decode/17", the same for ever
    std::string
        words; ///< what stack asks for such rows, e.g. "64 rows of 4096 to 131072 in a width of 131072"
    casefile::CaseFile one;
};

/// The cases of a profile, small ones first, so that a budget runs out among the large ones. The list depends on the name and the
/// seed only; the seed changes scores and never shapes.
std::vector<ProfileCase> cases_of(const Profile &profile, std::uint64_t seed);

} // namespace exactk::profiles
