// Broken: the last slot of a row holds the same element as the one before it.
// Spec: contract/C5. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class RepeatedIndex final : public plugin::TopK {
    void arrange(const plugin::Problem &problem, std::int64_t row,
                 std::vector<plugin::Element> &elements) override {
        plugin::TopK::arrange(problem, row, elements);
        if (elements.size() >= 2)
            elements.back() = elements[elements.size() - 2];
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_repeated_index");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    return RepeatedIndex().answer(*problem, *outputs);
}
