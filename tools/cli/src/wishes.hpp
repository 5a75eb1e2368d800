// What a planner was asked for by flags: known devices, and refusals that name the flag.
// Spec: contract/C18, algorithm/S3. Layer: tools/cli.
#pragma once

#include <cstdint>
#include <string>

#include <exactk/contract/score_type.hpp>
#include <exactk/contract/status.hpp>
#include <exactk/device.hpp>

namespace exactk::cli {

/// The known device that --profile names, or a Refusal that lists those that are known.
const device::Profile &known_profile(const std::string &name);

/// A refusal in words, a wish by its flag. Rows, width and k are flags only where the problem is given by numbers.
std::string in_flags(const Status &status, bool problem_by_numbers);

/// Refuses a forced threshold that is no key of such scores.
void check_threshold(std::uint32_t threshold, const std::string &text, ScoreType type);

} // namespace exactk::cli
