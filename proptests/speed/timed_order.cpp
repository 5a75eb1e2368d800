// Right; takes a while, or with EXACTK_HICCUP does so once where calls are counted, and writes EXACTK_LETTER into the file that the environment names, so that turns can be seen.
// Spec: contract/C15. Layer: proptests/speed.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("timed_order");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    const char *const path = std::getenv("EXACTK_TIMED_LOG");
    if (std::FILE *const file = path == nullptr ? nullptr : std::fopen(path, "a")) {
        std::fputs(EXACTK_LETTER, file);
        std::fclose(file);
    }
    static int calls = 0;
    const bool slow = EXACTK_HICCUP == 0 || ++calls == EXACTK_HICCUP;
    if (slow)
        std::this_thread::sleep_for(std::chrono::milliseconds(EXACTK_HICCUP == 0 ? 1 : 3));
    return plugin::TopK().answer(*problem, *outputs);
}
