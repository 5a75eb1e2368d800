// Calls a library beside it, as plug-ins for installed libraries do: old and new build have one name and two folders.
// Spec: contract/C15. Layer: proptests/speed.
#include "common/top_k.hpp"

extern "C" int timed_top_k(const plugin::Problem *problem, const plugin::Outputs *outputs);

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_adapter");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return timed_top_k(problem, outputs);
}
