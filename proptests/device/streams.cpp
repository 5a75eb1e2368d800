// Two streams at once, each with its own block and workspace, on rows that change from launch to launch.
// Spec: contract/C15. Layer: proptests/device.
#include <algorithm>

#include "device_batch.hpp"
#include "hostile.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

/// With facts no thread leaves a CTA whose row needs fewer.
void two_streams(Context &context, bool facts) {
    const std::vector<Hostile> hostile = hostile_batches();
    std::vector<Image> images;
    for (const Hostile &one : hostile) {
        Wanted wanted;
        wanted.scores = facts;
        wanted.facts = facts;
        images.emplace_back(one.host.problem(), wanted, poisons[images.size() % 2]);
    }
    DeviceBatch batches[2];
    Stream streams[2];
    const int iterations = std::max(2, context.settings().repeats / 3);
    // Batches 0 and 2 have the same options, so one plan serves both.
    const Problem problem = hostile[0].host.problem();
    for_each_plan(context, facts ? "two streams" : "two streams, indices alone", problem, all_wishes(),
                  [&](const device::Plan &plan) -> std::string {
                      for (int iteration = 0; iteration < iterations; ++iteration) {
                          const Image *const mine[2] = {&images[iteration % 2 == 0 ? 0 : 2],
                                                        &images[iteration % 2 == 0 ? 2 : 0]};
                          for (int stream = 0; stream < 2; ++stream) {
                              batches[stream].upload(plan, *mine[stream], streams[stream].get());
                          }
                          for (int stream = 0; stream < 2; ++stream) {
                              const std::string refused =
                                  refusal(batches[stream].launch(plan, *mine[stream], streams[stream].get()));
                              if (!refused.empty()) {
                                  return refused;
                              }
                          }
                          for (int stream = 0; stream < 2; ++stream) {
                              const std::string difference =
                                  batches[stream].difference(*mine[stream], streams[stream].get());
                              if (!difference.empty()) {
                                  return "iteration " + std::to_string(iteration) + " stream " +
                                         std::to_string(stream) + ": " + difference;
                              }
                          }
                      }
                      return "";
                  });
}

} // namespace

void streams_suite(Context &context) {
    two_streams(context, true);
    two_streams(context, false);
}

} // namespace exactk::device_tests
