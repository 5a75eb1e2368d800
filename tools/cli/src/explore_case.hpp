// Case files of the faults that exactk explore finds.
// Spec: contract/C15 C17. Layer: tools/cli.
#pragma once

#include <string>

#include <exactk/casefile/store.hpp>
#include <exactk/schedule.hpp>

namespace exactk::cli {

/// Writes a case file with the rows that the run is about, the model's plan, and a token that shows the fault. The token
/// says only what the lowest CTA that can move would not have done anyway. Where it is too long for a file, and a run
/// without any choice has a fault too, that one is written.
casefile::Stored store_fault(const schedule::Machine &machine, const schedule::RunResult &run,
                             const std::string &folder);

} // namespace exactk::cli
