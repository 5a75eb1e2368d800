// The file that holds what is done, so that a campaign can be stopped and resumed.
// Spec: contract/C15. Layer: tools/laws.
#pragma once

#include <cstdio>
#include <functional>
#include <mutex>
#include <string>

#include "unit.hpp"

namespace exactk::campaign {

/// One unit that is done.
struct Entry {
    Part part = Part::small;
    std::int64_t unit = 0;
    Done done;
    double seconds = 0;
};

/// A unit's lines are added together and reach the file at once. What a crash cut off, all lines behind the last unit that
/// is there whole, is dropped when the file is read again. The file is locked as long as this lives.
class State {
public:
    State() = default;
    ~State();
    State(const State &) = delete;
    State &operator=(const State &) = delete;

    /// Reads what is there, or begins a new file; calls `each` for every entry, with the failures that were told; it says
    /// whether the campaign has that unit and had it not yet. Says what is wrong, or "". Refused, and left as they are, are
    /// what is no regular file, unread; a file that another run has open; one of other settings or of another program, told
    /// by a hash of the program's own bytes, since its counts would be of something else; and one with a line that no
    /// campaign writes. One whose first line was cut off is begun anew.
    std::string open(const Settings &settings,
                     const std::function<bool(const Entry &, const std::vector<Failure> &told)> &each);

    /// From any thread. Says what is wrong, or "".
    std::string add(const Entry &entry);

private:
    std::string lock(const std::string &path);

    std::mutex mutex_;
    std::FILE *file_ = nullptr;
};

} // namespace exactk::campaign
