// Where calls are timed: arrays in memory, and the clock that goes with that memory.
// Spec: contract/C8 C10 C15. Layer: tools/worker.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "device_memory.hpp"
#include "said.hpp"

namespace exactk::worker {

/// The bytes of a call's outputs: indices and output scores, gaps between rows included.
using OutputBytes = std::array<std::vector<std::byte>, 2>;

/// Makes a call on the stage: 0, or the implementation's own code.
using Make = std::function<int()>;

/// Memory for the calls of one request or more. Every Said but an answered one ends the series.
class Stage {
public:
    Stage() = default;
    virtual ~Stage() = default;
    Stage(const Stage &) = delete;
    Stage &operator=(const Stage &) = delete;

    /// The pointers of all calls, with as much workspace as the largest of them needs.
    virtual Call call() const = 0;
    /// Makes ready what timed() does for implementation `which`.
    virtual Said prepare(std::size_t which, const Make &make, int &code) = 0;
    /// Does `calls` calls of implementation `which` one after the other, and measures them; `code` is the first that is not 0.
    virtual Said timed(std::size_t which, const Make &make, std::uint32_t calls, double &nanoseconds,
                       int &code) = 0;
    virtual Said put_outputs(OutputBytes &bytes) = 0;
    virtual Said take_outputs(OutputBytes &bytes) = 0;
    /// Looks at what nobody may change. On a device, the arrays go back to shared memory for the tool to look at.
    virtual Said look() = 0;
};

/// Calls in host memory, timed by a steady clock. The pages next to the arrays are unmapped while the stage is there.
std::unique_ptr<Stage> host_stage(const Mapped &mapped, std::int64_t workspace_bytes, std::string &wrong);

/// Calls in device memory on `stream`, timed by events there. With `graph`, launches of graphs with one call each are timed.
std::unique_ptr<Stage> device_stage(const Mapped &mapped, std::int64_t workspace_bytes, void *stream,
                                    bool graph, std::string &wrong);

} // namespace exactk::worker
