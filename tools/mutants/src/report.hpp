// What came of all mutants, as lines for a person, as JSON, and as docs/mutants.md.
// Spec: contract/C15. Layer: tools/mutants.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hunt.hpp"
#include "mutant.hpp"
#include "weak_judges.hpp"

namespace exactk::mutants {

struct Results {
    std::vector<std::pair<Mutant, Found>> hunts;
    std::vector<WeakJudge> weak;
    std::string alarm;     ///< what fired without a fault; empty: nothing did
    bool complete = false; ///< all mutants were hunted, not only some of them
    double seconds = 0;    ///< of everything
};

/// Figures over all hunts.
struct Totals {
    int mutants = 0;
    int killed = 0;
    int cited = 0;     ///< modelled on a row of the ledger
    int twice = 0;     ///< killed by at least two mechanisms
    int noted = 0;     ///< killed by one, with a note why
    int shrunk = 0;    ///< counterexamples that were shrunk
    int small = 0;     ///< of them, of at most 16 keys and 3 CTAs in at most 5 seconds
    double median = 0; ///< seconds until the kill
    double slowest = 0;
};
Totals totals_of(const Results &results);

inline constexpr int keys_small = 16;             // convention: fits a line
inline constexpr int percent_small = 95;          // convention: of the counterexamples
inline constexpr int ctas_small = 3;              // convention: a first, a middle and a last one
inline constexpr double shrink_seconds_small = 5; // convention: a person waits that long

/// What is not as it must be, a line each: survivors, crashes, mechanisms that fire without a fault, a mutant that only
/// one mechanism sees and that has no note, exhibits that notice what they cannot.
std::vector<std::string> failures_of(const Results &results);

std::string line_of(const Mutant &mutant, const Found &found);
std::string closing_lines(const Results &results);
std::string json_of(const Results &results);
/// docs/mutants.md.
std::string page_of(const Results &results);
/// One line a mutant.
std::string list_lines();
/// One line a mechanism.
std::string mechanism_lines();

} // namespace exactk::mutants
