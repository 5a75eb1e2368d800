// The machine that times were taken on.
// Spec: contract/C17. Layer: tools/speed.
#pragma once

#include <exactk/speed.hpp>

namespace exactk::speed {

/// All but the device. What cannot be found out is "unknown".
Machine this_machine();

} // namespace exactk::speed
