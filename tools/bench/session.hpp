// Device resources of a bench run: pools of scores, the flush of L2, and graphs that are timed.
// Spec: contract/C15. Layer: tools/bench.
//
// Method. The scores of a cell lie in a pool larger than L2; each call of a replay takes another slice, and a read of
// 192 MiB flushes L2 inside the graph before the first event. A time is the median over replays of (time between two
// events in the graph) / calls. The floor is the fastest of four kernels that only read the same number of bytes.
// Floors and variants are replayed in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include <exactk/device.hpp>

#include "distributions.hpp"

namespace exactk::bench {

class Holder;

inline constexpr std::size_t pool_bytes = std::size_t{2} << 30; // convention: many times the L2
inline constexpr int slices_max = 20;                           // convention: calls of a replay, at most

/// Ends the program, naming `what`, if `error` is one.
void check_cuda(cudaError_t error, const char *what);

/// A captured graph of calls between two events, and what its replays took.
class TimedGraph {
public:
    TimedGraph(cudaStream_t stream, int calls);
    ~TimedGraph();
    TimedGraph(const TimedGraph &) = delete;
    TimedGraph &operator=(const TimedGraph &) = delete;

    /// Replays once and waits; microseconds per call, which are kept if `keep`.
    float replay(bool keep);
    /// The parts of a replay: enqueues it, says without waiting whether it has ended, and waits and takes the time.
    void start();
    bool ended() const;
    float finish(bool keep);
    std::vector<float> &kept() { return us_; }
    int calls() const { return calls_; }

private:
    friend class Session;
    cudaStream_t stream_;
    int calls_;
    cudaGraphExec_t graph_ = nullptr;
    cudaEvent_t begin_ = nullptr;
    cudaEvent_t end_ = nullptr;
    std::vector<float> us_;
};

class Session {
public:
    /// Takes device 0; ends the program if there is none or if memory cannot be had.
    Session();
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    /// A graph of a flush, an event, `call(0)` to `call(calls - 1)`, and an event. `call` enqueues on stream().
    std::unique_ptr<TimedGraph> capture(int calls, const std::function<void(int)> &call);

    /// A pool of pool_bytes that holds these scores at its begin. It stays as it is until the next release_pools().
    const void *scores(Distribution distribution, ScoreType type, const Layout &layout);
    /// From here on pools may be filled anew; those that already hold what is asked for are not.
    void release_pools();
    /// A copy of the lengths in device memory.
    std::shared_ptr<std::int32_t> lengths(const std::vector<std::int32_t> &values);
    /// Device memory for rows * k indices; the same each time, grown when it is too small.
    std::int32_t *indices(std::size_t count);
    /// The same for workspace.
    void *workspace(std::size_t bytes);

    /// What holds SMs while a graph is replayed; made when first asked for.
    Holder &holder();

    const device::Profile &profile() const { return profile_; }
    const std::string &device_name() const { return device_name_; }
    cudaStream_t stream() const { return stream_; }
    std::uint32_t *sink() const { return sink_; }
    int driver_api() const { return driver_api_; }

private:
    struct Pool {
        void *data = nullptr;
        std::string content;
        bool taken = false;
    };
    device::Profile profile_;
    std::string device_name_;
    int driver_api_ = 0;
    cudaStream_t stream_ = nullptr;
    std::vector<Pool> pools_;
    void *flush_ = nullptr;
    std::uint32_t *sink_ = nullptr;
    std::int32_t *indices_ = nullptr;
    std::size_t indices_count_ = 0;
    void *workspace_ = nullptr;
    std::size_t workspace_bytes_ = 0;
    std::unique_ptr<Holder> holder_;
};

/// Middle value; of an even number the upper of the two.
float median(std::vector<float> values);

} // namespace exactk::bench

#define EXACTK_CHECK_CUDA(call) ::exactk::bench::check_cuda(call, #call)
