// The filters under which the campaign runs the model: drawn from a case's name, so that they come again with it.
// Spec: algorithm/F1 F2. Layer: tools/check.
#pragma once

#include <cstddef>
#include <string>

#include <exactk/cases/case.hpp>
#include <exactk/contract/plan.hpp>

namespace exactk::check {

/// The filter for plan number `plan` of a case: none for half of them; else one that lists rows whole, samples
/// them, or has a forced threshold. Always legal; the same on every machine.
FilterPlan draw_filter(const cases::Case &one, std::size_t plan);

/// As flags of `exactk trace`, e.g. " --whole 0 --list 500 --sample 64"; empty without a filter.
std::string describe(const FilterPlan &filter);

} // namespace exactk::check
