// A worker process: started, asked, waited for with a limit, ended; renewed after it died.
// Spec: contract/C15. Layer: tools/foreign.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <exactk/foreign/wire.hpp>

namespace exactk::foreign {

/// How a worker is started.
struct Command {
    std::vector<std::string> words; ///< program and arguments; a program without '/' is looked for in PATH
    std::vector<std::string> environment; ///< NAME=value, beside or instead of this process's own
};

/// What came of waiting for a worker.
struct Waited {
    enum class How : std::uint8_t {
        replied = 0,
        died = 1,      ///< it ended by a signal or by itself
        timed_out = 2, ///< it was ended, since its time was up
        no_start = 3   ///< there is no such program, or no process or memory to be had
    } how = How::replied;
    int signal = 0;    ///< that ended it; 0: none
    int exit_code = 0; ///< if it ended by itself
    std::string words; ///< for no_start
};

/// One process at a time, with the memory that it shares with this one. Not for use by several threads at once.
class Worker {
public:
    /// `seconds`: for a start, which gets `start_seconds_least` at least.
    Worker(Command command, double seconds);
    ~Worker();
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    /// Starts a process, unless one is there, and waits for its description.
    Waited start();
    bool running() const { return process_ > 0; }

    /// Sends the request in wire(), and waits for so long.
    Waited call(double seconds);

    /// Ends the process, if there is one.
    void stop();

    /// Makes the memory at least that long. Pointers into it are stale afterwards. False if it cannot be had.
    bool reserve(std::int64_t bytes);
    std::byte *memory() const { return memory_; }
    Wire &wire() const { return *reinterpret_cast<Wire *>(memory_); }

    /// What the process printed last in the call before, or where a Python process was: a line, at most 200 characters; "" if none.
    std::string last_line() const;

private:
    Waited wait(double seconds);
    Waited buried(int status);
    void close_socket();

    Command command_;
    double seconds_;
    pid_t process_ = 0;
    int socket_ = -1;
    int memory_file_ = -1;
    int log_file_ = -1;
    std::byte *memory_ = nullptr;
    std::int64_t bytes_ = 0;
};

} // namespace exactk::foreign
