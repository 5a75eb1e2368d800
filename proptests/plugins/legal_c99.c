// Legal: C99 and nothing else, under the whole contract.
// Spec: contract/C1 to C9. Layer: proptests/plugins.
#include <stdlib.h>
#include <string.h>

#include <exactk_plugin.h>

static uint32_t bits_at(const struct exactk_plugin_problem *problem, int64_t at) {
    if (problem->type == exactk_plugin_float32)
        return ((const uint32_t *)problem->scores)[at];
    return ((const uint16_t *)problem->scores)[at];
}

/* How many patterns of 32 bits are preferred at least; equal for equal canonical values (C3). */
static uint32_t place_of(const struct exactk_plugin_problem *problem, uint32_t bits) {
    const int wide = problem->type == exactk_plugin_float32;
    const uint32_t sign = wide ? 0x80000000u : 0x8000u;
    const uint32_t infinity = wide ? 0x7F800000u : problem->type == exactk_plugin_float16 ? 0x7C00u : 0x7F80u;
    uint32_t upwards = (bits & sign) != 0 ? 2 * (sign - 1) + 1 - bits : bits + sign;
    if ((bits & (sign - 1)) > infinity)
        upwards = problem->nan_smallest ? 0 : 2 * (sign - 1) + 1;
    else if (bits == sign)
        upwards = sign;
    return problem->smallest ? upwards : 2 * (sign - 1) + 1 - upwards;
}

static int compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void answer_row(const struct exactk_plugin_problem *problem,
                       const struct exactk_plugin_outputs *outputs, int64_t row, int64_t n, uint64_t *list) {
    const int64_t first = row * problem->pitch, m = problem->k < n ? problem->k : n;
    const int read = n > problem->k || problem->by_rank || outputs->scores != NULL;
    /* Place and index in one number: smaller is preferred. */
    for (int64_t i = 0; i < n; ++i) {
        const uint64_t index = problem->ties_high ? UINT32_MAX - (uint64_t)i : (uint64_t)i;
        list[i] = (read ? (uint64_t)place_of(problem, bits_at(problem, first + i)) << 32 : 0) | index;
    }
    if (read)
        qsort(list, (size_t)n, sizeof *list, compare);
    for (int64_t slot = 0; slot < m; ++slot)
        list[slot] = problem->ties_high ? UINT32_MAX - (uint32_t)list[slot] : (uint32_t)list[slot];
    if (!problem->by_rank)
        qsort(list, (size_t)m, sizeof *list, compare);
    for (int64_t slot = 0; slot < problem->k; ++slot) {
        const int64_t at = row * outputs->score_pitch + slot;
        outputs->indices[row * outputs->index_pitch + slot] =
            slot < m ? (int32_t)list[slot] : problem->fill_index;
        if (outputs->scores == NULL)
            continue;
        const uint32_t bits = slot < m ? bits_at(problem, first + (int64_t)list[slot]) : problem->fill_score;
        if (problem->type == exactk_plugin_float32)
            ((uint32_t *)outputs->scores)[at] = bits;
        else
            ((uint16_t *)outputs->scores)[at] = (uint16_t)bits;
    }
}

const struct exactk_plugin_description *exactk_plugin_describe(void) {
    static const struct exactk_plugin_description description = {
        sizeof description, EXACTK_PLUGIN_VERSION, exactk_plugin_host, 0, "legal_c99", NULL, NULL};
    return &description;
}

int exactk_plugin_run(const struct exactk_plugin_problem *problem,
                      const struct exactk_plugin_outputs *outputs, void *workspace, int64_t workspace_bytes,
                      void *stream) {
    (void)workspace, (void)workspace_bytes, (void)stream;
    if (problem->rows == 0 || problem->k == 0)
        return 0;
    uint64_t *list = malloc(((size_t)problem->width + 1) * sizeof *list);
    if (list == NULL)
        return 1;
    for (int64_t row = 0; row < problem->rows; ++row) {
        int64_t n = problem->lengths != NULL ? problem->lengths[row] : problem->width;
        n = n < 0 ? 0 : n > problem->width ? problem->width : n;
        answer_row(problem, outputs, row, n, list);
    }
    free(list);
    return 0;
}
