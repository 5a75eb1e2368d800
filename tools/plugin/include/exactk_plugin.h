// The interface of a plug-in: a top-k of yours in a shared library, for exactk to judge. C99 and C++; no library of ours.
// Spec: contract/C1 to C9 C15 C18. Layer: tools/plugin.
//
// Build a shared library that defines exactk_plugin_describe and exactk_plugin_run, and the others as needed, and give
// it to the tool: exactk check --impl plugin:./libmine.so. docs/plugins.md goes through it step by step.
//
// The library is loaded into a process of its own, with one thread; `exactk bench` has in it the one that it is timed
// against, too. A call that crashes or hangs ends that process and is a verdict on that call; the next call finds a new
// process. Nothing may be kept from call to call but what no answer depends on.
#ifndef EXACTK_PLUGIN_H
#define EXACTK_PLUGIN_H

#include <stdint.h>

#if defined(__GNUC__)
#define EXACTK_PLUGIN_API __attribute__((visibility("default")))
#else
#define EXACTK_PLUGIN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Version of this interface. Structs grow at their end only; `size` says how far the tool has filled them.
#define EXACTK_PLUGIN_VERSION 1

/// Type of a score.
enum exactk_plugin_type { exactk_plugin_float32 = 0, exactk_plugin_float16 = 1, exactk_plugin_bfloat16 = 2 };

/// Where the arrays of a call lie.
enum exactk_plugin_memory { exactk_plugin_host = 0, exactk_plugin_cuda = 1 };

/// A batch of rows. Element i of row r lies at scores + (r * pitch + i) elements. All arrays lie in the memory that
/// exactk_plugin_describe asked for, `lengths` too.
struct exactk_plugin_problem {
    uint32_t size;         ///< bytes of this struct
    uint32_t type;         ///< an enum exactk_plugin_type
    uint32_t smallest;     ///< 1: the smallest scores are preferred, 0: the largest (C3)
    uint32_t ties_high;    ///< 1: of equal scores the highest index is preferred, 0: the lowest (C4)
    uint32_t by_rank;      ///< 1: selected indices by rank, 0: in ascending order (C6)
    uint32_t nan_smallest; ///< 1: NaNs stand below -inf, 0: above +inf (C3)
    const void *scores;    ///< [rows, width] with `pitch`; what lies beyond a row's length may be anything
    int64_t rows;          ///< at least 0
    int64_t width;         ///< at least 0
    int64_t pitch;         ///< elements from row to row, at least `width`
    const int32_t
        *lengths;        ///< [rows], or null: every length is the width. Any value; C1 says how it is clamped
    int64_t k;           ///< at least 0
    int32_t fill_index;  ///< for slots without an element (C7)
    uint32_t fill_score; ///< bit pattern of the score for these slots, in the low bits (C7)
    int32_t device;      ///< number of the CUDA device; 0 for host memory
    uint32_t has_lengths;  ///< 1: lengths are given
    uint32_t wants_scores; ///< 1: output scores are asked for
    uint32_t reserved;     ///< 0
};

/// Where the answer goes. `scores` is null where none are asked for.
struct exactk_plugin_outputs {
    uint32_t size;       ///< bytes of this struct
    uint32_t reserved;   ///< 0
    int32_t *indices;    ///< [rows, k] with `index_pitch`
    int64_t index_pitch; ///< elements from row to row, at least k
    void *scores;        ///< [rows, k] with `score_pitch`, of the scores' type, or null
    int64_t score_pitch; ///< elements from row to row, at least k if `scores` is given
};

/// What a plug-in says of itself. The texts must stay as long as the library is loaded.
struct exactk_plugin_description {
    uint32_t size;        ///< bytes of this struct
    uint32_t version;     ///< EXACTK_PLUGIN_VERSION
    uint32_t memory;      ///< an enum exactk_plugin_memory
    uint32_t reserved;    ///< 0
    const char *name;     ///< a word
    const char *release;  ///< version of the implementation, for reports; may be null
    const char *promises; ///< lines as docs/plugins.md says; null: the full contract
};

/// Required. Called once, before anything else.
EXACTK_PLUGIN_API const struct exactk_plugin_description *exactk_plugin_describe(void);

/// Optional: 0 if exactk_plugin_run takes this problem, else a code of yours. Asked before memory is made, so that all
/// pointers are null. What is not taken is counted as not run, with your words for the code.
EXACTK_PLUGIN_API int exactk_plugin_supports(const struct exactk_plugin_problem *problem);

/// Optional: bytes of workspace that a run needs; negative: an error code of yours, as from exactk_plugin_run. Asked
/// with the pointers of exactk_plugin_supports. Workspace is aligned to 256 bytes and may hold anything.
EXACTK_PLUGIN_API int64_t exactk_plugin_workspace(const struct exactk_plugin_problem *problem);

/// Required: answers. 0 if the answer was written, or will be by work on `stream`; else a code of yours, which is a
/// verdict, since exactk_plugin_supports had taken the problem. `stream` is a cudaStream_t, null for host memory.
EXACTK_PLUGIN_API int exactk_plugin_run(const struct exactk_plugin_problem *problem,
                                        const struct exactk_plugin_outputs *outputs, void *workspace,
                                        int64_t workspace_bytes, void *stream);

/// Optional: words for a code of yours; null: none.
EXACTK_PLUGIN_API const char *exactk_plugin_status_text(int code);

#ifdef __cplusplus
}
#endif

#endif
