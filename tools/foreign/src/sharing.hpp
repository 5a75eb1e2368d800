// Whether two plug-ins are two in one process.
// Spec: contract/C15. Layer: tools/foreign.
#pragma once

#include <filesystem>
#include <string>

namespace exactk::foreign {

/// "" or why plug-ins A and B need a process each, as words: of two libraries of one name a process loads the first for both, and of
/// symbols that the linker keeps unique (variables of inline functions and templates) it has the first for both. One file against
/// itself needs none. The C++ library's own symbols do not count. What cannot be read needs one.
std::string why_apart(const std::filesystem::path &one, const std::filesystem::path &other);

} // namespace exactk::foreign
