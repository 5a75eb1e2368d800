// Right, and its process ends some time after a call of a series: by a thread of its own, whoever is called then.
// Spec: contract/C8 C15. Layer: proptests/speed.
#include <chrono>
#include <csignal>
#include <thread>

#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_thread");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    static int calls = 0;
    if (++calls == 9) {
        std::thread([] {
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
            std::raise(SIGSEGV);
        }).detach();
    }
    plugin::TopK().answer(*problem, *outputs);
    return 0;
}
