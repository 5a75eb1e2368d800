// Broken: adds one to a number 32 KiB behind its last slot, beyond any page next to it.
// Spec: contract/C8. Layer: proptests/plugins.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_writes_far");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    constexpr std::int64_t far = 8192; // convention: in int32, two pages and more
    const int status = plugin::TopK().answer(*problem, *outputs);
    if (problem->rows > 0 && problem->k > 0) {
        outputs->indices[(problem->rows - 1) * outputs->index_pitch + problem->k + far] += 1;
    }
    return status;
}
