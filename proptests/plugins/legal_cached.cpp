// Legal: answers from a cache whose key is everything that an answer depends on, so that none depends on the cache.
// Spec: contract/C15. Layer: proptests/plugins.
#include <utility>

#include "common/apart.hpp"

namespace {

std::vector<std::uint64_t> cached_key;
plugin::Answer cached;

/// The options, and of every row the length and such scores as the answer needs (C10).
std::vector<std::uint64_t> key_of(const plugin::Problem &problem, const plugin::Outputs &outputs) {
    std::vector<std::uint64_t> key = {problem.type,
                                      problem.smallest,
                                      problem.ties_high,
                                      problem.by_rank,
                                      problem.nan_smallest,
                                      static_cast<std::uint64_t>(problem.rows),
                                      static_cast<std::uint64_t>(problem.k),
                                      static_cast<std::uint32_t>(problem.fill_index),
                                      problem.fill_score,
                                      outputs.scores != nullptr ? 1u : 0u};
    plugin::TopK top_k;
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const std::int64_t n = top_k.length(problem, row);
        key.push_back(static_cast<std::uint64_t>(n));
        const bool read = plugin::TopK::needs_scores(problem, outputs, n);
        for (std::int64_t index = 0; read && index < n; ++index)
            key.push_back(plugin::bits_at(problem, top_k.start(problem, row) + index));
    }
    return key;
}

} // namespace

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = plugin::described("legal_cached");
    return &description;
}

extern "C" int exactk_plugin_run(const plugin::Problem *problem, const plugin::Outputs *outputs, void *,
                                 std::int64_t, void *) {
    std::vector<std::uint64_t> key = key_of(*problem, *outputs);
    if (cached_key != key) {
        cached = plugin::answer_apart(*problem, outputs->scores != nullptr);
        cached_key = std::move(key);
    }
    for (std::int64_t row = 0; row < problem->rows; ++row) {
        for (std::int64_t slot = 0; slot < problem->k; ++slot)
            plugin::put_slot(*problem, *outputs, row, slot, cached);
    }
    return 0;
}
