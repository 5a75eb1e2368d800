// Refuses what the host can see to be wrong, before anything is written.
// Spec: contract/C8 C11 C18. Layer: reference/cpu.
#include "arguments.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "faults.hpp"

namespace exactk::cpu {

namespace {

constexpr std::int64_t byte_limit =
    std::numeric_limits<std::int64_t>::max(); // bound: C18, signed 64-bit offsets

using Refusal = std::optional<Status>;

/// One array of the call, as the checks on memory see it.
struct Array {
    const char *name;
    const void *base;
    std::int64_t rows;
    std::int64_t pitch; ///< elements from row to row
    std::int64_t row;   ///< elements of a row that belong to the array
    std::int64_t element_bytes;
    std::int64_t alignment;
    bool needed; ///< the pointer may not be null unless the array is empty
    bool output;

    bool empty() const { return rows == 0 || row == 0; }
    std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(base); }
    /// Bytes from the base to the end of the last row; call only after check_extent.
    std::uintptr_t bytes() const {
        return empty() ? 0 : static_cast<std::uintptr_t>(((rows - 1) * pitch + row) * element_bytes);
    }
};

Status refuse(StatusCode code, const char *argument, std::int64_t value, std::int64_t limit) {
    return Status{code, argument, value, limit};
}

Status refuse(StatusCode code, const Array &array, std::int64_t limit) {
    return refuse(code, array.name, static_cast<std::int64_t>(array.address()), limit);
}

Refusal check_count(const char *argument, std::int64_t value, std::int64_t greatest) {
    if (value < 0) {
        return refuse(StatusCode::out_of_limits, argument, value, 0);
    }
    if (value > greatest) {
        return refuse(StatusCode::out_of_limits, argument, value, greatest);
    }
    return std::nullopt;
}

template <class Enum> Refusal check_option(const char *argument, Enum value, Enum last) {
    if (value > last) {
        return refuse(StatusCode::unknown_option, argument, static_cast<std::int64_t>(value),
                      static_cast<std::int64_t>(last));
    }
    return std::nullopt;
}

Refusal check_pitch(const char *argument, std::int64_t value, std::int64_t least) {
    if (EXACTK_CPU_FAULT(exact_pitch_refused, value < least, value <= least)) {
        return refuse(StatusCode::pitch_too_small, argument, value, least);
    }
    return std::nullopt;
}

/// Everything that is a plain number.
Refusal check_numbers(const Problem &problem, const Outputs &outputs) {
    const auto type = static_cast<std::int64_t>(problem.type);
    if (type >= score_type_count) {
        return refuse(StatusCode::unsupported_type, "problem.type", type, score_type_count - 1);
    }
    const Options &options = problem.options;
    const std::array<Refusal, 10> refusals = {
        check_count("problem.rows", problem.rows, byte_limit),
        check_count("problem.width", problem.width, width_max),
        check_count("problem.k", problem.k, k_max),
        check_option("options.direction", options.direction, Direction::smallest),
        check_option("options.ties", options.ties, Ties::high),
        check_option("options.order", options.order, Order::rank),
        check_option("options.nan_policy", options.nan_policy, NanPolicy::smallest),
        check_pitch("problem.pitch", problem.pitch, problem.width),
        check_pitch("outputs.index_pitch", outputs.index_pitch, problem.k),
        outputs.scores != nullptr ? check_pitch("outputs.score_pitch", outputs.score_pitch, problem.k)
                                  : std::nullopt};
    for (const Refusal &refusal : refusals) {
        if (refusal) {
            return refusal;
        }
    }
    return std::nullopt;
}

template <class Element>
Array per_row(const char *name, const Element *base, std::int64_t rows, bool output) {
    return {name, base, rows, 1, 1, sizeof(Element), alignof(Element), false, output};
}

/// The seven arrays of a call; inputs first, so that outputs are compared with them first.
std::array<Array, 7> arrays_of(const Problem &problem, const Outputs &outputs) {
    const std::int64_t rows = problem.rows;
    const std::int64_t bytes = score_bytes[static_cast<int>(problem.type)];
    return {
        {{"problem.scores", problem.scores, rows, problem.pitch, problem.width, bytes, bytes, true, false},
         per_row("problem.lengths", problem.lengths, rows, false),
         {"outputs.indices", outputs.indices, rows, outputs.index_pitch, problem.k, sizeof(std::int32_t),
          alignof(std::int32_t), true, true},
         {"outputs.scores", outputs.scores, rows, outputs.score_pitch, problem.k, bytes, bytes, false, true},
         per_row("outputs.certificates", outputs.certificates, rows, true),
         per_row("outputs.status", outputs.status, rows, true),
         per_row("outputs.digests", outputs.digests, rows, true)}};
}

Refusal check_null(const Array &array) {
    if (array.needed && !array.empty() && array.base == nullptr) {
        return refuse(StatusCode::null_pointer, array, 0);
    }
    return std::nullopt;
}

Refusal check_alignment(const Array &array) {
    if (EXACTK_CPU_FAULT(alignment_unseen,
                         array.address() % static_cast<std::uintptr_t>(array.alignment) != 0, false)) {
        return refuse(StatusCode::misaligned, array, array.alignment);
    }
    return std::nullopt;
}

/// The product is never formed before it is known to fit. A pitch is looked at even where its rows are empty.
Refusal check_extent(const Array &array) {
    if (array.base == nullptr || array.rows == 0) {
        return std::nullopt;
    }
    const Status refusal = refuse(StatusCode::extent_overflow, array.name, array.pitch, byte_limit);
    const std::int64_t room = byte_limit / array.element_bytes - array.row;
    if (array.pitch > 0 && array.rows - 1 > room / array.pitch) {
        return refusal;
    }
    if (array.bytes() > std::numeric_limits<std::uintptr_t>::max() - array.address()) {
        return refusal;
    }
    return std::nullopt;
}

bool meet(const Array &a, const Array &b) {
    if (a.base == nullptr || b.base == nullptr || a.empty() || b.empty()) {
        return false;
    }
    return a.address() < b.address() + b.bytes() &&
           EXACTK_CPU_FAULT(overlap_unseen, b.address() < a.address() + a.bytes(),
                            a.address() < b.address() && b.address() < a.address() + a.bytes());
}

} // namespace

Status check_arguments(const Problem &problem, const Outputs &outputs) {
    if (const Refusal refusal = check_numbers(problem, outputs)) {
        return *refusal;
    }
    const std::array<Array, 7> arrays = arrays_of(problem, outputs);
    for (const auto check : {check_null, check_alignment, check_extent}) {
        for (const Array &array : arrays) {
            if (const Refusal refusal = check(array)) {
                return *refusal;
            }
        }
    }
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (arrays[i].output && meet(arrays[i], arrays[j])) {
                return refuse(StatusCode::overlap, arrays[i], static_cast<std::int64_t>(arrays[j].address()));
            }
        }
    }
    return Status{};
}

} // namespace exactk::cpu
