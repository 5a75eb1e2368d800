// A worker process with one implementation or two: asked, timed, and what the end of a request means.
// Spec: contract/C8 C10 C15 C18. Layer: tools/foreign.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <exactk/foreign/company.hpp>
#include <exactk/foreign/worker.hpp>
#include <exactk/implementations.hpp>
#include <exactk/promise.hpp>

#include "layout.hpp"

namespace exactk::foreign {

/// Implementations in one worker, and a new worker after it died.
class Process {
public:
    /// `count`: implementations that the command loads, 1 or 2.
    Process(Command command, double seconds, std::size_t count);

    /// What an implementation says of itself.
    struct Description {
        std::string name;
        std::string release;
        std::string promises;
        bool on_device = false;
        std::string device; ///< what the device is called; empty: it is none, or it is not known
    };

    /// Starts it and takes all descriptions; "" or what went wrong.
    std::string open();
    const Description &description(std::size_t which) const { return descriptions_[which]; }
    void keep(std::size_t which, const Promise &promise) { promises_[which] = promise; }
    void renew() { worker_.stop(); }
    /// Starts a worker unless one is there; "" or what went wrong.
    std::string ready() { return worker_.running() ? "" : open(); }

    Ended call(std::size_t which, const Problem &problem, const Outputs &outputs, const Way &way);
    Timed time(const Problem &problem, const Outputs &outputs, Rounds &rounds);
    Ended kept(std::size_t which, const Problem &problem, const Outputs &outputs);

private:
    std::string describe(std::size_t which);
    double limit(const Rounds &rounds) const;
    Ended ask(Request request, double seconds);
    std::string lay_out(const Problem &problem, const Outputs &outputs, const Placement &placement);
    Ended begin(const Problem &problem, const Outputs &outputs, const Rounds &rounds);
    Ended lost(const Waited &waited, double seconds) const;
    Ended said(const Wire &wire);

    double seconds_;
    std::size_t count_;
    Worker worker_;
    std::array<Description, 2> descriptions_;
    std::array<Promise, 2> promises_;
    std::optional<Layout> layout_; ///< of the request at hand, or of the series
};

} // namespace exactk::foreign
