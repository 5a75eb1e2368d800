// What the two halves of exactk lockstep share: flags and refusals in one, running on a GPU in the other.
// Spec: algorithm/O1 O2 O4, contract/C18. Layer: tools/cli.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/contract/problem.hpp>
#include <exactk/device.hpp>

#include "arguments.hpp"

namespace exactk::cli {

/// The flags as given, checked as far as that needs no GPU.
struct LockstepCommand {
    ProblemArguments problem; ///< unless cases are drawn
    std::int64_t k = 0;
    int cases = 0;          ///< per family; 0: not asked for
    std::string only;       ///< a single case, "family/number"; empty: not asked for
    std::uint64_t seed = 1; ///< of the cases

    std::string strategy; ///< empty: the planner's choice
    std::string profile;  ///< empty: the device's own
    device::Wishes wishes;
    bool no_filter = false;

    int fault = 0;
    std::string threshold_text; ///< empty: none forced
    std::uint32_t threshold = 0;
    std::string cases_dir = cases_folder; ///< for case files of divergences
    bool json = false;

    bool drawn() const { return cases != 0 || !only.empty(); }
};

/// What the problem asks of a planner.
device::Shape shape_of(const Problem &problem);

/// Runs on the device whose own profile is `own`, under plans for `planned`. `problem` is the one of the files, null
/// where cases are drawn. Prints the report; returns the exit code.
int run_lockstep(const LockstepCommand &command, const device::Profile &own, const device::Profile &planned,
                 const Problem *problem);

} // namespace exactk::cli
