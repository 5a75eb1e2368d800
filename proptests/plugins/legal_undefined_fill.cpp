// Legal: leaves other garbage in the slots without an element in every call; it promises nothing of them.
// Spec: contract/C7. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class UndefinedFill final : public plugin::TopK {
public:
    explicit UndefinedFill(std::uint32_t call) : call_(call) {}

private:
    void write(const plugin::Problem &problem, const plugin::Outputs &outputs, std::int64_t row,
               const std::vector<plugin::Element> &elements) override {
        plugin::Problem other = problem;
        other.fill_index = static_cast<std::int32_t>(call_ * 0x9E3779B9u + 1);
        other.fill_score = call_ * 0x85EBCA6Bu + 1;
        plugin::TopK::write(other, outputs, row, elements);
    }
    std::uint32_t call_;
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_undefined_fill", "fill undefined\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    static std::uint32_t calls = 0;
    return UndefinedFill(calls++).answer(*problem, *outputs);
}
