// A plug-in's structs as those of the C interface.
// Spec: contract/C1 C3 C4 C6 C7. Layer: tools/plugins.
#pragma once

#include <exactk.h>
#include <exactk_plugin.h>

namespace exactk::plugins {

inline exactk_options options_of(const exactk_plugin_problem &asked) {
    exactk_options options{};
    options.size = sizeof options;
    options.direction = asked.smallest != 0 ? exactk_direction_smallest : exactk_direction_largest;
    options.ties = asked.ties_high != 0 ? exactk_ties_high : exactk_ties_low;
    options.order = asked.by_rank != 0 ? exactk_order_rank : exactk_order_index;
    options.nan_policy = asked.nan_smallest != 0 ? exactk_nan_smallest : exactk_nan_largest;
    options.fill_index_given = 1;
    options.fill_index = asked.fill_index;
    options.fill_score_given = 1;
    options.fill_score_bits = asked.fill_score;
    return options;
}

/// `options` must stay as long as what is returned is used. The numbers of types are the same.
inline exactk_problem problem_of(const exactk_plugin_problem &asked, const exactk_options &options) {
    exactk_problem problem{};
    problem.size = sizeof problem;
    problem.type = asked.type;
    problem.scores = asked.scores;
    problem.rows = asked.rows;
    problem.width = asked.width;
    problem.pitch = asked.pitch;
    problem.k = asked.k;
    problem.lengths = asked.lengths;
    problem.options = &options;
    return problem;
}

inline exactk_outputs outputs_of(const exactk_plugin_outputs &asked) {
    exactk_outputs outputs{};
    outputs.size = sizeof outputs;
    outputs.indices = asked.indices;
    outputs.index_pitch = asked.index_pitch;
    outputs.scores = asked.scores;
    outputs.score_pitch = asked.score_pitch;
    return outputs;
}

inline exactk_plugin_description described(const char *name, enum exactk_plugin_memory memory) {
    return {sizeof(exactk_plugin_description),
            EXACTK_PLUGIN_VERSION,
            static_cast<uint32_t>(memory),
            0,
            name,
            exactk_library_version(),
            nullptr};
}

} // namespace exactk::plugins
