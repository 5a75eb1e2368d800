// Rounds of timed calls of one implementation, or of two in turn, in the same memory.
// Spec: contract/C8 C15. Layer: tools/worker.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "plugin.hpp"
#include "stage.hpp"

namespace exactk::worker {

/// A series, over as many requests as it takes. In a round each implementation has a turn: calls that are not timed, then a
/// sample of calls one after the other. Arrays are those that the first request brought, the same for both.
class Series {
public:
    Series(const Mapped &mapped, const std::vector<Plugin> &plugins, DeviceStreams &streams)
        : mapped_(mapped), plugins_(plugins), streams_(streams) {}

    /// The rounds of the request in the wire; times and calls go there.
    Said time();
    /// What `which` had written in the last round goes into the outputs of shared memory.
    Said kept();
    /// Gives memory back; what was kept stays.
    void leave() { stage_.reset(); }

private:
    Said begin();
    Said open_stage();
    Said turn(std::size_t which, bool keep, double &nanoseconds);
    Said least(std::size_t which, const Make &make, std::uint32_t calls, double &nanoseconds);
    Said prepare(std::size_t which, const Make &make, int &code);
    Said sample(std::size_t which, const Make &make, std::uint32_t calls, double &nanoseconds, int &code);
    Said find_calls(std::size_t which, const Make &make);
    Said one_of(std::size_t which, const Said &said, int code) const;
    bool on_host() const;

    const Mapped &mapped_;
    const std::vector<Plugin> &plugins_;
    DeviceStreams &streams_;
    std::array<std::int64_t, 2> workspace_bytes_{};
    std::unique_ptr<Stage> stage_;
    bool begun_ = false;
    OutputBytes blank_; ///< outputs before any call
    std::array<OutputBytes, 2> kept_;
};

} // namespace exactk::worker
