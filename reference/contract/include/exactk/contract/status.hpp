// What a library call can answer: success, or a refusal that names argument, value and limit.
// Spec: contract/C18. Layer: reference/contract.
#pragma once

#include <cstdint>

namespace exactk {

/// Why a call was refused. Values are fixed: they cross the C interface.
enum class StatusCode : std::int32_t {
    ok = 0,
    null_pointer = 1,         ///< a pointer that is needed is null
    out_of_limits = 2,        ///< a count (rows, width, k, a plan's number) is outside its limits
    pitch_too_small = 3,      ///< a pitch is below the width or below k
    misaligned = 4,           ///< a base pointer is not aligned to its element
    unknown_option = 5,       ///< an enum holds a value that has no meaning
    unsupported_type = 6,     ///< the score type is not one of this library's, or not of this part's
    overlap = 7,              ///< an output overlaps the input or another output
    extent_overflow = 8,      ///< an array's byte extent does not fit signed 64-bit addressing
    out_of_memory = 9,        ///< scratch memory could not be had; nothing was written
    illegal_plan = 10,        ///< a plan does not cover the key or the row as it must
    workspace_too_small = 11, ///< the caller's workspace is smaller than the plan needs
    unsupported_device = 12,  ///< the device cannot run this, or the build has no such part
};

/// The answer of a call. `argument` is null when `code` is ok, else a literal with the argument's name.
struct [[nodiscard]] Status {
    StatusCode code = StatusCode::ok;
    const char *argument = nullptr; ///< name of the argument that was refused
    std::int64_t value = 0;         ///< the value it had (an address for pointers, an enum's number)
    std::int64_t limit = 0;         ///< the limit it broke (least value, greatest value, or alignment)
};

} // namespace exactk
