// Legal: writes indices in descending order; it promises no order.
// Spec: contract/C6. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class Descending final : public plugin::TopK {
    void arrange(const plugin::Problem &, std::int64_t, std::vector<plugin::Element> &elements) override {
        by_index(elements);
        std::reverse(elements.begin(), elements.end());
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_descending_index", "order any\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return Descending().answer(*problem, *outputs);
}
