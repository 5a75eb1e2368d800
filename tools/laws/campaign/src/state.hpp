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
    std::int64_t failures = 0;
};

/// Lines are added one by one and reach the file at once. A line that a crash cut off is dropped when it is read again.
class State {
public:
    State() = default;
    ~State();
    State(const State &) = delete;
    State &operator=(const State &) = delete;

    /// Reads what is there, or begins a new file; calls `each` for every entry. Says what is wrong, or "". A file of
    /// other settings or of another version of the library is refused: its counts would be of something else.
    std::string open(const Settings &settings, const std::function<void(const Entry &)> &each,
                     const std::function<void(const std::string &)> &failure);

    /// From any thread. Says what is wrong, or "".
    std::string add(const Entry &entry);

private:
    std::mutex mutex_;
    std::FILE *file_ = nullptr;
};

} // namespace exactk::campaign
