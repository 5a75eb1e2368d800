// The two exhibits, run where they must go wrong, and whether the judge named it.
// Spec: algorithm/E1 E2. Layer: tools/check.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace exactk::check {

struct ExhibitResult {
    std::string name;     ///< e.g. "capped_bin 4096"
    std::string input;    ///< what it was run on
    bool caught = false;  ///< the fault that it must have was named
    std::string findings; ///< what the judge said
};

/// Runs every exhibit on inputs that reach its defect and judges the answers with as little demanded as the
/// kernels it models promise: any order.
std::vector<ExhibitResult> run_exhibits(std::uint64_t seed);

} // namespace exactk::check
