// A C11 program on the C interface alone: an answer, a refusal in words, a plan and what it needs.
// Spec: contract/C5 C6 C12 C17 C18. Layer: proptests/bindings_c.
#include <exactk.h>

#include <stdio.h>
#include <string.h>

static int faults;

static void check(int holds, const char *what) {
    if (!holds) {
        printf("wrong: %s\n", what);
        ++faults;
    }
}

static void answers(void) {
    const float scores[5] = {1, 2, 5, 4, 5};
    const int32_t expected[3] = {2, 4, 3};
    int32_t indices[3] = {-7, -7, -7};
    float values[3] = {0, 0, 0};
    exactk_certificate certificate;
    uint64_t digest = 0;
    exactk_options options = {.size = sizeof options, .order = exactk_order_rank};
    exactk_problem problem = {
        .size = sizeof problem, .scores = scores, .rows = 1, .width = 5, .pitch = 5, .k = 3};
    exactk_outputs outputs = {.size = sizeof outputs, .indices = indices, .index_pitch = 3};
    exactk_status status = {.size = sizeof status};
    char text[200];

    problem.options = &options;
    outputs.scores = values;
    outputs.score_pitch = 3;
    outputs.certificates = &certificate;
    outputs.digests = &digest;
    check(exactk_topk_cpu(&problem, &outputs, &status) == exactk_code_ok, "code of an answer");
    check(status.code == exactk_code_ok && status.argument == NULL, "status of an answer");
    check(memcmp(indices, expected, sizeof expected) == 0, "indices by rank");
    check(values[0] == 5 && values[1] == 5 && values[2] == 4, "scores");
    check(certificate.pivot == 0xC0800000u && certificate.above == 2 && certificate.quota == 1,
          "certificate");
    options.order = exactk_order_index;
    check(exactk_topk_cpu(&problem, &outputs, NULL) == exactk_code_ok, "an answer without a status");
    check(digest == 0x7C8979DE4A022761u, "digest of C14");

    problem.pitch = 4;
    check(exactk_topk_cpu(&problem, &outputs, &status) == exactk_code_pitch_too_small, "code of a refusal");
    check(strcmp(status.argument, "problem.pitch") == 0 && status.value == 4 && status.limit == 5,
          "status of it");
    check(exactk_status_describe(&status, text, sizeof text, NULL, NULL) == exactk_code_ok, "code of words");
    check(strcmp(text, "pitch_too_small: problem.pitch is 4 elements; it must be at least 5") == 0, "words");
}

static void plans(void) {
    exactk_profile profile = {.size = sizeof profile};
    exactk_shape shape = {.size = sizeof shape, .rows = 1, .width = 65536, .k = 2048};
    exactk_wishes wishes = {.size = sizeof wishes};
    exactk_plan *plan = NULL;
    int64_t bytes = -1;
    int64_t most = -1;
    size_t needed = 0;

    check(exactk_profile_by_name("h200", &profile, NULL) == exactk_code_ok, "profile by name");
    check(profile.sms == 132, "facts of a profile");
    check(exactk_supports(&shape, &profile, NULL) == exactk_code_ok, "support");
    wishes.strategy_given = 1;
    wishes.strategy = exactk_strategy_row_per_grid;
    check(exactk_plan_create(&shape, &profile, &wishes, &plan, NULL) == exactk_code_ok, "plan");
    check(exactk_plan_workspace_bytes(plan, &bytes, NULL) == exactk_code_ok && bytes > 0, "workspace");
    check(exactk_workspace_bytes_max(1, 65536, 2048, &profile, &most, NULL) == exactk_code_ok &&
              most >= bytes,
          "most workspace");
    check(exactk_plan_describe(plan, NULL, 0, &needed, NULL) == exactk_code_ok && needed > 100,
          "room for words");
    exactk_plan_destroy(plan);
}

int main(void) {
    printf("exactk %s, contract %s\n", exactk_library_version(), exactk_contract_version());
    answers();
    plans();
    printf("%d faults\n", faults);
    return faults == 0 ? 0 : 1;
}
