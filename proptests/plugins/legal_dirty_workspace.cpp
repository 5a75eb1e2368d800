// Legal: writes every slot several times before the final value, and leaves every byte of its workspace dirty.
// Spec: contract/C8 C15. Layer: proptests/plugins.
#include "common/top_k.hpp"

namespace {

constexpr std::int64_t wanted_bytes =
    (std::int64_t{1} << 20) + 13; // convention: large, and no multiple of anything

class ManyWrites final : public plugin::TopK {
    void write(const plugin::Problem &problem, const plugin::Outputs &outputs, std::int64_t row,
               const std::vector<plugin::Element> &elements) override {
        for (const std::int64_t early :
             {std::int64_t{-7}, problem.width + 5, std::int64_t{problem.fill_index}}) {
            for (std::int64_t slot = problem.k - 1; slot >= 0; --slot) {
                plugin::put_index(outputs, row, slot, early);
                plugin::put_score(problem, outputs, row, slot, 0);
            }
        }
        plugin::TopK::write(problem, outputs, row, elements);
    }
};

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("legal_dirty_workspace");
    return &description;
}

extern "C" std::int64_t exactk_plugin_workspace(const plugin::Problem *) { return wanted_bytes; }

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs,
                                 void *workspace, std::int64_t bytes, void *) {
    if (bytes < wanted_bytes)
        return 1;
    auto *first = static_cast<unsigned char *>(workspace);
    for (std::int64_t at = 0; at < wanted_bytes; ++at)
        first[at] = static_cast<unsigned char>(at * 7 + at / 251);
    const int status = ManyWrites().answer(*problem, *outputs);
    for (std::int64_t at = 0; at < wanted_bytes; ++at) {
        if (first[at] != static_cast<unsigned char>(at * 7 + at / 251))
            return 2;
    }
    return status;
}
