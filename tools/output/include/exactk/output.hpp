// Files that a run ends with: looked at before it begins, and written whole.
// Spec: contract/C18. Layer: tools/output.
#pragma once

#include <string>

namespace exactk::output {

/// Why no file of this name can be written, such as "cannot be created: Permission denied"; "" if one can. A file is made
/// beside it and removed again. What exists and is no regular file is not written to, nor is a link that leads nowhere.
std::string why_unwritable(const std::string &path);

/// Writes beside the name and renames, so that an old file is there until the new one is whole. A link is followed. Says
/// what is wrong, or "".
std::string write_whole(const std::string &path, const std::string &text);

/// Why no file can be made in this folder, or "". One that is not there is not made: then it is the nearest folder above
/// it that has to take files.
std::string why_no_folder(const std::string &folder);

/// Whether both names mean one file or folder, be it there or not.
bool same_file(const std::string &one, const std::string &other);

} // namespace exactk::output
