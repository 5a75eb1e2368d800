// Right; each call takes EXACTK_MILLISECONDS more than its work.
// Spec: contract/C15. Layer: proptests/speed.
#include <chrono>
#include <thread>

#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_slow");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    std::this_thread::sleep_for(std::chrono::milliseconds(EXACTK_MILLISECONDS));
    plugin::TopK().answer(*problem, *outputs);
    return 0;
}
