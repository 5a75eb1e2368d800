// Legal: shares the rows among three threads, which end before the call does.
// Spec: contract/C15. Layer: proptests/plugins.
#include <thread>

#include "common/top_k.hpp"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("legal_threads");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    constexpr std::int64_t shares = 3;
    std::vector<std::thread> threads;
    for (std::int64_t share = 0; share < shares; ++share) {
        threads.emplace_back([=] {
            plugin::TopK top_k;
            for (std::int64_t row = share; row < problem->rows; row += shares)
                top_k.answer_row(*problem, *outputs, row);
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    return 0;
}
