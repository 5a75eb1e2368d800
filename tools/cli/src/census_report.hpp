// Where a census goes: standard output, and a page if one was asked for.
// Spec: contract/C17. Layer: tools/cli.
#pragma once

#include <string>
#include <vector>

#include <exactk/census/report.hpp>

namespace exactk::cli {

/// --json and --html, as given.
struct CensusOutput {
    bool json = false;
    std::string html; ///< file to write; empty: none
};

/// Throws Refusal if the page would take the place of one of these files.
void check_page(const CensusOutput &output, const std::vector<std::string> &inputs);

struct CountedCensus {
    census::Subject subject;
    census::Facts facts;
};

/// Writes the page, then prints text or JSON. Returns the exit code: 0, and 3 if there were no rows. Throws Refusal if
/// the page cannot be written.
int report_census(const CensusOutput &output, const CountedCensus &counted);

/// The same for a folder, of whose files none is known yet: what is there and is no page is not written over.
void check_page_in(const CensusOutput &output, const std::string &folder);

/// Entries of a folder that were not counted.
struct NotCounted {
    std::vector<std::string> left_out; ///< each with the reason
    std::int64_t shared = 0;           ///< they ask the same of scores that were counted
};

/// The same of a folder, whose entries may ask several questions; a page is written if they all ask one.
int report_folder(const CensusOutput &output, const std::string &folder,
                  const std::vector<CountedCensus> &counted, const NotCounted &not_counted);

} // namespace exactk::cli
