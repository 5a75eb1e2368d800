// Broken: waits for a k-th element for ever where a row has fewer.
// Spec: contract/C2 C15. Layer: proptests/plugins.
#include <chrono>
#include <thread>

#include "common/top_k.hpp"

namespace {

class Hang final : public plugin::TopK {
    void select(const plugin::Problem &problem, std::int64_t row, std::vector<plugin::Element> &elements,
                std::int64_t m) override {
        plugin::TopK::select(problem, row, elements, m);
        while (m < problem.k)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_hang");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return Hang().answer(*problem, *outputs);
}
