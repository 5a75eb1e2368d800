// Cases from what a program has at hand, and files of them that overwrite nothing.
// Spec: contract/C1 to C15. Layer: tools/casefile.
#pragma once

#include <cstdint>
#include <string>

#include <exactk/casefile.hpp>
#include <exactk/contract/plan.hpp>
#include <exactk/contract/problem.hpp>

namespace exactk::casefile {

/// A problem in host memory by its bits, all outputs asked for. Rows are those of the problem; `only_row` at least 0
/// takes that row alone. A defect where a file cannot hold it (no rows, or too many scores).
Defect from_problem(const Problem &problem, const Plan &plan, std::int64_t only_row, CaseFile &out);

/// A file that was written, or why none was.
struct Stored {
    std::string path;   ///< the file; empty if there is none
    std::string reason; ///< why there is none; else empty
};

/// Writes the case to a new file `folder`/`stem`.case and makes the folder if there is none. No file is overwritten: one
/// that holds the same bytes already is named instead, else the stem gets a number. Characters of `stem` that do not
/// fit a file name become '-'.
Stored store(const CaseFile &one, const std::string &folder, const std::string &stem);

/// For a fault that a schedule shows: a case with the token, and the problem that the schedule is about.
Stored store_schedule(const Problem &problem, const Plan &plan, const std::string &token,
                      const std::string &note, const std::string &folder, const std::string &stem);

/// Reads a file. A file that cannot be read is a malformed_line of line 0.
Defect load(const std::string &path, CaseFile &out);

} // namespace exactk::casefile
