// A call's arrays in the memory of a CUDA device, with bands of poison around them, and a workspace.
// Spec: contract/C8 C10 C11. Layer: tools/worker.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "device_queue.hpp"
#include "host_memory.hpp"

namespace exactk::worker {

/// What came of a call on the device.
struct Finished {
    std::string device_error; ///< the device reports an error that stays: this process is of no more use
    std::string damage;       ///< bytes that changed and nobody may change
};

/// The streams of all calls of this process: calls are made on the first, but for those that ask for a second.
class DeviceStreams {
public:
    /// "" or why there are none.
    std::string open(int device);
    void *first() const { return streams_[0]; }
    void *second() const { return streams_[1]; }
    /// What the device is called; "" if there is none.
    static std::string name(int device);

private:
    void *streams_[2] = {nullptr, nullptr};
};

/// Device memory of one call, in one allocation.
class DeviceMemory {
public:
    DeviceMemory(const Mapped &mapped, std::int64_t workspace_bytes, void *stream);
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory &) = delete;
    DeviceMemory &operator=(const DeviceMemory &) = delete;

    /// "" or why there is none.
    const std::string &wrong() const { return wrong_; }
    Call call() const;
    /// Whether the wire's arrays have the sizes and places of these.
    bool fits() const;
    /// Poison everywhere, and what the wire's arrays hold now.
    void fill();
    /// Captures what `enqueue` puts on the stream; launch() does it again. Both give "" or what went wrong.
    std::string capture(const std::function<int()> &enqueue, int &code);
    std::string launch();
    /// Copies an array, by Part, to the device or from there, behind all that is on the stream, and waits: "" or the error.
    std::string copy(std::size_t part, std::byte *host, bool to_device);
    std::int64_t size(std::size_t part) const { return sizes_[part]; }
    /// Waits for all work on the device: "", or the error that stays.
    std::string settle();
    /// Settles; copies outputs back, and the input where it changed.
    Finished finish();

private:
    static constexpr std::size_t array_count = foreign::part_count + 1; // bound: the parts and the workspace

    std::int64_t place(std::size_t array, std::int64_t bytes, std::int64_t phase);
    std::int64_t phase(std::size_t part) const;
    bool failed(int error, const char *what);

    const Mapped &mapped_;
    std::int64_t workspace_bytes_;
    std::byte *base_ = nullptr;
    std::int64_t total_ = 0;
    std::array<std::int64_t, array_count> offsets_{};
    std::array<std::int64_t, array_count> sizes_{};
    void *stream_;
    DeviceGraph graph_; ///< what capture() has made
    std::string wrong_;
};

} // namespace exactk::worker
