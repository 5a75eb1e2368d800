// The suites of the device tests, one source each.
// Spec: contract/C1 to C18. Layer: proptests/device.
#pragma once

#include "runner.hpp"

namespace exactk::device_tests {

void contract_suite(Context &context);
void reports_suite(Context &context);
void random_suite(Context &context);
void bounds_suite(Context &context);
void fallback_suite(Context &context);
void sanitize_suite(Context &context);
void lockstep_suite(Context &context);
void faults_suite(Context &context);
void repeats_suite(Context &context);
void graph_suite(Context &context);
void streams_suite(Context &context);
void order_suite(Context &context);
void refusals_suite(Context &context);
void profiles_suite(Context &context);

} // namespace exactk::device_tests
