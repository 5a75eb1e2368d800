// The scores of one row from the knobs of a case.
// Spec: contract/C3 C4 C5. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/contract/plan.hpp>
#include <exactk/laws/knobs.hpp>

#include "draws.hpp"

namespace exactk::laws {

/// Bit patterns of a row with n elements under the plan's chunks.
std::vector<std::uint32_t> make_scores(const Knobs &knobs, const Plan &plan, std::int64_t n, Engine &engine);

} // namespace exactk::laws
