// Plans made for other devices run here with the same bytes.
// Spec: contract/C15. Layer: proptests/device.
#include <exactk/cases/case.hpp>

#include "device_batch.hpp"
#include "hostile.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

std::string run_for(DeviceBatch &batch, const device::Profile &profile, const NamedWishes &named,
                    const Problem &problem, const Image &image) {
    return batch.run(plan_for(shape_of(problem), profile, named), image);
}

void run_image(Context &context, DeviceBatch &batch, const char *other, const std::string &name,
               const Problem &problem, const Image &image) {
    std::vector<NamedWishes> list = all_wishes();
    for (NamedWishes &named : filter_wishes()) {
        list.push_back(std::move(named));
    }
    for (const NamedWishes &named : list) {
        const std::string full = std::string("plan for ") + other + ", " + name + ": " + named.name;
        const device::Profile *const profile = device::find_profile(other);
        if (profile == nullptr) {
            context.run(full, [] { return std::string("no profile of that name"); });
        } else if (!possible(named.wishes, *profile)) {
            context.left_out(full, "that device has no clusters of that size");
        } else {
            context.run(full, [&] { return run_for(batch, *profile, named, problem, image); });
        }
    }
}

} // namespace

void profiles_suite(Context &context) {
    DeviceBatch batch;
    Wanted wanted;
    wanted.scores = true;
    wanted.facts = true;
    const std::vector<Hostile> hostile = hostile_batches();
    for (const char *const other : {"gb10", "a100", "rtx4090"}) {
        for (const Hostile &one : hostile) {
            const Problem problem = one.host.problem();
            run_image(context, batch, other, one.name, problem, Image(problem, wanted, poisons[0]));
        }
        for (int family = 0; family < cases::family_count; ++family) {
            const cases::Case drawn =
                cases::make_case(context.settings().seed, static_cast<cases::Family>(family), 1);
            const cases::Batch host(drawn);
            run_image(context, batch, other, cases::id(drawn), host.problem(),
                      Image(host.problem(), wanted, poisons[1]));
        }
    }
}

} // namespace exactk::device_tests
