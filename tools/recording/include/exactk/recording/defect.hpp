// What is wrong with a recording or a dump: what, where, and what to do.
// Spec: contract/C14. Layer: tools/recording.
#pragma once

#include <cstdint>
#include <string>

namespace exactk::recording {

enum class DefectKind : std::uint8_t {
    none = 0,
    unreadable,    ///< the operating system refused, or a file is missing
    no_recording,  ///< the folder is something else
    wrong_version, ///< a format that this program does not read
    malformed,     ///< a file that is not what its name says, or is truncated
    contradiction, ///< two files of one call do not fit each other
    damaged,       ///< a digest is not that of what is stored
    no_dump,       ///< the folder is neither a dump nor a recording
    unsupported,   ///< sound, but of a type of elements that is not judged
};

/// Name as messages write it, e.g. "wrong_version".
const char *name(DefectKind kind);

struct [[nodiscard]] Defect {
    DefectKind kind = DefectKind::none;
    std::string where;  ///< file or folder
    std::string what;   ///< one clause
    std::string advice; ///< one clause

    explicit operator bool() const { return kind != DefectKind::none; }
};

/// "run/recording.json: wrong_version: what is wrong; what to do".
std::string describe(const Defect &defect);

} // namespace exactk::recording
