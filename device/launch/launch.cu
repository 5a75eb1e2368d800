// Launches a plan's form on a stream; the only place where kernels are launched.
// Spec: algorithm/S3, contract/C15 C18. Layer: device.
#include <exactk/device.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <cuda_runtime_api.h>

#include "kernels/limits.hpp"
#include "launch/admission.hpp"
#include "launch/kernels.hpp"
#include "observe/tapped_launch.hpp"
#include "steps/shared.cuh"

namespace exactk::device {

namespace {

/// Constants of the key map (C12) for a type and options.
KeyRule rule_for(ScoreType type, const Options &options) {
    const int number = static_cast<int>(type);
    KeyRule rule;
    rule.sign = 1u << (score_bits[number] - 1);
    rule.ones = rule.sign | (rule.sign - 1u);
    rule.infinity = positive_infinity_bits[number];
    rule.nan = options.nan_policy == NanPolicy::largest ? rule.ones : 0u;
    rule.reverse = options.direction == Direction::smallest ? rule.ones : 0u;
    const std::uint32_t up = (rule.infinity | rule.sign) ^ rule.reverse;
    const std::uint32_t down = ((rule.ones >> 1) - rule.infinity) ^ rule.reverse;
    rule.best = std::max(up, down);
    rule.worst = std::min(up, down);
    rule.keeps_nan = (rule.nan ^ rule.reverse) == rule.ones;
    return rule;
}

RowArguments arguments_for(const Plan &plan, const Form &form, const Problem &problem, const Outputs &outputs,
                           void *workspace, const Tap *tap) {
    const int type = static_cast<int>(problem.type);
    const Options &options = problem.options;
    RowArguments arguments;
    arguments.scores = problem.scores;
    arguments.lengths = problem.lengths;
    arguments.rows = problem.rows;
    arguments.width = problem.width;
    arguments.pitch = problem.pitch;
    arguments.k = problem.k;
    arguments.indices = outputs.indices;
    arguments.index_pitch = outputs.index_pitch;
    arguments.out_scores = outputs.scores;
    arguments.score_pitch = outputs.score_pitch;
    arguments.certificates = outputs.certificates;
    arguments.status = outputs.status;
    arguments.digests = outputs.digests;
    arguments.rule = rule_for(problem.type, options);
    arguments.fill_index = options.fill_index;
    const std::uint32_t default_fill =
        options.direction == Direction::largest ? negative_infinity_bits[type] : positive_infinity_bits[type];
    arguments.fill_score = options.fill_score_given ? options.fill_score_bits : default_fill;
    arguments.ties_high = options.ties == Ties::high;
    arguments.by_rank = options.order == Order::rank;
    arguments.programmatic = plan.programmatic;
    arguments.finished = arguments.by_rank || arguments.certificates != nullptr ||
                         arguments.status != nullptr || arguments.digests != nullptr;
    arguments.key_bits = score_bits[type];
    arguments.rounds = static_cast<int>(plan.digits.size());
    for (int round = 0; round < arguments.rounds; ++round) {
        arguments.digit_bits[round] = plan.digits[static_cast<std::size_t>(round)];
    }
    arguments.ctas = form.ctas;
    arguments.groups = form.groups;
    arguments.resident_keys = form.resident_keys;
    arguments.cta_length_max = form.cta_length_max;
    const bool alone = form.strategy == Strategy::row_per_cta;
    arguments.resident_offset =
        static_cast<std::uint32_t>(alone ? resident_offset_alone : resident_offset_shared);
    arguments.resident_bytes = form.shared_bytes - (alone ? shared_bytes_alone : shared_bytes_fixed);
    // Behind the keys, which may be shifted by less than a vector to keep vectors whole.
    arguments.list_entries = static_cast<std::uint32_t>(form.list_entries);
    arguments.list_offset =
        static_cast<std::uint32_t>((form.resident_keys * (arguments.key_bits / 8) + 15) / 16 * 16 + 16);
    arguments.sample = static_cast<std::uint32_t>(form.sample);
    arguments.whole = static_cast<std::uint32_t>(form.whole);
    arguments.bfloat = problem.type == ScoreType::bfloat16;
    arguments.workspace = static_cast<std::uint32_t *>(workspace);
    arguments.row_words = grid_row_bytes(arguments.rounds, form.ctas) / 4;
    if (tap != nullptr) {
        arguments.tap = *tap;
    }
    return arguments;
}

/// What CUDA would accept and not do: a kernel of a build for parts older than clusters, whose body is empty, and, while
/// a graph is captured, a cluster that no SMs can hold, which only the graph would refuse.
cudaError_t check_cluster(const void *kernel, const cudaLaunchConfig_t &config) {
    constexpr int first_with_clusters = 90; // bound: compute capability 9.0
    cudaFuncAttributes attributes{};
    cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    if (error != cudaSuccess) {
        return error;
    }
    if (attributes.ptxVersion < first_with_clusters) {
        return cudaErrorNotSupported;
    }
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    error = cudaStreamIsCapturing(config.stream, &capture);
    if (error != cudaSuccess || capture == cudaStreamCaptureStatusNone) {
        return error;
    }
    int clusters = 0;
    error = cudaOccupancyMaxActiveClusters(&clusters, kernel, &config);
    return error == cudaSuccess && clusters == 0 ? cudaErrorInvalidConfiguration : error;
}

/// Whether the kernel's code waits for the kernels before it. Code for parts older than 9.0 does not, though the device
/// that translates it may well start it early.
cudaError_t waits_in_code(const void *kernel, bool &waits) {
    constexpr int first_that_waits = 90; // bound: compute capability 9.0, as in steps/launch_order.cuh
    cudaFuncAttributes attributes{};
    const cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    waits = error == cudaSuccess && attributes.ptxVersion >= first_that_waits;
    return error;
}

/// One kernel. The attribute is raised to what the device allows, never to one plan's need: two threads with
/// two plans would race on it.
cudaError_t launch_kernel(const void *kernel, const Plan &plan, const Form &form, std::int64_t ctas_in_grid,
                          int cluster, void **parameters, cudaStream_t stream) {
    const Profile &profile = plan.profile;
    const int most = static_cast<int>(profile.shared_bytes_optin - shared_bytes_static);
    cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    if (error != cudaSuccess) {
        return error;
    }
    if (cluster > profile.cluster_ctas_portable) {
        error = cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
        if (error != cudaSuccess) {
            return error;
        }
    }
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(ctas_in_grid));
    config.blockDim = dim3(static_cast<unsigned>(form.threads));
    config.dynamicSmemBytes = static_cast<std::size_t>(form.shared_bytes);
    config.stream = stream;
    cudaLaunchAttribute attributes[2]{};
    config.attrs = attributes;
    if (plan.programmatic) {
        bool waits = false;
        error = waits_in_code(kernel, waits);
        if (error != cudaSuccess) {
            return error;
        }
        if (waits) {
            cudaLaunchAttribute &attribute = attributes[config.numAttrs++];
            attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
            attribute.val.programmaticStreamSerializationAllowed = 1;
        }
    }
    if (cluster > 0) {
        cudaLaunchAttribute &attribute = attributes[config.numAttrs++];
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = static_cast<unsigned>(cluster);
        attribute.val.clusterDim.y = 1;
        attribute.val.clusterDim.z = 1;
        error = check_cluster(kernel, config);
        if (error != cudaSuccess) {
            return error;
        }
    }
    return cudaLaunchKernelExC(&config, kernel, parameters);
}

cudaError_t launch_grid_form(const Plan &plan, const Form &form, const KernelSet &kernels,
                             RowArguments arguments, cudaStream_t stream) {
    for (std::int64_t first = 0; first < arguments.rows; first += form.groups) {
        const std::int64_t rows = std::min(form.groups, arguments.rows - first);
        const std::int64_t ctas = rows * form.ctas;
        arguments.first_row = first;
        void *one[] = {&arguments};
        cudaError_t error = launch_kernel(kernels.grid_begin, plan, form, ctas, 0, one, stream);
        for (int round = 0; round < arguments.rounds && error == cudaSuccess; ++round) {
            void *two[] = {&arguments, &round};
            error = launch_kernel(kernels.grid_count, plan, form, ctas, 0, two, stream);
        }
        if (error == cudaSuccess) {
            error = launch_kernel(kernels.grid_share, plan, form, ctas, 0, one, stream);
        }
        if (error == cudaSuccess) {
            error = launch_kernel(kernels.grid_emit, plan, form, ctas, 0, one, stream);
        }
        if (error == cudaSuccess && arguments.finished) {
            error = launch_kernel(kernels.grid_finish, plan, form, ctas, 0, one, stream);
        }
        if (error != cudaSuccess) {
            return error;
        }
    }
    return cudaSuccess;
}

/// The threads of a form in whole warps, no fewer than every kernel counts on, whatever was written into a plan.
int whole_warps(int threads) { return (std::clamp(threads, threads_min, threads_max) + 31) / 32 * 32; }

/// Cuts a form's threads down to what a kernel is built for on this part.
cudaError_t bound_threads(const void *kernel, Form &form) {
    cudaFuncAttributes attributes{};
    const cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    if (error == cudaSuccess) {
        form.threads = std::min(form.threads, attributes.maxThreadsPerBlock / 32 * 32);
    }
    return error;
}

/// The kernel for rows that are all listed whole, if they are, fit the threads, and have a CTA each; else null.
/// Says which of them are held by few elements a thread.
const void *whole_kernel_of(const Plan &plan, const Form &form, const Problem &problem,
                            RowArguments &arguments, bool tapped) {
    const std::int64_t threads = std::min(form.threads, whole_threads_max);
    const bool fits = form.strategy == Strategy::row_per_cta && problem.width <= arguments.whole &&
                      problem.width <= whole_elements_most * threads && form.groups >= problem.rows &&
                      problem.rows <= std::numeric_limits<int>::max();
    if (!fits) {
        return nullptr;
    }
    const std::int64_t by_few = whole_elements_thread * threads;
    // Kernels for either have a CTA an SM.
    const bool either = problem.rows <= plan.profile.sms;
    const WholeRows rows = problem.width <= by_few ? WholeRows::by_few
                           : either                ? WholeRows::by_either
                                                   : WholeRows::by_many;
    arguments.held_by_few = rows == WholeRows::by_many ? 0u : static_cast<std::uint32_t>(by_few);
    return tapped ? whole_row_kernel_tapped(arguments.key_bits, rows)
                  : whole_row_kernel(arguments.key_bits, rows);
}

cudaError_t launch_form(const Plan &plan, const Form &planned, const Problem &problem, const Outputs &outputs,
                        void *workspace, cudaStream_t stream, const Tap *tap) {
    RowArguments arguments = arguments_for(plan, planned, problem, outputs, workspace, tap);
    const KernelSet grid =
        tap != nullptr ? grid_kernels_tapped(arguments.key_bits) : grid_kernels(arguments.key_bits);
    Form form = planned;
    form.threads = whole_warps(planned.threads);
    const void *const whole = whole_kernel_of(plan, form, problem, arguments, tap != nullptr);
    form.threads =
        std::min(form.threads, whole != nullptr ? whole_threads_max : threads_bound(tap != nullptr));
    const std::int64_t groups = std::min(form.groups, problem.rows);
    const bool once = form.strategy != Strategy::row_per_grid && groups == problem.rows;
    const KernelSet row = tap != nullptr ? row_kernels_tapped(arguments.key_bits)
                          : once         ? row_kernels_once(arguments.key_bits)
                                         : row_kernels(arguments.key_bits);
    if (form.strategy != Strategy::row_per_grid && whole == nullptr && form.threads > row_threads_sure) {
        const bool cluster = form.strategy == Strategy::row_per_cluster;
        const cudaError_t error = bound_threads(cluster ? row.row_per_cluster : row.row_per_cta, form);
        if (error != cudaSuccess) {
            return error;
        }
    }
    if (whole == nullptr) {
        // Whoever edits a plan may leave fewer threads than hold the rows that are to be listed whole.
        const int most = once ? whole_elements_most : whole_elements_thread;
        arguments.whole = std::min(arguments.whole, static_cast<std::uint32_t>(most * form.threads));
        arguments.held_by_few = static_cast<std::uint32_t>(whole_elements_thread * form.threads);
    }
    arguments.threads_reciprocal =
        static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + form.threads - 1) / form.threads);
    if (form.strategy == Strategy::row_per_grid) {
        return launch_grid_form(plan, form, grid, arguments, stream);
    }
    void *parameters[] = {&arguments};
    if (form.strategy == Strategy::row_per_cta) {
        return launch_kernel(whole != nullptr ? whole : row.row_per_cta, plan, form, groups, 0, parameters,
                             stream);
    }
    return launch_kernel(row.row_per_cluster, plan, form, groups * form.ctas, form.ctas, parameters, stream);
}

Status launch_any(const Plan &plan, const Problem &problem, const Outputs &outputs, void *workspace,
                  std::int64_t bytes, void *stream, const Tap *tap) {
    const Status status = admit(plan, problem, outputs, workspace, bytes);
    if (status.code != StatusCode::ok || problem.rows == 0) {
        return status;
    }
    const cudaStream_t on = static_cast<cudaStream_t>(stream);
    cudaError_t error = launch_form(plan, plan.first, problem, outputs, workspace, on, tap);
    if (error != cudaSuccess && plan.has_fallback) {
        cudaGetLastError(); // the refusal was ours to handle
        error = launch_form(plan, plan.fallback, problem, outputs, workspace, on, tap);
    }
    if (error != cudaSuccess) {
        cudaGetLastError();
        return {StatusCode::unsupported_device, "launch", static_cast<std::int64_t>(error), 0};
    }
    return {};
}

} // namespace

Status launch(const Plan &plan, const Problem &problem, const Outputs &outputs, void *workspace,
              std::int64_t workspace_bytes, void *stream) {
    return launch_any(plan, problem, outputs, workspace, workspace_bytes, stream, nullptr);
}

Status launch_tapped(const Plan &plan, const Problem &problem, const Outputs &outputs, void *workspace,
                     std::int64_t workspace_bytes, void *stream, const Tap &tap) {
    return launch_any(plan, problem, outputs, workspace, workspace_bytes, stream, &tap);
}

} // namespace exactk::device
