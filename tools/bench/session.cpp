// Pools, flush, graphs: the device side of the bench that needs no kernel language.
// Spec: contract/C15. Layer: tools/bench.
#include "session.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <exactk/contract/text.hpp>

#include "holder.hpp"
#include "read_floor.hpp"

namespace exactk::bench {

void check_cuda(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(error));
        std::exit(1);
    }
}

float median(std::vector<float> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

TimedGraph::TimedGraph(cudaStream_t stream, int calls) : stream_(stream), calls_(calls) {
    EXACTK_CHECK_CUDA(cudaEventCreate(&begin_));
    EXACTK_CHECK_CUDA(cudaEventCreate(&end_));
}

TimedGraph::~TimedGraph() {
    EXACTK_CHECK_CUDA(cudaGraphExecDestroy(graph_));
    EXACTK_CHECK_CUDA(cudaEventDestroy(begin_));
    EXACTK_CHECK_CUDA(cudaEventDestroy(end_));
}

float TimedGraph::replay(bool keep) {
    start();
    return finish(keep);
}

void TimedGraph::start() { EXACTK_CHECK_CUDA(cudaGraphLaunch(graph_, stream_)); }

bool TimedGraph::ended() const {
    // The stream is asked, not the event at the graph's end: until the graph comes there, that one is the last replay's.
    const cudaError_t answer = cudaStreamQuery(stream_);
    if (answer == cudaErrorNotReady) {
        static_cast<void>(cudaGetLastError()); // an answer, which must not be taken for an error later
        return false;
    }
    EXACTK_CHECK_CUDA(answer);
    return true;
}

float TimedGraph::finish(bool keep) {
    EXACTK_CHECK_CUDA(cudaStreamSynchronize(stream_));
    float ms = 0;
    EXACTK_CHECK_CUDA(cudaEventElapsedTime(&ms, begin_, end_));
    const float us = ms * 1000.0f / static_cast<float>(calls_);
    if (keep) {
        us_.push_back(us);
    }
    return us;
}

Session::Session() {
    const Status queried = device::query_profile(0, profile_);
    if (queried.code != StatusCode::ok) {
        std::fprintf(stderr, "error: %s\n", describe(queried).c_str());
        std::exit(1);
    }
    cudaDeviceProp properties{};
    EXACTK_CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
    device_name_ = properties.name;
    EXACTK_CHECK_CUDA(cudaDriverGetVersion(&driver_api_));
    EXACTK_CHECK_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    EXACTK_CHECK_CUDA(cudaMalloc(&flush_, flush_bytes));
    void *sink = nullptr;
    EXACTK_CHECK_CUDA(cudaMalloc(&sink, 4));
    sink_ = static_cast<std::uint32_t *>(sink);
    EXACTK_CHECK_CUDA(cudaMemsetAsync(flush_, 1, flush_bytes, stream_));
    // Kernels that a capture holds are loaded before the first one.
    launch_read(flush_, flush_bytes / vector_bytes, profile_.sms * flush_ctas_per_sm, sink_, stream_);
    launch_empty(stream_);
    EXACTK_CHECK_CUDA(cudaGetLastError());
    EXACTK_CHECK_CUDA(cudaStreamSynchronize(stream_));
}

Session::~Session() {
    for (const Pool &pool : pools_) {
        EXACTK_CHECK_CUDA(cudaFree(pool.data));
    }
    EXACTK_CHECK_CUDA(cudaFree(flush_));
    EXACTK_CHECK_CUDA(cudaFree(sink_));
    EXACTK_CHECK_CUDA(cudaFree(indices_));
    EXACTK_CHECK_CUDA(cudaFree(workspace_));
    EXACTK_CHECK_CUDA(cudaStreamDestroy(stream_));
}

std::unique_ptr<TimedGraph> Session::capture(int calls, const std::function<void(int)> &call) {
    auto timed = std::make_unique<TimedGraph>(stream_, calls);
    cudaGraph_t graph = nullptr;
    EXACTK_CHECK_CUDA(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
    launch_read(flush_, flush_bytes / vector_bytes, profile_.sms * flush_ctas_per_sm, sink_, stream_);
    EXACTK_CHECK_CUDA(cudaEventRecordWithFlags(timed->begin_, stream_, cudaEventRecordExternal));
    for (int number = 0; number < calls; ++number) {
        call(number);
    }
    EXACTK_CHECK_CUDA(cudaEventRecordWithFlags(timed->end_, stream_, cudaEventRecordExternal));
    EXACTK_CHECK_CUDA(cudaStreamEndCapture(stream_, &graph));
    EXACTK_CHECK_CUDA(cudaGraphInstantiate(&timed->graph_, graph, 0));
    EXACTK_CHECK_CUDA(cudaGraphDestroy(graph));
    return timed;
}

const void *Session::scores(Distribution distribution, ScoreType type, const Layout &layout) {
    Layout filled = layout;
    std::string content = std::string(name(distribution)) + " " + exactk::name(type);
    if (depends_on_rows(distribution)) {
        for (const std::size_t part : {layout.count, layout.slice, layout.n, layout.rows, layout.k}) {
            content += " " + std::to_string(part);
        }
    } else {
        // A function of the position alone, so the whole pool is filled and serves every layout.
        filled.count = pool_bytes / static_cast<std::size_t>(score_bytes[static_cast<int>(type)]);
    }
    Pool *target = nullptr;
    for (Pool &pool : pools_) {
        if (pool.content == content) {
            pool.taken = true;
            return pool.data;
        }
        if (!pool.taken && target == nullptr) {
            target = &pool;
        }
    }
    // A pool is reused only when there are more than any cell takes, so that most fillings last for a whole suite.
    if (target == nullptr || pools_.size() < distribution_count + 1) {
        pools_.emplace_back();
        target = &pools_.back();
        EXACTK_CHECK_CUDA(cudaMalloc(&target->data, pool_bytes));
    }
    target->content = content;
    target->taken = true;
    launch_fill(distribution, type, target->data, filled, stream_);
    EXACTK_CHECK_CUDA(cudaGetLastError());
    EXACTK_CHECK_CUDA(cudaStreamSynchronize(stream_));
    return target->data;
}

void Session::release_pools() {
    for (Pool &pool : pools_) {
        pool.taken = false;
    }
}

std::shared_ptr<std::int32_t> Session::lengths(const std::vector<std::int32_t> &values) {
    void *data = nullptr;
    EXACTK_CHECK_CUDA(cudaMalloc(&data, values.size() * sizeof(std::int32_t)));
    EXACTK_CHECK_CUDA(
        cudaMemcpy(data, values.data(), values.size() * sizeof(std::int32_t), cudaMemcpyHostToDevice));
    return {static_cast<std::int32_t *>(data),
            [](std::int32_t *memory) { EXACTK_CHECK_CUDA(cudaFree(memory)); }};
}

std::int32_t *Session::indices(std::size_t count) {
    if (count > indices_count_) {
        EXACTK_CHECK_CUDA(cudaFree(indices_));
        void *data = nullptr;
        EXACTK_CHECK_CUDA(cudaMalloc(&data, count * sizeof(std::int32_t)));
        indices_ = static_cast<std::int32_t *>(data);
        indices_count_ = count;
    }
    return indices_;
}

Holder &Session::holder() {
    if (holder_ == nullptr) {
        holder_ = std::make_unique<Holder>(profile_);
    }
    return *holder_;
}

void *Session::workspace(std::size_t bytes) {
    if (bytes > workspace_bytes_) {
        EXACTK_CHECK_CUDA(cudaFree(workspace_));
        EXACTK_CHECK_CUDA(cudaMalloc(&workspace_, bytes));
        workspace_bytes_ = bytes;
    }
    return workspace_;
}

} // namespace exactk::bench
