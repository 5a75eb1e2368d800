// What is put on a stream beside plain calls: graphs, and marks between which time is measured.
// Spec: contract/C15. Layer: tools/worker.
#pragma once

#include <functional>
#include <string>

namespace exactk::worker {

/// A captured graph. Where words are returned, they are what went wrong; "" is success.
class DeviceGraph {
public:
    DeviceGraph() = default;
    ~DeviceGraph();
    DeviceGraph(const DeviceGraph &) = delete;
    DeviceGraph &operator=(const DeviceGraph &) = delete;

    /// Captures what `enqueue` puts on the stream, instead of a graph captured before; `code` is what it returned.
    std::string capture(void *stream, const std::function<int()> &enqueue, int &code);
    /// Does it again. Only after capture() has succeeded.
    std::string launch(void *stream);
    bool captured() const { return made_ != nullptr; }

private:
    void *made_ = nullptr;
};

/// Time that a device takes from one point of a stream to a later one.
class DeviceClock {
public:
    DeviceClock() = default;
    ~DeviceClock();
    DeviceClock(const DeviceClock &) = delete;
    DeviceClock &operator=(const DeviceClock &) = delete;

    /// Marks the point. Everything put on the stream from now on counts.
    std::string start(void *stream);
    /// Marks the other point, and waits until the device has come to it.
    std::string stop(void *stream, double &nanoseconds);

private:
    void *marks_[2] = {nullptr, nullptr};
};

} // namespace exactk::worker
