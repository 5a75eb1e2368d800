// The check of arguments that both oracles make before they write.
// Spec: contract/C11 C18. Layer: reference/oracle.
#include "arguments.hpp"

#include <array>
#include <limits>

namespace exactk::oracle {
namespace {

constexpr std::int64_t bytes_max = std::numeric_limits<std::int64_t>::max(); // bound: C18, signed addressing

constexpr Status accepted{};

bool refused(const Status &status) { return status.code != StatusCode::ok; }

/// An array as the caller gave it: `rows` runs of `width` elements, `pitch` elements apart.
struct Array {
    const char *name;
    const void *base;
    bool needed;
    bool written;
    std::int64_t alignment;
    std::int64_t element_bytes;
    std::int64_t rows;
    std::int64_t width;
    std::int64_t pitch;
};

template <class Enum> Status check_option(const char *name, Enum value, Enum last) {
    if (value <= last) {
        return accepted;
    }
    return {StatusCode::unknown_option, name, static_cast<std::int64_t>(value),
            static_cast<std::int64_t>(last)};
}

Status check_count(const char *name, std::int64_t value, std::int64_t greatest) {
    if (value < 0) {
        return {StatusCode::out_of_limits, name, value, 0};
    }
    if (value > greatest) {
        return {StatusCode::out_of_limits, name, value, greatest};
    }
    return accepted;
}

Status check_pitch(const char *name, std::int64_t pitch, std::int64_t least) {
    return pitch < least ? Status{StatusCode::pitch_too_small, name, pitch, least} : accepted;
}

Status check_numbers(const Problem &problem, const Outputs &outputs) {
    const Options &options = problem.options;
    if (static_cast<int>(problem.type) >= score_type_count) {
        return {StatusCode::unsupported_type, "problem.type", static_cast<std::int64_t>(problem.type),
                score_type_count - 1};
    }
    const std::array checks{
        check_option("options.direction", options.direction, Direction::smallest),
        check_option("options.ties", options.ties, Ties::high),
        check_option("options.order", options.order, Order::rank),
        check_option("options.nan_policy", options.nan_policy, NanPolicy::smallest),
        check_count("problem.rows", problem.rows, std::numeric_limits<std::int64_t>::max()),
        check_count("problem.width", problem.width, width_max),
        check_count("problem.k", problem.k, k_max),
        check_pitch("problem.pitch", problem.pitch, problem.width),
        check_pitch("outputs.index_pitch", outputs.index_pitch, problem.k),
        outputs.scores != nullptr ? check_pitch("outputs.score_pitch", outputs.score_pitch, problem.k)
                                  : accepted,
    };
    for (const Status &check : checks) {
        if (refused(check)) {
            return check;
        }
    }
    return accepted;
}

/// Bytes from the base to the end of the last row; bytes_max if there are that many or more.
std::int64_t extent_bytes(const Array &array) {
    if (array.rows == 0) {
        return 0;
    }
    const std::int64_t elements_max = bytes_max / array.element_bytes;
    const std::int64_t steps = array.rows - 1;
    if (array.width > elements_max) {
        return bytes_max;
    }
    if (array.pitch > 0 && steps > (elements_max - array.width) / array.pitch) {
        return bytes_max;
    }
    return (steps * array.pitch + array.width) * array.element_bytes;
}

Status check_array(const Array &array) {
    if (array.base == nullptr) {
        return array.needed ? Status{StatusCode::null_pointer, array.name, 0, 0} : accepted;
    }
    const auto address = reinterpret_cast<std::uintptr_t>(array.base);
    if (address % static_cast<std::uintptr_t>(array.alignment) != 0) {
        return {StatusCode::misaligned, array.name, static_cast<std::int64_t>(address), array.alignment};
    }
    // An extent of exactly bytes_max is no multiple of an element above one byte, so equality means overflow.
    const std::int64_t bytes = extent_bytes(array);
    // Unsigned sums wrap around, so an end below its base lies behind the last address.
    const std::uintptr_t end = address + static_cast<std::uintptr_t>(array.width == 0 ? 0 : bytes);
    if (bytes == bytes_max || end < address) {
        return {StatusCode::extent_overflow, array.name, array.pitch, bytes_max};
    }
    return accepted;
}

std::int64_t address_of(const Array &array) {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(array.base));
}

bool overlap(const Array &one, const Array &other) {
    const auto bytes_of = [](const Array &array) -> std::uintptr_t {
        const bool holds_nothing = array.base == nullptr || array.rows == 0 || array.width == 0;
        return holds_nothing ? 0u : static_cast<std::uintptr_t>(extent_bytes(array));
    };
    const auto first = reinterpret_cast<std::uintptr_t>(one.base);
    const auto second = reinterpret_cast<std::uintptr_t>(other.base);
    const std::uintptr_t first_bytes = bytes_of(one);
    const std::uintptr_t second_bytes = bytes_of(other);
    if (first_bytes == 0 || second_bytes == 0) {
        return false;
    }
    // Distances instead of ends, so that it holds wherever the two lie.
    return first <= second ? second - first < first_bytes : first - second < second_bytes;
}

} // namespace

Status check_arguments(const Problem &problem, const Outputs &outputs) {
    if (const Status numbers = check_numbers(problem, outputs); refused(numbers)) {
        return numbers;
    }
    const std::int64_t rows = problem.rows;
    const std::int64_t k = problem.k;
    const std::int64_t bytes = score_bytes[static_cast<int>(problem.type)];
    // name, base, needed, written, alignment, element bytes, rows, width, pitch
    const std::array<Array, 7> arrays{{
        {"problem.scores", problem.scores, rows > 0 && problem.width > 0, false, bytes, bytes, rows,
         problem.width, problem.pitch},
        {"problem.lengths", problem.lengths, false, false, alignof(std::int32_t), sizeof(std::int32_t), rows,
         1, 1},
        {"outputs.indices", outputs.indices, rows > 0 && k > 0, true, alignof(std::int32_t),
         sizeof(std::int32_t), rows, k, outputs.index_pitch},
        {"outputs.scores", outputs.scores, false, true, bytes, bytes, rows, k, outputs.score_pitch},
        {"outputs.certificates", outputs.certificates, false, true, alignof(Certificate), sizeof(Certificate),
         rows, 1, 1},
        {"outputs.status", outputs.status, false, true, alignof(std::uint32_t), sizeof(std::uint32_t), rows,
         1, 1},
        {"outputs.digests", outputs.digests, false, true, alignof(std::uint64_t), sizeof(std::uint64_t), rows,
         1, 1},
    }};
    for (const Array &array : arrays) {
        if (const Status status = check_array(array); refused(status)) {
            return status;
        }
    }
    // The later of the two is named: inputs come first in the list, so it is always an output.
    for (std::size_t later = 0; later < arrays.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            if (arrays[later].written && overlap(arrays[earlier], arrays[later])) {
                return {StatusCode::overlap, arrays[later].name, address_of(arrays[later]),
                        address_of(arrays[earlier])};
            }
        }
    }
    return accepted;
}

} // namespace exactk::oracle
