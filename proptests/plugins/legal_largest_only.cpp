// Legal: takes the largest alone, which it says when it is asked about a problem, and not in a promise.
// Spec: contract/C3 C18. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

constexpr int only_largest = 7; // convention: a code of its own, which the tool has words for only from here

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("legal_largest_only");
    return &description;
}

extern "C" int exactk_plugin_supports(const plugin::Problem *problem) {
    return problem->smallest != 0 ? only_largest : 0;
}

extern "C" const char *exactk_plugin_status_text(int code) {
    return code == only_largest ? "only the largest scores are selected" : nullptr;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    if (problem->smallest != 0)
        return only_largest;
    return plugin::TopK().answer(*problem, *outputs);
}
