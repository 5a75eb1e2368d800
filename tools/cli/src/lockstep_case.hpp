// A divergence of kernels and model as a case file.
// Spec: algorithm/O1 O2 O3 O4, contract/C15. Layer: tools/cli.
#pragma once

#include <string>

#include <exactk/casefile/store.hpp>
#include <exactk/contract/problem.hpp>
#include <exactk/device.hpp>
#include <exactk/lockstep_device.hpp>

namespace exactk::cli {

/// What a divergence is known by; all of it lives as long as the call.
struct DivergedCase {
    const std::string &name;  ///< the drawn case or the file of the scores
    const std::string &words; ///< the device's plan
    const device::Plan &plan;
    const Problem &problem;
    const lockstep::Asked &asked;
    const lockstep::Finding &finding;
    const casefile::CaseFile
        *drawn; ///< the problem by name; null: it came from files and is written by its bits
};

/// Writes the file under the plan that the model ran of the row at fault. Where the problem has too many scores for a
/// file, that row alone is written, which the note says.
casefile::Stored store_divergence(const std::string &folder, const DivergedCase &diverged);

} // namespace exactk::cli
