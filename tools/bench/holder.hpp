// Holds SMs while a graph is replayed, never for ever.
// Spec: contract/C15. Layer: tools/bench.
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include <exactk/device.hpp>

namespace exactk::bench {

class Session;
class TimedGraph;

class Holder {
public:
    /// Ends the program where a CTA of the holder would leave room on its SM. Nothing may be held meanwhile.
    explicit Holder(const device::Profile &profile);
    ~Holder();
    Holder(const Holder &) = delete;
    Holder &operator=(const Holder &) = delete;

    /// Waits until the device is idle and holds so many SMs; which ones, the device chooses. On return all are held; the
    /// program ends where that takes too long. Until release(), call nothing of CUDA that waits for the whole device,
    /// as freeing memory and loading a kernel do.
    void hold(int sms);
    /// Gives the SMs back and waits for it. False if some were given back before.
    bool release();

private:
    int held() const;

    int sms_max_;
    int shared_bytes_;
    int sms_ = 0;
    std::uint32_t turn_ = 0;
    std::uint32_t *words_ = nullptr; ///< the turn that may end, then arrivals, then early leavings
    cudaStream_t stream_ = nullptr;
};

struct HeldReplay {
    float us = 0;
    const char *status = "ok"; ///< or why the time is not one in company
};

/// Replays once while another kernel holds so many SMs. A graph that does not end meanwhile gets the SMs after a while,
/// and the status says so; its time, which holds the wait, is then the only one kept.
HeldReplay replay_held(Session &session, TimedGraph &graph, int sms, bool keep);

} // namespace exactk::bench
