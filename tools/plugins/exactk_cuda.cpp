// exactk's own kernels as a plug-in, through its C interface, with a plan for each call; it promises the full contract.
// Spec: contract/C1 to C9 C11 C15 C18, algorithm/S3. Layer: tools/plugins.
#include <memory>

#include "through_c.hpp"

namespace {

struct Destroy {
    void operator()(exactk_plan *plan) const { exactk_plan_destroy(plan); }
};
using Plan = std::unique_ptr<exactk_plan, Destroy>;

/// The device of the first call is that of all: exactk-worker has one.
struct Device {
    exactk_profile profile{};
    int code;
    explicit Device(int number) {
        profile.size = sizeof profile;
        code = exactk_profile_query(number, &profile, nullptr);
    }
};

const Device &device(int number) {
    static const Device found(number);
    return found;
}

exactk_shape shape_of(const exactk_plugin_problem &asked, const exactk_options &options) {
    exactk_shape shape{};
    shape.size = sizeof shape;
    shape.type = asked.type;
    shape.rows = asked.rows;
    shape.width = asked.width;
    shape.k = asked.k;
    shape.options = &options;
    return shape;
}

/// A code of the C interface.
int plan_for(const exactk_plugin_problem &asked, const exactk_options &options, Plan &out) {
    const Device &found = device(asked.device);
    if (found.code != exactk_code_ok)
        return found.code;
    const exactk_shape shape = shape_of(asked, options);
    exactk_plan *made = nullptr;
    const int code = exactk_plan_create(&shape, &found.profile, nullptr, &made, nullptr);
    out.reset(made);
    return code;
}

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        exactk::plugins::described("exactk_cuda", exactk_plugin_cuda);
    return &description;
}

extern "C" int64_t exactk_plugin_workspace(const exactk_plugin_problem *asked) {
    const exactk_options options = exactk::plugins::options_of(*asked);
    Plan plan;
    int64_t bytes = 0;
    int code = plan_for(*asked, options, plan);
    if (code == exactk_code_ok)
        code = exactk_plan_workspace_bytes(plan.get(), &bytes, nullptr);
    return code == exactk_code_ok ? bytes : -code;
}

extern "C" int exactk_plugin_run(const exactk_plugin_problem *asked, const exactk_plugin_outputs *to,
                                 void *workspace, int64_t workspace_bytes, void *stream) {
    const exactk_options options = exactk::plugins::options_of(*asked);
    const exactk_problem problem = exactk::plugins::problem_of(*asked, options);
    const exactk_outputs outputs = exactk::plugins::outputs_of(*to);
    Plan plan;
    const int code = plan_for(*asked, options, plan);
    if (code != exactk_code_ok)
        return code;
    return exactk_launch(plan.get(), &problem, &outputs, workspace, workspace_bytes, stream, nullptr);
}

extern "C" const char *exactk_plugin_status_text(int code) {
    return exactk_status_text(code < 0 ? -code : code);
}
