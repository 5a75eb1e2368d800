// Right, and slow on demand: does its work EXACTK_WORK times, so that a planted slowdown has a size that is known.
// Spec: contract/C5 C15. Layer: proptests/speed.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_work");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    for (int time = 0; time < EXACTK_WORK; ++time)
        plugin::TopK().answer(*problem, *outputs);
    return 0;
}
