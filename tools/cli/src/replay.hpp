// What the parts of exactk replay share: running cases, telling of them, and the device where there is one.
// Spec: contract/C15. Layer: tools/cli.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>
#include <exactk/casefile/input.hpp>
#include <exactk/casefile/replay.hpp>

namespace exactk::cli {

/// A file that was replayed.
struct Replayed {
    std::string path;
    casefile::CaseFile one;
    std::vector<casefile::Run> runs;
};

struct ReplayTally {
    std::int64_t cases = 0;
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    std::int64_t not_run = 0;
};

std::string to_text(const Replayed &replayed);
std::string to_text(const ReplayTally &tally);
/// One JSON object.
std::string to_json(const std::vector<Replayed> &files, const ReplayTally &tally);

/// Runs a case on device 0 under the planner's choice and under each strategy, as near to the file's plan as the device
/// can; what cannot be run is told with its reason. In a build without kernels, or without a GPU, one run that was not.
std::vector<casefile::Run> replay_on_device(const casefile::CaseFile &one, const casefile::Input &input);

} // namespace exactk::cli
