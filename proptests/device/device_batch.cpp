// Moves blocks to the device and back, and keeps watch over the workspace's guard bands.
// Spec: contract/C8 C15 C18. Layer: proptests/device.
#include "device_batch.hpp"

#include <algorithm>

#include <exactk/contract/text.hpp>

namespace exactk::device_tests {

namespace {

/// What workspaces hold before a launch, in turn: zeros would hide a missing initialisation, one pattern alone
/// could happen to be harmless.
constexpr std::byte dirts[3] = {std::byte{0xFF}, std::byte{0xA5},
                                std::byte{0x01}}; // convention: any that differ

} // namespace

void Workspace::prepare(const device::Plan &plan, std::byte dirt, cudaStream_t stream) {
    bytes_ = device::workspace_bytes(plan);
    dirt_ = dirt;
    const std::size_t size = offset + static_cast<std::size_t>(bytes_) + band;
    memory_.reserve(size);
    check(cudaMemsetAsync(memory_.data(), std::to_integer<int>(dirt), size, stream), "cudaMemset workspace");
}

std::string Workspace::difference(cudaStream_t stream) const {
    std::byte guards[offset + band];
    check(cudaMemcpyAsync(guards, memory_.data(), offset, cudaMemcpyDeviceToHost, stream),
          "cudaMemcpy guards");
    check(cudaMemcpyAsync(guards + offset, memory_.data() + offset + bytes_, band, cudaMemcpyDeviceToHost,
                          stream),
          "cudaMemcpy guards");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    for (std::size_t byte = 0; byte < sizeof guards; ++byte) {
        if (guards[byte] != dirt_) {
            return std::string("the workspace's guard band ") + (byte < offset ? "before it" : "after it") +
                   " was written";
        }
    }
    return "";
}

std::string refusal(const Status &status) {
    return status.code == StatusCode::ok ? "" : "refused: " + describe(status);
}

void DeviceBatch::upload(const device::Plan &plan, const Image &image, cudaStream_t stream) {
    block_.reserve(image.before().size());
    check(cudaMemcpyAsync(block_.data(), image.before().data(), image.before().size(), cudaMemcpyHostToDevice,
                          stream),
          "cudaMemcpy to the device");
    workspace_.prepare(plan, dirts[runs_++ % 3], stream);
}

void DeviceBatch::upload_outputs(const Image &image, cudaStream_t stream) {
    const std::size_t from = image.outputs_offset();
    check(cudaMemcpyAsync(block_.data() + from, image.before().data() + from, image.before().size() - from,
                          cudaMemcpyHostToDevice, stream),
          "cudaMemcpy of the outputs to the device");
}

Status DeviceBatch::launch(const device::Plan &plan, const Image &image, cudaStream_t stream,
                           const device::Tap *tap) const {
    const Problem problem = image.problem(block_.data());
    const Outputs outputs = image.outputs(block_.data());
    return tap == nullptr
               ? device::launch(plan, problem, outputs, workspace_.data(), workspace_.bytes(), stream)
               : device::launch_tapped(plan, problem, outputs, workspace_.data(), workspace_.bytes(), stream,
                                       *tap);
}

std::string DeviceBatch::difference(const Image &image, cudaStream_t stream) {
    check(cudaStreamSynchronize(stream), "the launch");
    after_.resize(image.before().size());
    check(cudaMemcpyAsync(after_.data(), block_.data(), after_.size(), cudaMemcpyDeviceToHost, stream),
          "cudaMemcpy from the device");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    const std::string block = image.difference(after_);
    return block.empty() ? workspace_.difference(stream) : block;
}

std::string DeviceBatch::run(const device::Plan &plan, const Image &image, const device::Tap *tap) {
    upload(plan, image, nullptr);
    const std::string refused = refusal(launch(plan, image, nullptr, tap));
    return refused.empty() ? difference(image, nullptr) : refused;
}

} // namespace exactk::device_tests
