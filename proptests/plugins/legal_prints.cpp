// Legal: prints to standard output and standard error in every call; the contract speaks of memory alone.
// Spec: contract/C8 C15. Layer: proptests/plugins.
#include <cstdio>

#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("legal_prints");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    std::printf("legal_prints: %lld rows of %lld\n", static_cast<long long>(problem->rows),
                static_cast<long long>(problem->width));
    std::fflush(stdout);
    std::fputs("legal_prints: this is no error\n", stderr);
    return plugin::TopK().answer(*problem, *outputs);
}
