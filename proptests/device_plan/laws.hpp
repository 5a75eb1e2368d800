// What makes a plan one that can run, judged from the plan and the device alone.
// Spec: contract/C15, algorithm/S3 S4. Layer: proptests/device_plan.
#pragma once

#include <string>

#include <exactk/device.hpp>

#include "questions.hpp"

namespace exactk::device::tests {

/// "" for a plan that keeps all laws, else the first law that it breaks.
std::string broken_law(const Question &question, const Plan &plan);

} // namespace exactk::device::tests
