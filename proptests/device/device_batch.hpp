// Runs a plan on an image: block and workspace in device memory, everything compared afterwards.
// Spec: contract/C8 C15 C18. Layer: proptests/device.
#pragma once

#include <string>
#include <vector>

#include <exactk/device.hpp>

#include "cuda.hpp"
#include "image.hpp"
#include "observe/tapped_launch.hpp"

namespace exactk::device_tests {

/// A workspace of exactly the bytes that a plan needs, aligned to 16 and to no more, between guard bands.
class Workspace {
public:
    /// Makes room for the plan and fills everything with `dirt`.
    void prepare(const device::Plan &plan, std::byte dirt, cudaStream_t stream);
    void *data() const { return memory_.data() + offset; }
    std::int64_t bytes() const { return bytes_; }
    /// Empty if both guard bands still hold the dirt. Waits for the stream.
    std::string difference(cudaStream_t stream) const;

private:
    static constexpr std::size_t band = 256;         // convention: any width shows a neighbour
    static constexpr std::size_t offset = band + 16; // bound: launch asks for alignment to 16
    Buffer memory_;
    std::int64_t bytes_ = 0;
    std::byte dirt_{};
};

/// Device memory for one call at a time, kept between calls.
class DeviceBatch {
public:
    /// Uploads the image into the block; the workspace is dirtied for the plan.
    void upload(const device::Plan &plan, const Image &image, cudaStream_t stream);
    /// Uploads the image's outputs alone, poison and all.
    void upload_outputs(const Image &image, cudaStream_t stream);
    /// Enqueues the plan on what was uploaded; with a tap the tapped kernels.
    Status launch(const device::Plan &plan, const Image &image, cudaStream_t stream,
                  const device::Tap *tap = nullptr) const;
    /// Waits for the stream and compares every byte of block and guard bands; empty if all is right.
    std::string difference(const Image &image, cudaStream_t stream);

    /// All of the above in this order on the default stream.
    std::string run(const device::Plan &plan, const Image &image, const device::Tap *tap = nullptr);

    /// The block as last downloaded by `difference`.
    const std::vector<std::byte> &after() const { return after_; }
    std::byte *block() const { return block_.data(); }
    Workspace &workspace() { return workspace_; }

private:
    Buffer block_;
    Workspace workspace_;
    std::vector<std::byte> after_;
    unsigned runs_ = 0;
};

/// "refused: ..." or empty.
std::string refusal(const Status &status);

} // namespace exactk::device_tests
