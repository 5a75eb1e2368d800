// Argument checks of a launch.
// Spec: contract/C11 C18. Layer: device.
#include "launch/admission.hpp"

#include <cstdint>
#include <limits>

namespace exactk::device {

namespace {

/// An array as a range of addresses. `needed` is false for an output that was not asked for.
struct Extent {
    const char *name;
    const void *first;
    std::int64_t rows;
    std::int64_t columns;
    std::int64_t pitch;
    std::int64_t element;
    std::int64_t alignment;
    bool needed;

    std::uint64_t begin() const { return reinterpret_cast<std::uintptr_t>(first); }
    /// Bytes, or -1 if they do not fit 64-bit addressing from this base.
    std::int64_t bytes() const {
        if (rows == 0 || columns == 0) {
            return 0;
        }
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        if (pitch != 0 && rows - 1 > (most / element - columns) / pitch) {
            return -1;
        }
        const std::int64_t all = ((rows - 1) * pitch + columns) * element;
        const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - begin();
        return static_cast<std::uint64_t>(all) > room ? -1 : all;
    }
};

Status refuse(StatusCode code, const char *argument, std::int64_t value, std::int64_t limit) {
    return {code, argument, value, limit};
}

Status check_extent(const Extent &extent) {
    if (!extent.needed) {
        return {};
    }
    if (extent.first == nullptr) {
        return extent.rows > 0 && extent.columns > 0 ? refuse(StatusCode::null_pointer, extent.name, 0, 0)
                                                     : Status{};
    }
    if (extent.begin() % static_cast<std::uint64_t>(extent.alignment) != 0) {
        return refuse(StatusCode::misaligned, extent.name, static_cast<std::int64_t>(extent.begin()),
                      extent.alignment);
    }
    return extent.bytes() < 0 ? refuse(StatusCode::extent_overflow, extent.name, extent.pitch,
                                       std::numeric_limits<std::int64_t>::max())
                              : Status{};
}

bool meet(const Extent &one, const Extent &other) {
    if (one.first == nullptr || other.first == nullptr) {
        return false;
    }
    const std::int64_t one_bytes = one.bytes();
    const std::int64_t other_bytes = other.bytes();
    return one_bytes > 0 && other_bytes > 0 &&
           one.begin() < other.begin() + static_cast<std::uint64_t>(other_bytes) &&
           other.begin() < one.begin() + static_cast<std::uint64_t>(one_bytes);
}

Status check_pitches(const Problem &problem, const Outputs &outputs) {
    if (problem.pitch < problem.width) {
        return refuse(StatusCode::pitch_too_small, "problem.pitch", problem.pitch, problem.width);
    }
    if (outputs.index_pitch < problem.k) {
        return refuse(StatusCode::pitch_too_small, "outputs.index_pitch", outputs.index_pitch, problem.k);
    }
    if (outputs.scores != nullptr && outputs.score_pitch < problem.k) {
        return refuse(StatusCode::pitch_too_small, "outputs.score_pitch", outputs.score_pitch, problem.k);
    }
    return {};
}

bool same_options(const Options &one, const Options &other) {
    return one.direction == other.direction && one.ties == other.ties && one.order == other.order &&
           one.nan_policy == other.nan_policy && one.fill_index == other.fill_index &&
           one.fill_score_given == other.fill_score_given &&
           (!one.fill_score_given || one.fill_score_bits == other.fill_score_bits);
}

/// The problem must be one that the plan was made for, or a smaller one.
Status check_plan(const Plan &plan, const Problem &problem) {
    if (problem.rows < 0) {
        return refuse(StatusCode::out_of_limits, "problem.rows", problem.rows, 0);
    }
    if (problem.width < 0 || problem.k < 0) {
        return problem.width < 0 ? refuse(StatusCode::out_of_limits, "problem.width", problem.width, 0)
                                 : refuse(StatusCode::out_of_limits, "problem.k", problem.k, 0);
    }
    if (problem.type != plan.shape.type) {
        return refuse(StatusCode::illegal_plan, "problem.type", static_cast<std::int64_t>(problem.type),
                      static_cast<std::int64_t>(plan.shape.type));
    }
    if (!same_options(problem.options, plan.shape.options)) {
        return refuse(StatusCode::illegal_plan, "problem.options", 0, 0);
    }
    if (problem.rows > plan.shape.rows) {
        return refuse(StatusCode::illegal_plan, "problem.rows", problem.rows, plan.shape.rows);
    }
    if (problem.width > plan.shape.width) {
        return refuse(StatusCode::illegal_plan, "problem.width", problem.width, plan.shape.width);
    }
    if (problem.k > plan.shape.k) {
        return refuse(StatusCode::illegal_plan, "problem.k", problem.k, plan.shape.k);
    }
    return {};
}

} // namespace

Status admit(const Plan &plan, const Problem &problem, const Outputs &outputs, const void *workspace,
             std::int64_t workspace_given) {
    Status status = check_plan(plan, problem);
    if (status.code != StatusCode::ok) {
        return status;
    }
    status = check_pitches(problem, outputs);
    if (status.code != StatusCode::ok) {
        return status;
    }
    const std::int64_t element = score_bytes[static_cast<int>(problem.type)];
    const std::int64_t rows = problem.rows;
    constexpr int inputs = 2; // bound: the first two of the list below
    const Extent extents[] = {
        {"problem.scores", problem.scores, rows, problem.width, problem.pitch, element, element, true},
        {"problem.lengths", problem.lengths, 1, rows, 0, 4, 4, problem.lengths != nullptr},
        {"outputs.indices", outputs.indices, rows, problem.k, outputs.index_pitch, 4, 4, true},
        {"outputs.scores", outputs.scores, rows, problem.k, outputs.score_pitch, element, element,
         outputs.scores != nullptr},
        {"outputs.certificates", outputs.certificates, 1, rows, 0, 24, 8, outputs.certificates != nullptr},
        {"outputs.status", outputs.status, 1, rows, 0, 4, 4, outputs.status != nullptr},
        {"outputs.digests", outputs.digests, 1, rows, 0, 8, 8, outputs.digests != nullptr},
        {"workspace", workspace, 1, workspace_bytes(plan), 0, 1, 16, workspace_bytes(plan) > 0},
    };
    constexpr int count = sizeof extents / sizeof extents[0];
    if (workspace_given < workspace_bytes(plan)) {
        return refuse(StatusCode::workspace_too_small, "workspace", workspace_given, workspace_bytes(plan));
    }
    for (const Extent &extent : extents) {
        status = check_extent(extent);
        if (status.code != StatusCode::ok) {
            return status;
        }
    }
    for (int output = inputs; output < count; ++output) {
        for (int other = 0; other < output; ++other) {
            if (extents[output].needed && extents[other].needed && meet(extents[output], extents[other])) {
                return refuse(StatusCode::overlap, extents[output].name,
                              static_cast<std::int64_t>(extents[output].begin()),
                              static_cast<std::int64_t>(extents[other].begin()));
            }
        }
    }
    return {};
}

} // namespace exactk::device
