// Exact top-k of rows in device memory: capability, plan, workspace, launch. No CUDA header is needed here.
// Spec: contract/C1 to C18, algorithm/S0 to S12. Layer: device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <exactk/contract/plan.hpp>
#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>

namespace exactk::device {

/// Facts about a device, as data. None is derived from another: a part may report a newer compute capability
/// than its features have.
struct Profile {
    const char *name = "";               ///< e.g. "h200"; the name by which it can be forced
    int compute_capability = 0;          ///< 10 * major + minor
    int sms = 0;                         ///< streaming multiprocessors
    std::int64_t shared_bytes_optin = 0; ///< most shared memory of one CTA, after opting in
    std::int64_t shared_bytes_sm = 0;    ///< shared memory of one SM
    int threads_per_sm = 0;              ///< most resident threads of one SM
    int cluster_ctas_portable = 0; ///< largest cluster without the non-portable attribute; 0: no clusters
    int cluster_ctas_max = 0;      ///< largest cluster with that attribute; 0: no clusters
    bool cooperative_launch = false;
    const char *source = ""; ///< where the figures come from
};

/// What the figures of a profile may be at most. None may be below 0.
inline constexpr int profile_compute_capability_limit = 10000; // convention: version 1000.0
inline constexpr int profile_sms_limit = 65536;            // convention: hundreds of times the largest part
inline constexpr int profile_threads_per_sm_limit = 65536; // convention: many times the largest part
inline constexpr std::int64_t profile_shared_bytes_optin_limit =
    std::int64_t{512} << 10; // bound: from 542 KiB on a list could have more than 65,504 elements
inline constexpr std::int64_t profile_shared_bytes_sm_limit =
    std::int64_t{16} << 20;                             // convention: many times the largest part
inline constexpr int profile_cluster_ctas_limit = 1024; // convention: many times the largest part

/// Whether plans can be made for a device with these figures: ok, or why not. `unsupported_device` where a figure is
/// below what the kernels need (compute capability 8.0, an SM, the threads and the shared memory of a CTA) or where an
/// SM has less shared memory than a CTA of it may have; `out_of_limits` where one is above its limit, or negative, or
/// where the portable clusters are larger than the largest. The status names the figure, e.g. "profile.sms".
Status check_profile(const Profile &profile);

/// All profiles that are known as data, V100 (which is answered no) among them.
const std::vector<Profile> &profiles();
/// The profile of that name, or null.
const Profile *find_profile(const std::string &name);
/// Reads the facts of a device of this machine. `unsupported_device` in a build without CUDA or without one.
Status query_profile(int device, Profile &profile);

/// How a row is shared out among CTAs.
enum class Strategy : std::uint8_t {
    row_per_cta = 0,     ///< one CTA finds a row's answer
    row_per_cluster = 1, ///< a thread-block cluster does, by its own barrier
    row_per_grid = 2,    ///< many CTAs do, synchronised by kernel boundaries alone
};
inline constexpr int strategy_count = 3; // bound: one past the last Strategy
const char *name(Strategy strategy);

/// What a plan is made for; launches may have fewer rows and shorter lengths, never more or wider.
struct Shape {
    ScoreType type = ScoreType::float32;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int64_t k = 0;
    Options options;
};

/// Longest list that can be wished for.
inline constexpr std::int64_t list_entries_limit =
    (std::int64_t{1} << 16) -
    filter_piece; // bound: kernels/filtered_row.cuh, two counts of a list share a word

/// What a caller can force. Zero and `automatic` leave the choice to the planner.
struct Wishes {
    bool automatic = true; ///< false: use `strategy`
    Strategy strategy = Strategy::row_per_cta;
    /// CTAs per row: 1, a cluster size (a power of two up to 16 that the device has), or 1 to 1024 in row_per_grid.
    int ctas = 0;
    int sms_max = 0; ///< the plan uses no more SMs than this, at least the CTAs of a row
    /// Tests only: at most this many keys are kept on chip per CTA, so that small rows take the paths of long
    /// ones. 0: no cap.
    std::int64_t resident_keys_max = 0;
    /// Tests only: a sampled row's list holds so many elements (L), and rows listed whole are no longer (W), so that
    /// small rows are sampled and lists overflow. 0: the planner's choice. A multiple of 32 up to
    /// list_entries_limit; one that does not fit the shared memory of a CTA is refused.
    std::int64_t list_entries_max = 0;
    /// Programmatic dependent launch, where the device has it: kernels may be placed while those before them on the stream
    /// still run, and wait for them before they touch memory. Answers, and what a caller sees of the order on a stream, stay
    /// the same. Whatever is wished, a caller's kernel behind a launch that carries the attribute itself must wait
    /// (cudaGridDependencySynchronize) before it touches any memory; only behind a programmatic one is it placed beside it.
    bool programmatic = false;
    bool filter = true; ///< false: rows are never sampled nor listed whole (algorithm, F1)
};

/// One way to run a launch. All numbers are fixed by the planner; kernels take them as they are, but for threads.
struct Form {
    Strategy strategy = Strategy::row_per_cta;
    int ctas = 1;            ///< CTAs that share a long row
    int threads = 0;         ///< per CTA, taken as whole warps and at least 64; no answer depends on it
    std::int64_t groups = 0; ///< row_per_cta, row_per_cluster: clusters in the grid (CTAs for size 1);
                             ///< row_per_grid: rows in flight at a time
    std::int64_t resident_keys = 0; ///< keys that a CTA keeps in shared memory; longer chunks are rescanned
    std::int64_t list_entries = 0; ///< elements that a CTA can list: L of the filter, and after a first round
    std::int64_t sample = 0; ///< S of the filter, most samples of a row, 32 times a power of two; 0: none
    std::int64_t whole = 0;  ///< W of the filter: rows of one CTA up to this n are listed whole
    std::int64_t cta_length_max = 0;  ///< rows up to this n are done by one CTA, whatever `ctas` says
    std::int64_t shared_bytes = 0;    ///< dynamic shared memory per CTA
    std::int64_t workspace_bytes = 0; ///< multiple of 16
    int nodes = 1; ///< kernel nodes in a captured graph; row_per_grid takes one more for rank order or facts
};

/// A plan: values only, comparable, printable; the same on every machine for the same inputs.
struct Plan {
    Shape shape;
    Profile profile;
    std::vector<int> digits; ///< widths of the radix digits, most significant first
    Form first;              ///< what runs
    bool has_fallback = false;
    Form fallback;             ///< what runs, with the same answer, where the first form cannot be launched
    bool programmatic = false; ///< launched by programmatic dependent launch
    std::string reason;        ///< why these, in words
};

/// Whether the problem's type and shape can run on a device of that profile: ok, or why not, in this order:
/// `unsupported_type`, `out_of_limits`, `unknown_option`, and what check_profile says of the device.
Status supports(const Shape &shape, const Profile &profile);

/// Makes a plan by a pure function of its arguments. Refusals as for `supports`; wishes that the profile
/// cannot fulfil are refused as `illegal_plan` naming the wish, e.g. "wishes.ctas". Where row_per_grid was wished for,
/// or follows from the wished CTAs, there is a limit on rows, since the kernels of a launch are counted by an int: more
/// are `out_of_limits` naming "rows". It depends on device and wishes and is never below 300 million. A plan that the
/// planner chooses by itself has no such limit.
Status make_plan(const Shape &shape, const Profile &profile, const Wishes &wishes, Plan &plan);

/// Bytes of workspace that `launch` needs for the plan, enough for both of its forms.
std::int64_t workspace_bytes(const Plan &plan);
/// Sets `bytes` to what is enough for every plan with at most these rows, width and k on that profile, so that an
/// engine can allocate once. Monotone in each argument. Refusals as for `supports`; `bytes` is then untouched.
Status workspace_bytes_max(std::int64_t rows, std::int64_t width, std::int64_t k, const Profile &profile,
                           std::int64_t &bytes);

/// The plan in words: forms, kernels, nodes, bytes and reasons, one item a line.
std::string describe(const Plan &plan);
/// A refusal of this room in words: what was wrong and what is legal. All other statuses as by exactk::describe.
std::string describe_refusal(const Status &status);

/// Runs the plan on the stream. `problem` and `outputs` hold device pointers; rows, width and k are at most the
/// plan's, type and options equal to it. Asynchronous; nothing is allocated, cached or synchronised. Workspace:
/// `workspace_bytes(plan)` bytes of device memory, aligned to 16, with any content; two launches that may run at
/// the same time need two. Refused before anything is enqueued: what the contract's C18 names, a plan for
/// another problem (`illegal_plan`), `workspace_too_small`, `unsupported_device` in a build without CUDA or where
/// CUDA refused both forms (`value` is then the cudaError_t).
/// `stream` is a cudaStream_t. Safe to capture into a CUDA graph; lengths and scores may change between replays.
Status launch(const Plan &plan, const Problem &problem, const Outputs &outputs, void *workspace,
              std::int64_t workspace_bytes, void *stream);

} // namespace exactk::device
