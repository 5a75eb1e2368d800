// The C interface of exactk: deterministic, exact, batched top-k on the CPU and on CUDA devices, for C11 and C++11.
// Spec: contract/C1 to C18, algorithm/S3. Layer: bindings.
//
// What a correct answer is stands in docs/contract.md; ids like C5 point there. docs/c.md shows a whole program.
//
// Structs. Every struct but exactk_certificate begins with its own size. Set a struct to zero, set `size` to sizeof
// of it, then set what is needed: zero is the default of every other field. `size` says which fields there are, so
// that a program and a library of different age understand each other:
//   - A smaller struct of an older program is taken; fields that it does not have get their defaults. It must hold
//     the fields marked "needed" and its size must be a multiple of the struct's alignment.
//   - A larger struct of a newer program is taken if all bytes beyond the size that the library knows are zero, and
//     if it has at most 4096 bytes; else it is refused.
//   - A size that breaks these rules, zero among them, is `exactk_code_out_of_limits` with the argument's name, for
//     example "problem.size". `value` is the size, `limit` the least legal size if it was too small and else the size
//     that the library knows.
// Fields and enumerators keep place and value; new ones are added at the end. bindings/c/golden/abi.txt records them.
//
// Answers. Functions that can be refused return an enum exactk_code. Their last argument may be null; else it gets
// the same code with the argument's name, its value and the limit it broke (C18). If the size of that struct itself
// is illegal, the function returns `exactk_code_out_of_limits`, and neither did anything nor wrote to the struct.
// A refused call has written nothing but that status and what its function names here. Refusals are those of the
// library, and of this interface where an argument cannot be handed on: a null pointer, an illegal size, an
// enumerator above 255, a flag other than 0 and 1, a reserved field that is not 0.
//
// Errors. No exception leaves a function: memory that cannot be had is `exactk_code_out_of_memory`, anything that was
// not foreseen `exactk_code_internal`. Pointers that are neither null nor what is asked for are not found out.
//
// Threads. No function of this interface keeps state from call to call. All may be called at the same time by any
// number of threads, as long as no array or struct that one of them writes is used by another.
//
// Lifetime. Nothing that a caller passes is kept after the call; exactk_plan_create copies what it needs, names
// included. Text that is returned by pointer (versions, names, `argument` of a status, `name` and `source` of a
// profile) is constant and stays as long as the library is loaded. The caller frees none of it.
#ifndef EXACTK_H
#define EXACTK_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define EXACTK_API __attribute__((visibility("default")))
#else
#define EXACTK_API
#endif

#ifdef __cplusplus
#define EXACTK_NOEXCEPT noexcept
extern "C" {
#else
#define EXACTK_NOEXCEPT
#endif

/// Why a call was refused.
enum exactk_code {
    exactk_code_ok = 0,
    exactk_code_null_pointer = 1,     ///< a pointer that is needed is null
    exactk_code_out_of_limits = 2,    ///< a count or a size is outside its limits
    exactk_code_pitch_too_small = 3,  ///< a pitch is below the width or below k
    exactk_code_misaligned = 4,       ///< a base pointer is not aligned to its element
    exactk_code_unknown_option = 5,   ///< an enumerator or a name that has no meaning
    exactk_code_unsupported_type = 6, ///< the score type is not one of this library's
    exactk_code_overlap = 7,          ///< an output overlaps the input or another output
    exactk_code_extent_overflow = 8,  ///< an array's byte extent does not fit signed 64-bit addressing
    exactk_code_out_of_memory = 9,    ///< memory could not be had; nothing was written
    exactk_code_illegal_plan = 10,    ///< a wish that the device cannot fulfil, or a plan for another problem
    exactk_code_workspace_too_small = 11, ///< the workspace is smaller than the plan needs
    exactk_code_unsupported_device = 12,  ///< the device cannot run this, or the build has no such part
    exactk_code_internal = 1000           ///< an error that this library did not foresee
};

/// Type of a score.
enum exactk_type { exactk_type_float32 = 0, exactk_type_float16 = 1, exactk_type_bfloat16 = 2 };

/// Which end of the value order is preferred (C3).
enum exactk_direction { exactk_direction_largest = 0, exactk_direction_smallest = 1 };

/// Which of several equal scores is preferred: the lowest index or the highest (C4).
enum exactk_ties { exactk_ties_low = 0, exactk_ties_high = 1 };

/// How the selected indices are sequenced: ascending index, or by rank (C6).
enum exactk_order { exactk_order_index = 0, exactk_order_rank = 1 };

/// Where NaNs stand in the value order: above +inf or below -inf (C3).
enum exactk_nan { exactk_nan_largest = 0, exactk_nan_smallest = 1 };

/// How a row is shared out among the CTAs of a device; it changes no answer.
enum exactk_strategy {
    exactk_strategy_row_per_cta = 0,     ///< one CTA finds a row's answer
    exactk_strategy_row_per_cluster = 1, ///< a thread-block cluster does
    exactk_strategy_row_per_grid = 2     ///< many CTAs do, synchronised by kernel boundaries
};

/// Status bits of a row (C13). Bits without a name are 0.
enum exactk_row {
    exactk_row_empty = 1,           ///< m = 0
    exactk_row_all_selected = 2,    ///< n <= k
    exactk_row_nan_present = 4,     ///< an eligible element is NaN
    exactk_row_inf_present = 8,     ///< an eligible element is +inf or -inf
    exactk_row_length_clamped = 16, ///< the given length was below 0 or above the width
    exactk_row_boundary_tie = 32    ///< m > 0 and population > quota
};

/// Greatest k and width.
enum exactk_limit {
    exactk_limit_k = 2147483647,    ///< bound: C2
    exactk_limit_width = 2147483647 ///< bound: C1, an index fits int32_t
};

/// The answer of a call. Every field is needed.
typedef struct exactk_status {
    uint32_t size;        ///< bytes of this struct
    int32_t code;         ///< an enum exactk_code
    const char *argument; ///< name of the argument that was refused; null when `code` is ok
    int64_t value;        ///< the value it had (an address for pointers, an enumerator's number)
    int64_t limit;        ///< the limit it broke (least value, greatest value, or alignment)
} exactk_status;

/// What a caller can choose about an answer; all zero is the contract's default. Needed: fields up to `nan_policy`.
typedef struct exactk_options {
    uint32_t size;             ///< bytes of this struct
    uint32_t direction;        ///< an enum exactk_direction
    uint32_t ties;             ///< an enum exactk_ties
    uint32_t order;            ///< an enum exactk_order
    uint32_t nan_policy;       ///< an enum exactk_nan
    uint32_t fill_index_given; ///< 0: slots without an element get index -1; 1: they get `fill_index` (C7)
    int32_t fill_index;        ///< counts only when `fill_index_given` is 1
    uint32_t
        fill_score_given;     ///< 0: -inf for direction largest, +inf for smallest; 1: `fill_score_bits` (C7)
    uint32_t fill_score_bits; ///< bit pattern of the fill score in the score's own type, in the low bits
} exactk_options;

/// A batch of rows of scores. Element i of row r lies at scores + (r * pitch + i) * element bytes. The arrays lie in
/// host memory for exactk_topk_cpu and in device memory for exactk_launch. Needed: fields up to `k`.
typedef struct exactk_problem {
    uint32_t size; ///< bytes of this struct
    uint32_t type; ///< an enum exactk_type
    const void
        *scores;   ///< [rows, width] with `pitch`, aligned to 4 or 2 bytes; null only if rows or width is 0
    int64_t rows;  ///< at least 0
    int64_t width; ///< 0 to exactk_limit_width
    int64_t pitch; ///< elements, not bytes, from row to row; at least `width`
    int64_t k;     ///< 0 to exactk_limit_k
    const int32_t *lengths; ///< [rows], aligned to 4 bytes; any value, clamped (C1). Null: all are `width`
    const exactk_options *options; ///< in host memory, or null: the defaults
} exactk_problem;

/// What proves a row's cut (C12). The contract fixes its 24 bytes, so it has no size of its own. All fields but
/// `status` are 0 when m = 0.
typedef struct exactk_certificate {
    uint64_t pivot;      ///< canonical key of the last-ranked selected element
    uint32_t above;      ///< eligible elements strictly preferred to the pivot
    uint32_t population; ///< eligible elements equal to the pivot
    uint32_t quota;      ///< how many of those were selected
    uint32_t status;     ///< bits of enum exactk_row
} exactk_certificate;

/// Where the answer is written, in the same kind of memory as the problem's arrays. Arrays must not overlap.
/// Needed: fields up to `index_pitch`.
typedef struct exactk_outputs {
    uint32_t size;       ///< bytes of this struct
    uint32_t reserved;   ///< 0
    int32_t *indices;    ///< [rows, k] with `index_pitch`, aligned to 4 bytes; null only if rows or k is 0
    int64_t index_pitch; ///< elements from row to row, at least k
    void *scores; ///< [rows, k] with `score_pitch`, of the problem's type and alignment; null: not asked for
    int64_t score_pitch;              ///< elements from row to row, at least k if `scores` is given
    exactk_certificate *certificates; ///< [rows], aligned to 8 bytes; null: not asked for
    uint32_t *status;  ///< [rows] of enum exactk_row bits, aligned to 4 bytes; null: not asked for
    uint64_t *digests; ///< [rows] row digests (C14), aligned to 8 bytes; null: not asked for
} exactk_outputs;

/// What a plan is made for; launches may have fewer rows, smaller widths and a smaller k, never more. Needed: fields
/// up to `k`.
typedef struct exactk_shape {
    uint32_t size;                 ///< bytes of this struct
    uint32_t type;                 ///< an enum exactk_type
    int64_t rows;                  ///< at least 0
    int64_t width;                 ///< 0 to exactk_limit_width
    int64_t k;                     ///< 0 to exactk_limit_k
    const exactk_options *options; ///< null: the defaults
} exactk_shape;

/// Facts about a device. None is derived from another. Functions that take a profile refuse it by name where it offers
/// less than the kernels need (`exactk_code_unsupported_device`) or a figure is beyond its limit
/// (`exactk_code_out_of_limits`). Needed: fields up to `reserved`.
typedef struct exactk_profile {
    uint32_t size;                 ///< bytes of this struct; set it before a function fills the struct, too
    int32_t compute_capability;    ///< 10 * major + minor; 80 to 10000
    int32_t sms;                   ///< streaming multiprocessors; 1 to 65536
    int32_t threads_per_sm;        ///< most resident threads of one SM; 768 to 65536
    int64_t shared_bytes_optin;    ///< most shared memory of one CTA, after opting in; up to 512 KiB
    int64_t shared_bytes_sm;       ///< shared memory of one SM; from `shared_bytes_optin` to 16 MiB
    int32_t cluster_ctas_portable; ///< largest cluster without the non-portable attribute; 0: no clusters
    int32_t cluster_ctas_max;      ///< largest cluster with that attribute, at least the former; up to 1024
    uint32_t cooperative_launch;   ///< 0 or 1
    uint32_t reserved;             ///< 0
    const char *name;              ///< for example "h200"; null: no name
    const char *source;            ///< where the figures come from; null: not said
} exactk_profile;

/// What a caller can force about a plan; all zero leaves everything to the planner. What the device cannot fulfil is
/// refused by name:
///   - row_per_cluster is there where `cluster_ctas_max` of the profile is at least 2.
///   - row_per_cta has 1 CTA per row, row_per_cluster a power of two up to `cluster_ctas_max` and 16, row_per_grid 1 to
///     1024. `sms_max` must be at least the CTAs of a row.
///   - `list_entries_max` is a multiple of 32 up to 65504 that fits the shared memory of a CTA. A sampled row's list has
///     exactly so many elements, and no longer row is listed whole.
/// Needed: fields up to `no_filter`.
typedef struct exactk_wishes {
    uint32_t size;             ///< bytes of this struct
    uint32_t strategy_given;   ///< 0: the planner chooses the strategy; 1: it is `strategy`
    uint32_t strategy;         ///< an enum exactk_strategy; looked at only when `strategy_given` is 1
    int32_t ctas;              ///< CTAs per row; 0: the planner chooses
    int32_t sms_max;           ///< the plan uses no more SMs than this; 0: no limit
    uint32_t no_filter;        ///< 1: rows are never sampled nor listed whole (docs/algorithm.md, F1)
    int64_t resident_keys_max; ///< tests only: most keys kept on chip per CTA; 0: no cap
    int64_t list_entries_max;  ///< tests only: length of lists; 0: as planned
    /// 1: programmatic dependent launch, where the device has it: kernels may be placed while those before them on the
    /// stream still run, and wait for them before they touch memory. Whatever is wished, a caller's kernel behind a launch
    /// that carries the attribute itself must wait before it touches any memory.
    uint32_t programmatic;
    uint32_t reserved; ///< 0
} exactk_wishes;

/// A plan: how a device runs problems of a shape. It never changes after it was made, so any number of threads may
/// use one at the same time, and it belongs to no device, context or stream.
typedef struct exactk_plan exactk_plan;

/// "major.minor.patch" of the library that is loaded, not of this header. Never null.
EXACTK_API const char *exactk_library_version(void) EXACTK_NOEXCEPT;

/// "major.minor" of the contract that the library keeps (C17). Never null.
EXACTK_API const char *exactk_contract_version(void) EXACTK_NOEXCEPT;

/// Name of a code, for example "pitch_too_small"; "unknown" for a number without a meaning. Never null.
EXACTK_API const char *exactk_status_text(int32_t code) EXACTK_NOEXCEPT;

/// Says in one sentence what was wrong, where, and what to do; "ok" for success.
/// `what` is a status that some call filled. It may be the same struct as `status`.
/// Text: with `capacity` 0, the call only sets `*needed` to the bytes that the text takes, its final zero included;
/// `buffer` may then be null. Else the whole text is written to `buffer`, which has `capacity` bytes; if it does not
/// fit, the call is `exactk_code_out_of_limits` naming "capacity" with the bytes that are needed as `limit`, and the
/// buffer is untouched. `needed` may be null if `capacity` is not 0; if it is given, it is set in both cases, also when
/// the text does not fit.
EXACTK_API int32_t exactk_status_describe(const exactk_status *what, char *buffer, size_t capacity,
                                          size_t *needed, exactk_status *status) EXACTK_NOEXCEPT;

/// How many devices are known as data.
EXACTK_API int32_t exactk_profile_count(size_t *count, exactk_status *status) EXACTK_NOEXCEPT;

/// The facts about the known device number `position`, from 0. `profile->size` must be set; only that many bytes are
/// written. `exactk_code_out_of_limits` naming "position" if there is none.
EXACTK_API int32_t exactk_profile_at(size_t position, exactk_profile *profile,
                                     exactk_status *status) EXACTK_NOEXCEPT;

/// The facts about the known device of that name, for example "h200". `profile` as in exactk_profile_at.
/// `exactk_code_unknown_option` naming "name" if there is none; `value` is then -1 and `limit` the last position.
EXACTK_API int32_t exactk_profile_by_name(const char *name, exactk_profile *profile,
                                          exactk_status *status) EXACTK_NOEXCEPT;

/// Reads the facts of CUDA device number `device` of this machine. `profile` as in exactk_profile_at.
/// `exactk_code_unsupported_device` naming "device" in a build without CUDA or where there is no such device.
/// Enqueues nothing on any stream.
EXACTK_API int32_t exactk_profile_query(int32_t device, exactk_profile *profile,
                                        exactk_status *status) EXACTK_NOEXCEPT;

/// Whether problems of the shape can run on a device of that profile: ok, or why not, in this order:
/// `exactk_code_unsupported_type`, `exactk_code_out_of_limits`, `exactk_code_unknown_option`, then the figures of the
/// profile. Needs no device.
EXACTK_API int32_t exactk_supports(const exactk_shape *shape, const exactk_profile *profile,
                                   exactk_status *status) EXACTK_NOEXCEPT;

/// Makes a plan and sets `*plan` to it; the caller destroys it. `wishes` may be null. The same arguments give the same
/// plan on every machine; no device is needed. Refusals as in exactk_supports, and `exactk_code_illegal_plan` for
/// wishes that the device cannot fulfil. Where row_per_grid is wished for, or follows from the wished CTAs, there is a
/// limit on rows, never below 300 million: more are `exactk_code_out_of_limits` naming "rows". Where it is refused
/// `*plan` is null.
EXACTK_API int32_t exactk_plan_create(const exactk_shape *shape, const exactk_profile *profile,
                                      const exactk_wishes *wishes, exactk_plan **plan,
                                      exactk_status *status) EXACTK_NOEXCEPT;

/// Frees a plan; null is allowed. Launches of it that were enqueued before still run to their end. No other call may
/// use the plan at the same time or later.
EXACTK_API void exactk_plan_destroy(exactk_plan *plan) EXACTK_NOEXCEPT;

/// The plan in words: forms, kernels, bytes and reasons, one item a line. Text as in exactk_status_describe.
EXACTK_API int32_t exactk_plan_describe(const exactk_plan *plan, char *buffer, size_t capacity,
                                        size_t *needed, exactk_status *status) EXACTK_NOEXCEPT;

/// Bytes of workspace that exactk_launch needs for the plan.
EXACTK_API int32_t exactk_plan_workspace_bytes(const exactk_plan *plan, int64_t *bytes,
                                               exactk_status *status) EXACTK_NOEXCEPT;

/// Bytes that are enough for every plan with at most these rows, width and k on that profile, so that they can be
/// allocated once. Refusals as in exactk_supports.
EXACTK_API int32_t exactk_workspace_bytes_max(int64_t rows, int64_t width, int64_t k,
                                              const exactk_profile *profile, int64_t *bytes,
                                              exactk_status *status) EXACTK_NOEXCEPT;

/// Runs the plan on the stream, on the current device of the calling thread.
/// Memory: the arrays of `problem` and `outputs` are device memory, the structs themselves and the options host
/// memory, which is free again when the call returns. `workspace` is device memory of `workspace_bytes` bytes, at least
/// those of exactk_plan_workspace_bytes, aligned to 16 bytes, with any content; null if none are needed. Two launches
/// that may run at the same time need two workspaces.
/// Problem: type and options are the plan's; rows, width and k at most the plan's.
/// Stream: `stream` is a cudaStream_t, null for the default stream. The call is asynchronous: it enqueues kernels and
/// neither waits nor allocates. Arrays and workspace must stay until the stream has passed them. It may be captured
/// into a CUDA graph; scores and lengths may change between replays.
/// Errors: refused before anything is enqueued. `exactk_code_illegal_plan` for a problem that the plan was not made
/// for, `exactk_code_workspace_too_small`, the refusals of exactk_topk_cpu about arrays, and
/// `exactk_code_unsupported_device` in a build without CUDA or where CUDA refuses the launch (`value` is then the
/// cudaError_t).
EXACTK_API int32_t exactk_launch(const exactk_plan *plan, const exactk_problem *problem,
                                 const exactk_outputs *outputs, void *workspace, int64_t workspace_bytes,
                                 void *stream, exactk_status *status) EXACTK_NOEXCEPT;

/// Finds the top k of each row on the calling thread; all arrays are host memory. Gives the same bits as every launch
/// on every device (C15). It needs neither CUDA nor a plan and returns when the answer is written.
/// Memory: at most 4 bytes per element of the longest row and 8 bytes per selected element of one row, freed before
/// the return.
/// Errors, before anything is written: first those of this interface itself, which stand at the head of this header,
/// of `problem`, its type, its options and `outputs`. Then those of the library, in this order:
/// `exactk_code_unsupported_type`, `exactk_code_out_of_limits`, `exactk_code_unknown_option`,
/// `exactk_code_pitch_too_small`, `exactk_code_null_pointer`, `exactk_code_misaligned`, `exactk_code_extent_overflow`,
/// `exactk_code_overlap`, `exactk_code_out_of_memory`. Names are those of the fields, for example "problem.pitch" and
/// "outputs.indices"; those of options begin with "options.".
EXACTK_API int32_t exactk_topk_cpu(const exactk_problem *problem, const exactk_outputs *outputs,
                                   exactk_status *status) EXACTK_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
