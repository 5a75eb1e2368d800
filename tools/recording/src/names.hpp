// Names of the calls' folders.
// Spec: contract/C14. Layer: tools/recording.
#pragma once

#include <cstdint>
#include <string>

namespace exactk::recording {

inline constexpr std::size_t name_digits = 12; // convention: counted up with record_files.py

/// "000000000017".
inline std::string call_name(std::int64_t number) {
    const std::string digits = std::to_string(number);
    return std::string(name_digits - digits.size(), '0') + digits;
}

} // namespace exactk::recording
