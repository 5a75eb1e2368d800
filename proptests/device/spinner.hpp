// A kernel that holds a number of SMs, so that tests run in company.
// Spec: contract/C15. Layer: proptests/device.
#pragma once

#include "cuda.hpp"

namespace exactk::device_tests {

/// Holds SMs from `start` to `stop`, or until its time is over: a launch that cannot run beside it then waits for a
/// moment and not for ever.
class Spinner {
public:
    Spinner();
    ~Spinner();
    Spinner(const Spinner &) = delete;
    Spinner &operator=(const Spinner &) = delete;

    /// Launches `sms` CTAs that each take a whole SM's shared memory, and waits until all of them run.
    void start(int sms, double seconds_max);
    /// Whether every CTA is still holding its SM.
    bool holds() const;
    void stop();

private:
    struct Shared; ///< in pinned memory that host and device see
    Shared *shared_ = nullptr;
    Stream stream_;
    int sms_ = 0;
    bool running_ = false;
};

} // namespace exactk::device_tests
