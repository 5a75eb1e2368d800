// Random rows under random plans, types and options, many at a time, against the CPU path.
// Spec: contract/C1 C2 C3 C4 C5 C6 C7 C9 C12 C13 C14 C15. Layer: proptests/device.
#include "device_batch.hpp"
#include "random_batch.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

void random_suite(Context &context) {
    DeviceBatch device;
    const std::int64_t rows = context.settings().rows;
    std::int64_t done = 0;
    for (std::uint64_t number = 0; done < rows; ++number) {
        const RandomBatch batch =
            random_batch(context.settings().seed, number, rows - done, context.profile());
        const Problem problem = batch.host.problem();
        const Image image(problem, batch.wanted, batch.poison);
        for_each_plan(context, "batch " + std::to_string(number) + " [" + batch.shape + "]", problem,
                      batch.wishes, [&](const device::Plan &plan) { return device.run(plan, image); });
        done += problem.rows;
    }
    context.note(std::to_string(done) + " random rows were compared");
}

} // namespace exactk::device_tests
