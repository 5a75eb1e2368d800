// Captures and launches graphs; measures with events of CUDA.
// Spec: contract/C15. Layer: tools/worker.
#include "device_queue.hpp"

#include <cuda_runtime.h>

namespace exactk::worker {

namespace {

constexpr double nanoseconds_per_millisecond = 1e6; // bound: what they are

std::string words(cudaError_t error) {
    return error == cudaSuccess ? ""
                                : std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
}

} // namespace

DeviceGraph::~DeviceGraph() {
    if (made_ != nullptr) {
        cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(made_));
    }
}

std::string DeviceGraph::capture(void *on, const std::function<int()> &enqueue, int &code) {
    const auto stream = static_cast<cudaStream_t>(on);
    cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    if (error != cudaSuccess) {
        return cudaGetErrorString(error);
    }
    cudaGraph_t graph = nullptr;
    try {
        code = enqueue();
    } catch (...) {
        // The stream is not to go on capturing, or every later call would end up in a graph that nobody launches.
        if (cudaStreamEndCapture(stream, &graph) == cudaSuccess && graph != nullptr) {
            cudaGraphDestroy(graph);
        }
        cudaGetLastError();
        throw;
    }
    error = cudaStreamEndCapture(stream, &graph);
    cudaGraphExec_t made = nullptr;
    if (error == cudaSuccess) {
        error = cudaGraphInstantiate(&made, graph, 0);
        cudaGraphDestroy(graph);
    }
    if (made_ != nullptr) {
        cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(made_));
    }
    made_ = made;
    cudaGetLastError(); // a capture that failed is told, and no error that stays
    return words(error);
}

std::string DeviceGraph::launch(void *stream) {
    const cudaError_t error =
        cudaGraphLaunch(static_cast<cudaGraphExec_t>(made_), static_cast<cudaStream_t>(stream));
    return error == cudaSuccess ? "" : cudaGetErrorString(error);
}

DeviceClock::~DeviceClock() {
    for (void *const mark : marks_) {
        if (mark != nullptr) {
            cudaEventDestroy(static_cast<cudaEvent_t>(mark));
        }
    }
}

std::string DeviceClock::start(void *stream) {
    cudaError_t error = cudaSuccess;
    for (void *&mark : marks_) {
        cudaEvent_t made = static_cast<cudaEvent_t>(mark);
        if (error == cudaSuccess && made == nullptr) {
            error = cudaEventCreate(&made);
            mark = made;
        }
    }
    if (error == cudaSuccess) {
        error = cudaEventRecord(static_cast<cudaEvent_t>(marks_[0]), static_cast<cudaStream_t>(stream));
    }
    return words(error);
}

std::string DeviceClock::stop(void *stream, double &nanoseconds) {
    const auto first = static_cast<cudaEvent_t>(marks_[0]);
    const auto last = static_cast<cudaEvent_t>(marks_[1]);
    cudaError_t error = cudaEventRecord(last, static_cast<cudaStream_t>(stream));
    if (error == cudaSuccess) {
        error = cudaEventSynchronize(last);
    }
    float milliseconds = 0;
    if (error == cudaSuccess) {
        error = cudaEventElapsedTime(&milliseconds, first, last);
    }
    nanoseconds = static_cast<double>(milliseconds) * nanoseconds_per_millisecond;
    return words(error);
}

} // namespace exactk::worker
