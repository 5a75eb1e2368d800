// Failures that are known: a file that keeps a run green until something new breaks or something listed is mended.
// Spec: contract/C15. Layer: tools/check.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace exactk::check {

/// Lines `IMPLEMENTATION CASE FAULT,FAULT,... [sometimes]` below a first line that says what the file is and for which seed; `#` begins a comment.
class Known {
public:
    /// Reads a file. "" or what is wrong, and where.
    std::string load(const std::string &path, std::uint64_t seed);

    /// Whether exactly these faults of this case are listed. Every case that was run is to be told, with its faults or none.
    bool met(const std::string &implementation, const std::string &id, std::vector<std::string> faults);

    /// Listed lines whose case was run and showed no fault.
    std::vector<std::string> mended() const;
    /// Listed lines whose case was not run.
    std::int64_t not_run() const;

    /// Writes the failures that were told into a file; "" or what went wrong.
    std::string write(const std::string &path, std::uint64_t seed) const;

private:
    using Key = std::pair<std::string, std::string>; ///< implementation and case
    std::map<Key, std::string> listed_;              ///< to the faults, in order, with commas
    std::set<Key> sometimes_;                        ///< listed ones that need not fail each time
    std::map<Key, std::set<std::string>> told_;
};

} // namespace exactk::check
