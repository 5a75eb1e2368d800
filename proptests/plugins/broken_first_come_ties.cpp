// Broken: equal scores come in the order of arrival, which is by turns the one asked for and the other.
// Spec: contract/C4 C15. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

class FirstComeTies final : public plugin::TopK {
public:
    explicit FirstComeTies(bool turned) : turned_(turned) {}

private:
    bool ties_high(const plugin::Problem &problem, std::int64_t) override {
        return (problem.ties_high != 0) != turned_;
    }
    bool turned_;
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("broken_first_come_ties");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    static unsigned calls = 0;
    return FirstComeTies(calls++ % 2 == 1).answer(*problem, *outputs);
}
