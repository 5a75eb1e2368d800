// A plug-in of 30 lines: std::nth_element, as one would write it in an afternoon. docs/plugins.md has it judged.
// Spec: contract/C4 C6. Layer: docs.
#include <algorithm>
#include <vector>

#include "exactk_plugin.h"

extern "C" const exactk_plugin_description *exactk_plugin_describe() {
    static const exactk_plugin_description description = {
        sizeof description,
        EXACTK_PLUGIN_VERSION,
        exactk_plugin_host,
        0,
        "nth_element",
        "1",
        "types float32\ndirection largest\nnan undefined\nscores no\n"};
    return &description;
}

extern "C" int exactk_plugin_run(const exactk_plugin_problem *problem, const exactk_plugin_outputs *outputs,
                                 void *, int64_t, void *) {
    std::vector<int32_t> indices;
    for (int64_t row = 0; row < problem->rows; ++row) {
        const float *scores = static_cast<const float *>(problem->scores) + row * problem->pitch;
        const int64_t length = problem->lengths == nullptr ? problem->width : problem->lengths[row];
        const int64_t n = std::min(std::max<int64_t>(length, 0), problem->width);
        const int64_t m = std::min(problem->k, n);
        indices.resize(static_cast<size_t>(n));
        for (int64_t i = 0; i < n; ++i)
            indices[static_cast<size_t>(i)] = static_cast<int32_t>(i);
        if (m < n)
            std::nth_element(indices.begin(), indices.begin() + m, indices.end(),
                             [&](int32_t a, int32_t b) { return scores[a] > scores[b]; });
        std::copy_n(indices.begin(), m, outputs->indices + row * outputs->index_pitch);
        std::fill_n(outputs->indices + row * outputs->index_pitch + m, problem->k - m, problem->fill_index);
    }
    return 0;
}
