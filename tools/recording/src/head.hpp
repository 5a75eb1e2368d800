// The two kinds of JSON in a recording, read into structs.
// Spec: contract/C2 C3. Layer: tools/recording.
#pragma once

#include <string>

#include <exactk/recording/recording.hpp>

namespace exactk::recording {

/// Reads recording.json of a folder.
Defect read_head(const std::string &folder, Facts &facts);

/// Reads call.json at `path`: number, rows, width, k and type.
Defect read_call_head(const std::string &path, Call &call);

} // namespace exactk::recording
