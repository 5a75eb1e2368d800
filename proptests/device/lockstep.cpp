// Tapped launches of every strategy against the model, on drawn cases and on the crafted batches.
// Spec: algorithm/S0 to S12 B1 B2 O1 O2 O3, contract/C15 C16. Layer: proptests/device.
#include <algorithm>

#include <exactk/cases/case.hpp>

#include "crafted.hpp"
#include "lockstep_run.hpp"
#include "plans.hpp"
#include "suites.hpp"

namespace exactk::device_tests {

namespace {

/// Elements of a case, at most: the model keeps a histogram a round and row, and runs under two CTA counts a plan.
constexpr std::int64_t elements_max = std::int64_t{1}
                                      << 16; // convention: keeps a case within tenths of a second

std::vector<NamedWishes> lockstep_wishes() {
    std::vector<NamedWishes> list = all_wishes_and_shared();
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        list.push_back(sharing_every_row(with_resident_keys(named, 256)));
    }
    return list;
}

void run_image(Context &context, Lockstep &lockstep, const std::string &name, const Problem &problem,
               const Image &image) {
    ModelTraces model(image);
    for_each_plan(context, name, problem, lockstep_wishes(),
                  [&](const device::Plan &plan) { return lockstep.run(plan, model, 0).text; });
}

} // namespace

void lockstep_suite(Context &context) {
    Lockstep lockstep;
    for (const Crafted &crafted : crafted_batches()) {
        Wanted wanted;
        wanted.scores = true;
        wanted.facts = true;
        const Problem problem = crafted.host.problem();
        run_image(context, lockstep, crafted.name, problem, Image(problem, wanted, poisons[0]));
    }
    std::int64_t too_large = 0;
    for (int family = 0; family < cases::family_count; ++family) {
        // A quarter of the cases: each takes the model's time several times over.
        for (int number = 0; number < std::max(1, context.settings().cases / 4); ++number) {
            const cases::Case one =
                cases::make_case(context.settings().seed, static_cast<cases::Family>(family), number);
            const cases::Batch host(one);
            if (host.elements() > elements_max) {
                ++too_large;
                continue;
            }
            Wanted wanted;
            wanted.output_gap = one.output_gap;
            wanted.scores = one.wants_scores;
            wanted.facts = one.wants_facts;
            wanted.misaligned = one.misaligned_rows;
            run_image(context, lockstep, cases::id(one) + " [" + cases::describe(one) + "]", host.problem(),
                      Image(host.problem(), wanted, poisons[1]));
        }
    }
    if (too_large != 0) {
        context.left_out(std::to_string(too_large) + " cases", "more than " + std::to_string(elements_max) +
                                                                   " elements; the contract suite has them");
    }
}

} // namespace exactk::device_tests
