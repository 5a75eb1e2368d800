// CUDA calls that throw when they fail, and owners of memory, streams and graphs.
// Spec: contract/C15. Layer: proptests/device.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include <cuda_runtime.h>

namespace exactk::device_tests {

/// Throws with the call's name and the error's unless the call succeeded.
inline void check(cudaError_t error, const char *call) {
    if (error != cudaSuccess) {
        throw std::runtime_error(std::string(call) + ": " + cudaGetErrorName(error) + ": " +
                                 cudaGetErrorString(error));
    }
}

/// Device memory, aligned to 256.
class Buffer {
public:
    Buffer() = default;
    explicit Buffer(std::size_t bytes) : size_(bytes) {
        void *memory = nullptr;
        check(cudaMalloc(&memory, bytes == 0 ? 1 : bytes), "cudaMalloc");
        data_ = static_cast<std::byte *>(memory);
    }
    ~Buffer() { (void)cudaFree(data_); }
    Buffer(Buffer &&other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Buffer &operator=(Buffer &&other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;

    std::byte *data() const { return data_; }
    std::size_t size() const { return size_; }

    /// At least so many bytes; what was held is lost if it has to grow.
    void reserve(std::size_t bytes) {
        if (bytes > size_ || data_ == nullptr) {
            *this = Buffer(); // frees first, so that two large ones need not fit at once
            *this = Buffer(bytes);
        }
    }

private:
    std::byte *data_ = nullptr;
    std::size_t size_ = 0;
};

/// A stream that does not wait for the default stream.
class Stream {
public:
    Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate"); }
    ~Stream() { (void)cudaStreamDestroy(stream_); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;

    cudaStream_t get() const { return stream_; }
    void synchronise() const { check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize"); }

private:
    cudaStream_t stream_ = nullptr;
};

/// What a stream captured while `enqueue` ran.
class Graph {
public:
    template <class Enqueue> Graph(const Stream &stream, Enqueue enqueue) {
        check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
              "cudaStreamBeginCapture");
        enqueue(stream.get());
        check(cudaStreamEndCapture(stream.get(), &graph_), "cudaStreamEndCapture");
    }
    ~Graph() {
        if (executable_ != nullptr) {
            (void)cudaGraphExecDestroy(executable_);
        }
        if (graph_ != nullptr) {
            (void)cudaGraphDestroy(graph_);
        }
    }
    Graph(const Graph &) = delete;
    Graph &operator=(const Graph &) = delete;

    /// Number of nodes, and how many of them are kernels.
    std::pair<std::size_t, std::size_t> nodes() const;
    /// Runs it on the stream; instantiated at the first call.
    void launch(const Stream &stream);

private:
    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t executable_ = nullptr;
};

} // namespace exactk::device_tests
