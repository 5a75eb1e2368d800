// Legal: chooses other equal scores in every call; it promises neither a tie rule nor the same answer twice.
// Spec: contract/C4 C15. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class UnrepeatableTies final : public plugin::TopK {
public:
    explicit UnrepeatableTies(std::uint64_t call) : call_(call) {}

private:
    void select(const plugin::Problem &, std::int64_t, std::vector<plugin::Element> &elements,
                std::int64_t m) override {
        const auto shuffled = [this](const plugin::Element &element) {
            return (static_cast<std::uint64_t>(element.index) + call_) * 0x9E3779B97F4A7C15u >> 7;
        };
        std::sort(elements.begin(), elements.end(), [&](const plugin::Element &a, const plugin::Element &b) {
            return a.key != b.key ? a.key > b.key : shuffled(a) < shuffled(b);
        });
        elements.resize(std::min(elements.size(), static_cast<std::size_t>(m)));
    }
    std::uint64_t call_;
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description =
        plugin::described("legal_unrepeatable_ties", "ties any\nrepeatable no\n");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    static std::uint64_t calls = 0;
    return UnrepeatableTies(calls++).answer(*problem, *outputs);
}
