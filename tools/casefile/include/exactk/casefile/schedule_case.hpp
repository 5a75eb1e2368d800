// Case files of the faults that walks through schedules find.
// Spec: contract/C15 C17. Layer: tools/casefile.
#pragma once

#include <string>

#include <exactk/casefile/store.hpp>
#include <exactk/schedule.hpp>

namespace exactk::casefile {

/// Writes a case file with the rows that the run is about, the model's plan, and a token that shows the fault. The token
/// says only what the lowest CTA that can move would not have done anyway. Where it is too long for a file, and a run
/// without any choice has a fault too, that one is written. `program` begins the file's name and its note.
Stored store_fault(const schedule::Machine &machine, const schedule::RunResult &run,
                   const std::string &folder, const std::string &program);

} // namespace exactk::casefile
