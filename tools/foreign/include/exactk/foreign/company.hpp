// One implementation of others or two in one process, where calls can be timed, in turn if there are two.
// Spec: contract/C8 C15. Layer: tools/foreign.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <exactk/foreign.hpp>
#include <exactk/implementations.hpp>

namespace exactk::foreign {

/// Rounds of a series. Arrays are those of the problem that the first request of a series brings, the same for both.
struct Rounds {
    std::size_t which =
        0; ///< who is timed; of both, who is first in the first round, from where they take turns
    bool both = false;
    std::size_t rounds = 1; ///< 1 to rounds_most of the wire
    bool first = true;      ///< begins a series
    bool last = true;       ///< what the last round writes is kept, and memory around the arrays is looked at
    bool graph = false;     ///< on a device: launches of captured calls instead of calls
    std::int64_t alignment = 0;          ///< of the first score in bytes; 0: its own size
    bool reads_width = false;            ///< the last row has memory up to the width
    std::int64_t sample_nanoseconds = 0; ///< what the calls of one sample take at least
    double seconds = 0; ///< what the rounds are expected to take; a call that hangs is waited for longer
    std::array<std::uint32_t, 2> calls{}; ///< of a sample; 0: found out, and written here
};

/// What came of rounds.
struct Timed {
    Ended ended; ///< with troubles, times do not count
    int at = -1; ///< whose trouble it is; -1: that of either
    std::array<std::vector<double>, 2>
        nanoseconds; ///< of a call, by implementation and round; empty: not timed
};

class Process;

/// Implementations that share a process. Not for use by several threads at once.
class Company {
public:
    /// Starts a worker with one or two of the names, which are all plug-ins or all Python functions of one interpreter.
    /// `settings`: one for each. "" or what could not be had, and what to do.
    std::string open(const std::vector<std::string> &names, const std::vector<Settings> &settings);

    /// For all calls that are not timed.
    const Implementation &implementation(std::size_t which) const { return implementations_[which]; }
    bool on_device(std::size_t which) const;
    const std::string &device(std::size_t which) const;

    Timed time(const Problem &problem, const Outputs &outputs, Rounds &rounds);
    /// What an implementation wrote in the last round of the series, into outputs of the same shape.
    Ended kept(std::size_t which, const Problem &problem, const Outputs &outputs);
    /// Ends the process; the next request meets a new one.
    void renew();
    /// Starts a process now, unless one is there: loading it is no part of what the next request takes. "" or what is wrong.
    std::string ready();

private:
    std::shared_ptr<Process> process_;
    std::vector<Implementation> implementations_;
};

/// "" or why two names need a process each: they are of different kinds, or plug-ins of which a process would have some part once.
std::string why_not_shared(const std::string &one, const std::string &other);

} // namespace exactk::foreign
