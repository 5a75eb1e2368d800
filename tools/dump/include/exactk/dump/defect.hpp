// What is wrong with a dump: what, where, and what to do.
// Spec: contract/C18. Layer: tools/dump.
#pragma once

#include <cstdint>
#include <string>

namespace exactk::dump {

enum class DefectKind : std::uint8_t {
    none = 0,
    unreadable,    ///< the operating system refused, or a file is missing
    no_dump,       ///< the folder is neither a dump nor a recording
    wrong_version, ///< a format that this program does not read
    malformed,     ///< a file that is not what its name says, or is truncated
    contradiction, ///< two files, or a file and the manifest, do not fit each other
    damaged,       ///< of a recording: a digest is not that of what is stored
    unsupported,   ///< sound, but of a type of elements that is not judged
};

/// Name as messages write it, e.g. "wrong_version".
const char *name(DefectKind kind);

struct [[nodiscard]] Defect {
    DefectKind kind = DefectKind::none;
    std::string where;  ///< file, tensor or entry
    std::string what;   ///< one clause
    std::string advice; ///< one clause; may be empty

    explicit operator bool() const { return kind != DefectKind::none; }
};

/// "dumps/manifest.json: malformed: what is wrong; what to do".
std::string describe(const Defect &defect);

} // namespace exactk::dump
