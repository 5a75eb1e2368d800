// Right; its work, EXACTK_WORK times, is found by a variable of an inline function, as registries of kernels are.
// Spec: contract/C5 C15. Layer: proptests/speed.
#include "common/top_k.hpp"

namespace {

int answer(const plugin::Problem &problem, const plugin::Outputs &outputs) {
    for (int time = 0; time < EXACTK_WORK; ++time)
        plugin::TopK().answer(problem, outputs);
    return 0;
}

} // namespace

/// A process has one such variable, whoever else defines it, although the plug-ins' names are local.
using Kernel = int (*)(const plugin::Problem &, const plugin::Outputs &);
__attribute__((visibility("default"))) inline Kernel &timed_kernel() {
    static Kernel kernel = &answer;
    return kernel;
}

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_unique");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return timed_kernel()(*problem, *outputs);
}
