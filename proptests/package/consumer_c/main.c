// A user's program in C: the top k of one row against an answer written by hand.
// Spec: contract/C6 C17. Layer: proptests/package.
#include <exactk.h>

#include <stdio.h>
#include <string.h>

int main(void) {
    const float scores[5] = {1, 2, 5, 4, 5};
    const int32_t expected[3] = {2, 3, 4};
    int32_t indices[3] = {-7, -7, -7};
    exactk_problem problem = {
        .size = sizeof problem, .scores = scores, .rows = 1, .width = 5, .pitch = 5, .k = 3};
    exactk_outputs outputs = {.size = sizeof outputs, .indices = indices, .index_pitch = 3};
    const int32_t code = exactk_topk_cpu(&problem, &outputs, NULL);
    const int right = code == exactk_code_ok && memcmp(indices, expected, sizeof expected) == 0;
    printf("exactk %s, contract %s, c: %s\n", exactk_library_version(), exactk_contract_version(),
           right ? "right" : "wrong");
    return right ? 0 : 1;
}
