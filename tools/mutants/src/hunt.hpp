// Looks for what sees a mutant, and for the smallest case that shows it.
// Spec: contract/C15, algorithm/S0 to S12 F1 to F8 B1 B2. Layer: tools/mutants.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mutant.hpp"

namespace exactk::mutants {

struct Settings {
    double seconds = 60; ///< after which a mutant counts as a survivor
    double further = 1;  ///< after the first kill, for further mechanisms
    int enough = 1000;   ///< mechanisms after which no further one is looked for
    bool shrinks = true;
    bool lowers = false; ///< capacities are lowered from the start, so that short rows show them
    double shrink_seconds = 5;
};

/// What came of one mutant.
struct Found {
    bool killed = false;
    std::vector<std::string> killers; ///< names of mechanisms, in the order in which they saw it
    std::string words;                ///< what the first one said
    std::int64_t cases = 0;           ///< cases, or schedules' setups, looked at until the first kill
    double seconds = 0;               ///< until the first kill
    std::string trouble; ///< what must not be: a mechanism that also fires without the fault, a crash

    // The counterexample; keys is -1 where none was shrunk.
    std::int64_t keys = -1; ///< elements of all rows, at the lowered limit if the mutant has one
    int ctas = 0;
    double shrink_seconds = 0;
    std::string counterexample; ///< a case file, or a schedule's token
};

/// For faults of model, CPU path and judge: drawn cases, until a mechanism sees the fault that is silent without it.
Found hunt_cases(const Mutant &mutant, const Settings &settings);
/// For faults of the protocol: small setups first; race checker, whole spaces, delayed visibility, random schedules.
Found hunt_schedules(const Mutant &mutant, const Settings &settings);

/// Words for a person about the protocol's mechanisms, as {name, sentence}.
std::vector<std::pair<const char *, const char *>> schedule_mechanisms();

/// Every mechanism on drawn cases with no fault on: what fires is said; empty if nothing does.
std::string false_alarm(std::int64_t cases, double seconds);

/// Runs the hunt in a process of its own, so that a crash or an endless loop is one mutant's and does not count.
Found hunt_apart(const Mutant &mutant, const Settings &settings);

} // namespace exactk::mutants
