// Runs a case on each plan that is possible here; apart from the plans, which need no device.
// Spec: contract/C15. Layer: proptests/device.
#include "plans.hpp"

namespace exactk::device_tests {

void for_each_plan(Context &context, const std::string &name, const Problem &problem,
                   const std::vector<NamedWishes> &list,
                   const std::function<std::string(const device::Plan &)> &body) {
    for (const NamedWishes &named : list) {
        const std::string full = name + ": " + named.name;
        if (!possible(named.wishes, context.profile())) {
            context.left_out(full, "this device has no clusters of that size");
            continue;
        }
        context.run(full, [&] { return body(plan_for(shape_of(problem), context.profile(), named)); });
    }
}

} // namespace exactk::device_tests
