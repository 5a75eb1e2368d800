// Implementations side by side, clause by clause: run, written down, and compared with an earlier table.
// Spec: contract/C1 to C15. Layer: tools/league.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <exactk/check.hpp>

namespace exactk::league {

/// What every implementation is asked.
struct Settings {
    std::uint64_t seed = 1;
    int cases_per_family = 150;
    std::vector<std::string> profiles; ///< names; empty: none
    std::vector<std::string> corpus;   ///< case files; empty: none
    double budget_seconds = 60;        ///< for each implementation, shared out among the three
    std::string cases_dir;         ///< folder for a case file of each broken clause; empty: none are written
    std::function<bool()> stopped; ///< asked before each case
};

/// One implementation's line.
struct Entry {
    std::string implementation;
    std::string description; ///< name, release and promise
    std::string error;       ///< why it was not run at all; else empty
    check::Tally tally;      ///< of all that was run
    std::vector<check::Verdict> verdicts;
    std::vector<check::Probed> probed;
    std::int64_t cases_not_run = 0; ///< for want of time
    double seconds = 0;
};

struct League {
    std::string library; ///< version
    std::string contract;
    std::string date;  ///< year-month-day
    std::string asked; ///< what was asked, in words
    std::vector<Entry> entries;
};

/// The clauses that have a column: those that an answer of another's implementation can break.
const std::vector<int> &columns();

/// Runs one implementation over corpus, families and profiles, then probes it if it is another's. `flags` are what a command line
/// needs beside its name.
Entry run(const Implementation &implementation, const std::string &flags, const Settings &settings);

/// Says what is asked of each, for the head of a table.
std::string describe(const Settings &settings);

/// The league as Markdown, as JSON, as a page that needs nothing else, and as JUnit XML with a test for each clause.
std::string to_markdown(const League &league);
std::string to_json(const League &league);
std::string to_html(const League &league);
std::string to_junit(const League &league);

/// What changed from an earlier JSON, a line each; `worse` says whether a clause is broken now that was not. Returns "" or why the
/// text is no league.
std::string changes(const std::string &earlier_json, const League &now, std::vector<std::string> &lines,
                    bool &worse);

} // namespace exactk::league
