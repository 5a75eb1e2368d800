// Every family of rows on every strategy: all bytes as the CPU path leaves them.
// Spec: contract/C1 C2 C3 C4 C5 C6 C7 C8 C9 C11 C12 C13 C14 C15. Layer: proptests/device.
#include <exactk/cases/case.hpp>
#include <exactk/implementations.hpp>

#include "device_batch.hpp"
#include "plans.hpp"
#include "suites.hpp"
#include "wide_pitch.hpp"

namespace exactk::device_tests {

namespace {

/// Largest sum of n up to which the sort oracle is asked too.
constexpr std::int64_t oracle_elements_max = 20000; // convention: keeps the oracle's share of the time small

/// The CPU path's answer is held to the sort oracle's, so that the two sides of the comparison cannot share a fault.
std::string oracle_difference(const Image &image) {
    const Implementation *const sort = find_implementation("sort");
    if (sort == nullptr) {
        return "this build has no sort oracle";
    }
    std::vector<std::byte> block = image.before();
    const Status status = sort->run(image.problem(block.data()), image.outputs(block.data()), Plan{});
    return status.code != StatusCode::ok ? refusal(status) : image.difference(block);
}

std::vector<NamedWishes> wishes_of_case() {
    std::vector<NamedWishes> list = all_wishes_and_shared();
    for (NamedWishes &named : filter_wishes()) {
        list.push_back(std::move(named));
    }
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        list.push_back(sharing_every_row(with_resident_keys(named, 64)));
        list.push_back(with_resident_keys(named, 1024));
    }
    return list;
}

void run_case(Context &context, DeviceBatch &batch, const cases::Case &one) {
    const cases::Batch host(one);
    Wanted wanted;
    wanted.output_gap = one.output_gap;
    wanted.scores = one.wants_scores;
    wanted.facts = one.wants_facts;
    wanted.misaligned = one.misaligned_rows;
    const Image images[2] = {Image(host.problem(), wanted, poisons[0]),
                             Image(host.problem(), wanted, poisons[1])};
    const std::string name = cases::id(one) + " [" + cases::describe(one) + "]";
    if (host.elements() <= oracle_elements_max) {
        context.run(name + ": CPU path against the sort oracle",
                    [&] { return oracle_difference(images[0]); });
    }
    static const std::vector<NamedWishes> list = wishes_of_case();
    unsigned poison = 0;
    for_each_plan(context, name, host.problem(), list,
                  [&](const device::Plan &plan) { return batch.run(plan, images[poison++ % 2]); });
    // A plan may be made for more rows, width and k than a launch has.
    Problem larger = host.problem();
    larger.rows += 3;
    larger.width = 2 * larger.width + 100;
    larger.k += 5;
    for_each_plan(context, name + " plan for more", larger, wishes_of_each_strategy(),
                  [&](const device::Plan &plan) { return batch.run(plan, images[poison++ % 2]); });
    // With an odd number of plans each plan would meet one poison only; the automatic one meets both.
    for_each_plan(context, name + " again", host.problem(), {all_wishes().front()},
                  [&](const device::Plan &plan) { return batch.run(plan, images[1]); });
}

} // namespace

void contract_suite(Context &context) {
    DeviceBatch batch;
    for (int family = 0; family < cases::family_count; ++family) {
        for (int number = 0; number < context.settings().cases; ++number) {
            run_case(context, batch,
                     cases::make_case(context.settings().seed, static_cast<cases::Family>(family), number));
        }
    }
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        const std::string name = "rows 2^31 elements apart: " + named.name;
        if (!possible(named.wishes, context.profile()) || !wide_pitch_fits()) {
            context.left_out(name, "needs " + std::to_string(wide_pitch_bytes() >> 30) + " GiB, or clusters");
            continue;
        }
        context.run(name, [&] { return run_wide_pitch(context.profile(), named, 0); });
    }
}

} // namespace exactk::device_tests
