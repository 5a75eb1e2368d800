// What a shared library says to the dynamic linker, as far as two of them can meet in one process.
// Spec: contract/C15. Layer: tools/foreign.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace exactk::foreign {

/// The dynamic part of an ELF file.
struct Library {
    std::vector<std::string> needed; ///< names of libraries that are loaded with it
    std::string rpath;               ///< folders where they are looked for, with colons; for theirs too
    std::string runpath;             ///< folders where only its own are looked for
    bool has_runpath = false;
    std::set<std::string> unique; ///< symbols it defines that the process has once, whoever else defines them
};

/// Reads a 64-bit file of this machine's byte order. "" or why it cannot be read; every offset in it is checked.
std::string read_library(const std::filesystem::path &path, Library &out);

} // namespace exactk::foreign
