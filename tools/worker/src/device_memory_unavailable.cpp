// What a build without CUDA says to a plug-in that wants its arrays on a device.
// Spec: contract/C18. Layer: tools/worker.
#include "device_memory.hpp"

namespace exactk::worker {

namespace {

constexpr const char *none =
    "this build of exactk-worker has no CUDA; it was configured without the CUDA toolkit";

} // namespace

std::string DeviceStreams::open(int) { return none; }

std::string DeviceStreams::name(int) { return ""; }

DeviceMemory::DeviceMemory(const Mapped &mapped, std::int64_t workspace_bytes, void *stream)
    : mapped_(mapped), workspace_bytes_(workspace_bytes), stream_(stream), wrong_(none) {}

DeviceMemory::~DeviceMemory() = default;

Call DeviceMemory::call() const { return {}; }

bool DeviceMemory::fits() const { return false; }

void DeviceMemory::fill() {}

std::string DeviceMemory::capture(const std::function<int()> &, int &) { return none; }

std::string DeviceMemory::launch() { return none; }

std::string DeviceMemory::copy(std::size_t, std::byte *, bool) { return none; }

DeviceGraph::~DeviceGraph() = default;

std::string DeviceGraph::capture(void *, const std::function<int()> &, int &) { return none; }

std::string DeviceGraph::launch(void *) { return none; }

DeviceClock::~DeviceClock() = default;

std::string DeviceClock::start(void *) { return none; }

std::string DeviceClock::stop(void *, double &) { return none; }

std::string DeviceMemory::settle() { return wrong_; }

Finished DeviceMemory::finish() { return {wrong_, ""}; }

} // namespace exactk::worker
