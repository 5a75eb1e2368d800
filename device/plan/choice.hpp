// Which strategy and how many CTAs per row the planner takes by itself, and why.
// Spec: algorithm/S3, contract/C15. Layer: device.
#pragma once

#include <string>

#include "plan/forms.hpp"

namespace exactk::device {

struct Choice {
    Strategy strategy = Strategy::row_per_cta;
    int ctas = 1;
    std::string reason; ///< one clause in words
};

/// Strategy, CTAs and the reason. Without `clusters` the choice is among the other two, as for a profile that has
/// none.
Choice choose(const Setting &setting, bool clusters);

/// CTAs per row where the strategy is given.
int choose_ctas(const Setting &setting, Strategy strategy);

} // namespace exactk::device
