// exactk verify DIR: judges every answer of a dump or of a recording.
// Spec: contract/C1 to C9 C15. Layer: tools/cli.
#pragma once

#include <string>

#include <exactk/dump.hpp>

namespace exactk::cli {

struct FolderQuestion {
    std::string folder;
    std::string only; ///< name of an entry; empty: all
    int threads = 1;
    bool json = false;
    dump::Asked asked; ///< where the folder says nothing
};

/// Prints the report and returns the exit code: 1 if an answer fails or a claim does not hold, else 3 if something could
/// not be told or nothing was judged, else 0. Throws Refusal.
int verify_folder(const FolderQuestion &question);

} // namespace exactk::cli
