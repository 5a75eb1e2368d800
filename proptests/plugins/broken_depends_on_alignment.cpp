// Broken: where the scores begin three elements behind a 64-byte boundary, it answers by the other tie rule.
// Spec: contract/C4 C11 C15. Layer: proptests/plugins.
#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("broken_depends_on_alignment", "types float32\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    plugin::Problem other = *problem;
    if (reinterpret_cast<std::uintptr_t>(problem->scores) % 64 == 3 * sizeof(float)) {
        other.ties_high = 1 - other.ties_high;
    }
    return plugin::TopK().answer(other, *outputs);
}
