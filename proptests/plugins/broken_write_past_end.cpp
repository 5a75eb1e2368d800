// Broken: writes one index more than there are slots, behind the last row's.
// Spec: contract/C8. Layer: proptests/plugins.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_write_past_end");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    const int status = plugin::TopK().answer(*problem, *outputs);
    if (problem->rows > 0 && problem->k > 0) {
        // Whatever lay there, it is something else afterwards.
        std::int32_t *past = outputs->indices + (problem->rows - 1) * outputs->index_pitch + problem->k;
        *past = static_cast<std::int32_t>(static_cast<std::uint32_t>(*past) + 1);
    }
    return status;
}
