// Refusals: everything about a call that the host can see to be wrong before it writes.
// Spec: contract/C8 C11 C18, algorithm/S3 S4 F1 F2. Layer: sim.
#include "arguments.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>

namespace exactk::sim {
namespace {

bool refused(const Status &status) { return status.code != StatusCode::ok; }

Status check_count(std::int64_t value, std::int64_t greatest, const char *argument) {
    if (value < 0 || value > greatest) {
        return {StatusCode::out_of_limits, argument, value, value < 0 ? 0 : greatest};
    }
    return {};
}

Status check_pitch(std::int64_t pitch, std::int64_t least, const char *argument) {
    if (pitch < least) {
        return {StatusCode::pitch_too_small, argument, pitch, least};
    }
    return {};
}

/// Options are enums with the values 0 and 1.
template <class Enum> Status check_option(Enum option, const char *argument) {
    if (static_cast<int>(option) > 1) { // bound: every option has two meanings
        return {StatusCode::unknown_option, argument, static_cast<int>(option), 1};
    }
    return {};
}

Status check_values(const Problem &problem, const Outputs &outputs) {
    const int type = static_cast<int>(problem.type);
    if (type >= score_type_count) {
        return {StatusCode::unsupported_type, "problem.type", type, score_type_count - 1};
    }
    const std::int64_t any = std::numeric_limits<std::int64_t>::max();
    const std::array checks = {
        check_count(problem.rows, any, "problem.rows"),
        check_count(problem.width, width_max, "problem.width"),
        check_pitch(problem.pitch, problem.width, "problem.pitch"),
        check_count(problem.k, k_max, "problem.k"),
        check_option(problem.options.direction, "options.direction"),
        check_option(problem.options.ties, "options.ties"),
        check_option(problem.options.order, "options.order"),
        check_option(problem.options.nan_policy, "options.nan_policy"),
        check_pitch(outputs.index_pitch, problem.k, "outputs.index_pitch"),
        outputs.scores != nullptr ? check_pitch(outputs.score_pitch, problem.k, "outputs.score_pitch")
                                  : Status{},
    };
    for (const Status &status : checks) {
        if (refused(status)) {
            return status;
        }
    }
    if (problem.scores == nullptr && problem.rows > 0 && problem.width > 0) {
        return {StatusCode::null_pointer, "problem.scores", 0, 0};
    }
    if (outputs.indices == nullptr && problem.rows > 0 && problem.k > 0) {
        return {StatusCode::null_pointer, "outputs.indices", 0, 0};
    }
    return {};
}

/// An array of rows of `columns` elements, `pitch` elements apart.
struct Array {
    const char *argument;
    const void *base;
    std::int64_t columns;
    std::int64_t pitch;
    std::int64_t bytes; ///< of an element
    std::int64_t alignment;
    bool written;
    std::uint64_t extent = 0; ///< bytes from the first to behind the last element

    std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(base); }
};

/// Alignment and extent of one array; sets the extent.
Status check_array(Array &array, std::int64_t rows) {
    if (array.base == nullptr) {
        return {};
    }
    if (array.address() % static_cast<std::uintptr_t>(array.alignment) != 0) {
        return {StatusCode::misaligned, array.argument, static_cast<std::int64_t>(array.address()),
                array.alignment};
    }
    if (rows == 0) {
        return {};
    }
    // (rows - 1) * pitch + columns <= elements_max, said without a product that could overflow.
    const std::int64_t elements_max = std::numeric_limits<std::int64_t>::max() / array.bytes;
    if (array.columns > elements_max ||
        (rows > 1 && array.pitch > (elements_max - array.columns) / (rows - 1))) {
        return {StatusCode::extent_overflow, array.argument, array.pitch,
                std::numeric_limits<std::int64_t>::max()};
    }
    if (array.columns > 0) {
        array.extent = static_cast<std::uint64_t>(((rows - 1) * array.pitch + array.columns) * array.bytes);
    }
    // What lies between the base and the last address must hold it, or it would wrap around.
    if (array.extent > std::numeric_limits<std::uintptr_t>::max() - array.address()) {
        return {StatusCode::extent_overflow, array.argument, array.pitch,
                std::numeric_limits<std::int64_t>::max()};
    }
    return {};
}

/// Whether two extents share a byte; distances are taken so that no end address needs to be representable.
bool overlap(const Array &a, const Array &b) {
    if (a.extent == 0 || b.extent == 0) {
        return false;
    }
    return a.address() <= b.address() ? b.address() - a.address() < a.extent
                                      : a.address() - b.address() < b.extent;
}

/// The limit that a refusal names is a legal value, the one nearest to what was given.
Status check_filter(const FilterPlan &filter) {
    if (filter.whole < 0 || filter.whole > width_max) {
        return {StatusCode::illegal_plan, "plan.filter.whole", filter.whole,
                filter.whole < 0 ? 0 : width_max};
    }
    if (filter.list < 0 || filter.list > width_max) {
        return {StatusCode::illegal_plan, "plan.filter.list", filter.list, filter.list < 0 ? 0 : width_max};
    }
    if (filter.sample < 0) {
        return {StatusCode::illegal_plan, "plan.filter.sample", filter.sample, 0};
    }
    const auto pieces = static_cast<std::uint64_t>(std::min(filter.sample, filter.list) / filter_piece);
    const auto limit = static_cast<std::int64_t>(std::bit_floor(pieces)) * filter_piece;
    if (filter.sample != limit) {
        return {StatusCode::illegal_plan, "plan.filter.sample", filter.sample, limit};
    }
    return {};
}

} // namespace

Status check_arguments(const Problem &problem, const Outputs &outputs) {
    if (const Status status = check_values(problem, outputs); refused(status)) {
        return status;
    }
    const std::int64_t score = score_bytes[static_cast<int>(problem.type)];
    std::array<Array, 7> arrays = {{
        {"problem.scores", problem.scores, problem.width, problem.pitch, score, score, false},
        {"problem.lengths", problem.lengths, 1, 1, sizeof(std::int32_t), alignof(std::int32_t), false},
        {"outputs.indices", outputs.indices, problem.k, outputs.index_pitch, sizeof(std::int32_t),
         alignof(std::int32_t), true},
        {"outputs.scores", outputs.scores, problem.k, outputs.score_pitch, score, score, true},
        {"outputs.certificates", outputs.certificates, 1, 1, sizeof(Certificate), alignof(Certificate), true},
        {"outputs.status", outputs.status, 1, 1, sizeof(std::uint32_t), alignof(std::uint32_t), true},
        {"outputs.digests", outputs.digests, 1, 1, sizeof(std::uint64_t), alignof(std::uint64_t), true},
    }};
    for (Array &array : arrays) {
        if (const Status status = check_array(array, problem.rows); refused(status)) {
            return status;
        }
    }
    for (std::size_t b = 1; b < arrays.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
            if (arrays[b].written && overlap(arrays[a], arrays[b])) {
                return {StatusCode::overlap, arrays[b].argument,
                        static_cast<std::int64_t>(arrays[b].address()),
                        static_cast<std::int64_t>(arrays[a].address())};
            }
        }
    }
    return {};
}

Status check_ctas(int ctas, const char *argument) {
    if (ctas < 1 || ctas > cta_count_max) {
        return {StatusCode::illegal_plan, argument, ctas, ctas < 1 ? 1 : cta_count_max};
    }
    return {};
}

Status check_plan(const Problem &problem, const Plan &plan) {
    if (const Status status = check_ctas(plan.ctas, "plan.ctas"); refused(status)) {
        return status;
    }
    if (static_cast<int>(plan.emission) > static_cast<int>(Plan::Emission::merge)) {
        return {StatusCode::unknown_option, "plan.emission", static_cast<int>(plan.emission),
                static_cast<int>(Plan::Emission::merge)};
    }
    std::int64_t sum = 0;
    for (const int width : plan.digits) {
        if (width < 1 || width > digit_bits_max) {
            return {StatusCode::illegal_plan, "plan.digits", width, width < 1 ? 1 : digit_bits_max};
        }
        sum += width;
    }
    const int key_bits = score_bits[static_cast<int>(problem.type)];
    if (!plan.digits.empty() && sum != key_bits) {
        return {StatusCode::illegal_plan, plan_digit_sum, sum, key_bits};
    }
    if (const Status status = check_filter(plan.filter); refused(status)) {
        return status;
    }
    if (plan.bounds.empty()) {
        return {};
    }
    const auto given = static_cast<std::int64_t>(plan.bounds.size());
    if (given != std::int64_t{plan.ctas} + 1) {
        return {StatusCode::illegal_plan, plan_bound_count, given, std::int64_t{plan.ctas} + 1};
    }
    if (plan.bounds.front() != 0) {
        return {StatusCode::illegal_plan, "plan.bounds", plan.bounds.front(), 0};
    }
    for (std::size_t c = 1; c < plan.bounds.size(); ++c) {
        if (plan.bounds[c] < plan.bounds[c - 1]) {
            return {StatusCode::illegal_plan, "plan.bounds", plan.bounds[c], plan.bounds[c - 1]};
        }
    }
    if (plan.bounds.back() < problem.width) {
        return {StatusCode::illegal_plan, "plan.bounds", plan.bounds.back(), problem.width};
    }
    return {};
}

} // namespace exactk::sim
