// Copies a call's arrays to a CUDA device and back, and looks at what lies around them.
// Spec: contract/C8 C10 C11. Layer: tools/worker.
#include "device_memory.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

namespace exactk::worker {

namespace {

constexpr std::int64_t band_bytes = 4096; // convention: a kernel that overruns by a tile is still seen
constexpr std::int64_t line_bytes = 256;  // bound: what cudaMalloc aligns to
/// Rows beyond 32-bit offsets would take tens of gigabytes there, since a device has no addresses without memory.
constexpr std::int64_t total_bytes_most = std::int64_t{4} << 30; // convention: half of a small GPU's memory

const char *const array_names[] = {"lengths", "scores", "indices", "output scores", "the workspace"};

std::int64_t up(std::int64_t value, std::int64_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

/// From the first score to the last that the shape says there are, whatever the lengths.
std::int64_t whole_scores_bytes(const foreign::Wire &wire) {
    const std::int64_t element = wire.type == exactk_plugin_float32 ? 4 : 2;
    return wire.rows == 0 ? 0 : ((wire.rows - 1) * wire.pitch + wire.width) * element;
}

} // namespace

bool DeviceMemory::failed(int error, const char *what) {
    if (error == cudaSuccess) {
        return false;
    }
    wrong_ = std::string(what) + ": " + cudaGetErrorString(static_cast<cudaError_t>(error));
    return true;
}

/// An array behind all before it, aligned as it is in shared memory; a band before it and one behind it.
std::int64_t DeviceMemory::place(std::size_t array, std::int64_t bytes, std::int64_t phase) {
    offsets_[array] = up(total_, line_bytes) + band_bytes + phase;
    sizes_[array] = bytes;
    total_ = offsets_[array] + bytes + band_bytes;
    return offsets_[array];
}

std::string DeviceStreams::open(int device) {
    cudaError_t error = cudaSetDevice(device);
    for (void *&stream : streams_) {
        cudaStream_t made = static_cast<cudaStream_t>(stream);
        if (error == cudaSuccess && made == nullptr) {
            error = cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
            stream = made;
        }
    }
    return error == cudaSuccess ? "" : std::string("no CUDA device: ") + cudaGetErrorString(error);
}

std::string DeviceStreams::name(int device) {
    cudaDeviceProp properties{};
    return cudaGetDeviceProperties(&properties, device) == cudaSuccess ? properties.name : "";
}

std::int64_t DeviceMemory::phase(std::size_t part) const {
    return mapped_.wire().regions[part].offset % line_bytes;
}

DeviceMemory::DeviceMemory(const Mapped &mapped, std::int64_t workspace_bytes, void *stream)
    : mapped_(mapped), workspace_bytes_(workspace_bytes), stream_(stream) {
    for (std::size_t part = 0; part < foreign::part_count; ++part) {
        place(part, mapped.wire().regions[part].bytes, phase(part));
        if (part == static_cast<std::size_t>(foreign::Part::scores)) {
            // A row may end before the width; no other array lies where its elements up to there would be.
            total_ = std::max(total_, offsets_[part] + whole_scores_bytes(mapped.wire()));
        }
    }
    place(foreign::part_count, workspace_bytes, 0);
    if (total_ > total_bytes_most) {
        wrong_ = "arrays over " + std::to_string(total_) + " bytes are more than a call on a device is given";
        return;
    }
    void *base = nullptr;
    if (!failed(cudaMalloc(&base, static_cast<std::size_t>(total_)), "cudaMalloc")) {
        base_ = static_cast<std::byte *>(base);
        fill();
    }
}

DeviceMemory::~DeviceMemory() { cudaFree(base_); }

bool DeviceMemory::fits() const {
    for (std::size_t part = 0; part < foreign::part_count; ++part) {
        if (mapped_.wire().regions[part].bytes != sizes_[part] ||
            (offsets_[part] - band_bytes) % line_bytes != phase(part)) {
            return false;
        }
    }
    return true;
}

void DeviceMemory::fill() {
    const foreign::Wire &wire = mapped_.wire();
    const auto stream = static_cast<cudaStream_t>(stream_);
    if (failed(
            cudaMemsetAsync(base_, static_cast<int>(wire.poison), static_cast<std::size_t>(total_), stream),
            "cudaMemset")) {
        return;
    }
    for (std::size_t part = 0; part < foreign::part_count; ++part) {
        if (sizes_[part] > 0 &&
            failed(cudaMemcpyAsync(base_ + offsets_[part], mapped_.bytes + wire.regions[part].offset,
                                   static_cast<std::size_t>(sizes_[part]), cudaMemcpyHostToDevice, stream),
                   "cudaMemcpy")) {
            return;
        }
    }
    failed(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

std::string DeviceMemory::capture(const std::function<int()> &enqueue, int &code) {
    return graph_.capture(stream_, enqueue, code);
}

std::string DeviceMemory::launch() { return graph_.launch(stream_); }

std::string DeviceMemory::copy(std::size_t part, std::byte *host, bool to_device) {
    if (sizes_[part] == 0) {
        return "";
    }
    std::byte *const device = base_ + offsets_[part];
    const auto stream = static_cast<cudaStream_t>(stream_);
    cudaError_t error = cudaMemcpyAsync(to_device ? device : host, to_device ? host : device,
                                        static_cast<std::size_t>(sizes_[part]),
                                        to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, stream);
    if (error == cudaSuccess) {
        error = cudaStreamSynchronize(stream);
    }
    return error == cudaSuccess ? ""
                                : std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
}

Call DeviceMemory::call() const {
    const foreign::Wire &wire = mapped_.wire();
    std::array<std::byte *, foreign::part_count> places{};
    for (std::size_t part = 0; part < places.size(); ++part) {
        places[part] = base_ + offsets_[part];
    }
    Call call = call_at(wire, places);
    call.workspace = workspace_bytes_ > 0 ? base_ + offsets_[foreign::part_count] : nullptr;
    call.workspace_bytes = workspace_bytes_;
    call.stream = stream_;
    return call;
}

std::string DeviceMemory::settle() {
    // The plug-in may have used other streams too.
    const cudaError_t error = cudaDeviceSynchronize();
    return error == cudaSuccess ? ""
                                : std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
}

Finished DeviceMemory::finish() {
    Finished finished;
    finished.device_error = settle();
    if (!finished.device_error.empty()) {
        return finished;
    }
    std::vector<std::byte> now(static_cast<std::size_t>(total_));
    if (failed(cudaMemcpy(now.data(), base_, now.size(), cudaMemcpyDeviceToHost), "cudaMemcpy")) {
        finished.device_error = wrong_;
        return finished;
    }
    const foreign::Wire &wire = mapped_.wire();
    const auto poison = static_cast<std::byte>(wire.poison);
    std::int64_t from = 0;
    for (std::size_t array = 0; array < array_count; ++array) {
        const std::int64_t behind = offsets_[array] + sizes_[array];
        const auto changed = [&](std::int64_t first, std::int64_t last) {
            return std::any_of(now.begin() + first, now.begin() + last,
                               [&](std::byte byte) { return byte != poison; });
        };
        if (finished.damage.empty() && changed(from, offsets_[array])) {
            finished.damage = std::string("bytes changed before ") + array_names[array];
        }
        if (finished.damage.empty() && changed(behind, behind + band_bytes)) {
            finished.damage = std::string("bytes changed behind ") + array_names[array];
        }
        from = behind + band_bytes;
        if (array < foreign::part_count && sizes_[array] > 0) {
            std::memcpy(mapped_.bytes + wire.regions[array].offset, now.data() + offsets_[array],
                        static_cast<std::size_t>(sizes_[array]));
        }
    }
    return finished;
}

} // namespace exactk::worker
