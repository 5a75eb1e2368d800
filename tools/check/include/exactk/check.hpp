// The main job: every implementation against truth, the judge and each other on adversarial cases.
// Spec: contract/C1 to C15. Layer: tools/check.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <exactk/casefile/store.hpp>
#include <exactk/implementations.hpp>
#include <exactk/probes.hpp>

namespace exactk::check {

struct Settings {
    std::vector<std::string> implementations; ///< names, none twice; empty: all of this build
    double budget_seconds = 60;               ///< wall time after which cases are counted as not run
    std::uint64_t seed = 1;
    int cases_per_family = 150;
    /// Families ("boundary_ties") or single cases ("boundary_ties/12"); empty: all families. No case may
    /// be named twice.
    std::vector<std::string> only;
    std::vector<std::string>
        profiles; ///< profiles instead of families; then `only` names those or cases of theirs
    std::vector<std::string> files; ///< case files instead of families; one that cannot be read is an error
    /// Also write a case file for the first break of each clause of the full contract that was not promised.
    bool contract_cases = false;
    bool exhibits = true; ///< also run the two exhibits, which must be caught
    /// Name of the implementation that the others are compared with. It is run, judged and compared with
    /// itself on every case, and what is wrong with it then is a failure too.
    std::string truth = "sort";
    /// Asked before each case; once it says yes, no further case and no exhibit is run. Empty: never.
    std::function<bool()> stopped;
    /// Folder for a case file of each failure; made by the first one. Empty: no files are written.
    std::string cases_dir;
    /// Further implementations, beside those of the build; they can be named like these.
    std::vector<Implementation> extra;
    std::string flags;  ///< further flags that a command line needs to run the same again, each after a blank
    bool probes = true; ///< also probe others' implementations for what their answers may not depend on
    std::string known_file;  ///< failures that are known; empty: none are
    std::string write_known; ///< file to write with the failures of this run; empty: none
};

/// What one clause of the contract came to, for one implementation.
struct ClauseCell {
    std::int64_t failed = 0;          ///< runs and probes that broke it, by what is promised
    std::int64_t contract_failed = 0; ///< the same by the full contract
    std::string first;                ///< the case that broke it first, by either
    std::string again;                ///< the command line that shows it again
    std::string file;                 ///< its case file; empty: none
    std::string words;                ///< what is wrong
};

/// Outcome counts of one implementation.
struct Tally {
    std::string implementation;
    std::int64_t cases = 0;
    std::int64_t rows = 0;
    std::int64_t runs_passed = 0; ///< a case is run once per plan
    std::int64_t runs_failed = 0;
    std::int64_t left_out = 0;   ///< cases too large for a quadratic implementation, or that it does not take
    std::int64_t probes_run = 0; ///< of others' implementations
    std::int64_t contract_failed = 0;  ///< of one with a promise: runs that fall short of the full contract
    std::map<int, ClauseCell> clauses; ///< by number, those that were broken
    std::map<std::string, std::int64_t> reasons; ///< why cases were left out
};

/// A kind of failure of one implementation: a fault, or what it is about.
struct Verdict {
    std::string implementation;
    std::string name;       ///< e.g. "missing_winner", "crashed", "depends_on_pitch"
    std::int64_t count = 0; ///< runs and probes that showed it
    std::string first;      ///< the case or probe that showed it first
};

/// What came of a probe of one implementation.
struct Probed {
    std::string implementation;
    probes::Result result;
};

struct Summary {
    std::vector<Tally> tallies;
    std::vector<Verdict> verdicts; ///< in the order in which they were met
    std::vector<Probed> probed;
    std::vector<std::string> known;  ///< failures that the file of known failures lists, one line each
    std::vector<std::string> mended; ///< listed ones that did not fail any more
    std::int64_t known_not_run = 0;  ///< listed ones whose case was not run
    std::int64_t cases_run = 0;
    std::int64_t cases_not_run = 0;   ///< did not fit the budget, or came after a stop
    std::int64_t exhibits_caught = 0; ///< of exhibits_run
    std::int64_t exhibits_run = 0;
    std::vector<std::string> failures;        ///< one line each; those that are known are not among them
    std::vector<std::string> reproductions;   ///< command lines, one per failure
    std::vector<casefile::Stored> case_files; ///< one per failure; empty unless files were asked for
    std::string error;                        ///< a setting that makes no sense; nothing was run then
};

/// Runs the campaign and reports to `out`: a progress bar if `terminal`, else a line per family; then a
/// closing table. The list of cases depends on the settings only, never on the machine's speed.
Summary run(const Settings &settings, std::FILE *out, bool terminal);

/// 0 everything that ran passed and every exhibit was caught; 1 a failure; 2 a bad setting; 3 nothing was
/// run of at least one of the implementations.
int exit_code(const Summary &summary);

} // namespace exactk::check
