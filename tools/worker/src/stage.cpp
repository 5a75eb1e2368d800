// Times calls by a steady clock on the host, and by events of a stream on a device.
// Spec: contract/C8 C10 C15. Layer: tools/worker.
#include "stage.hpp"

#include <chrono>
#include <cstring>

namespace exactk::worker {

namespace {

using foreign::Part;
using foreign::Reply;

constexpr std::array<Part, 2> output_parts = {Part::indices, Part::out_scores};

std::size_t number(Part part) { return static_cast<std::size_t>(part); }

/// All calls, or those up to the first that fails.
int repeated(const Make &make, std::uint32_t calls) {
    int code = 0;
    for (std::uint32_t call = 0; call < calls && code == 0; ++call) {
        code = make();
    }
    return code;
}

class HostStage final : public Stage {
public:
    HostStage(const Mapped &mapped, std::int64_t workspace_bytes)
        : mapped_(mapped), memory_(mapped, workspace_bytes) {}

    const std::string &wrong() const { return memory_.wrong(); }
    Call call() const override { return memory_.call(); }

    Said prepare(std::size_t, const Make &make, int &code) override {
        code = make();
        return {};
    }

    Said timed(std::size_t, const Make &make, std::uint32_t calls, double &nanoseconds, int &code) override {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point start = Clock::now();
        code = repeated(make, calls);
        nanoseconds = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        return {};
    }

    Said put_outputs(OutputBytes &bytes) override {
        for (std::size_t output = 0; output < bytes.size(); ++output) {
            const foreign::Region &region = mapped_.wire().regions[number(output_parts[output])];
            if (region.bytes > 0) {
                std::memcpy(mapped_.bytes + region.offset, bytes[output].data(), bytes[output].size());
            }
        }
        return {};
    }

    Said take_outputs(OutputBytes &bytes) override {
        for (std::size_t output = 0; output < bytes.size(); ++output) {
            const foreign::Region &region = mapped_.wire().regions[number(output_parts[output])];
            const std::byte *const from = mapped_.bytes + region.offset;
            bytes[output].assign(from, from + region.bytes);
        }
        return {};
    }

    Said look() override {
        const std::string damage = memory_.damage();
        return damage.empty() ? Said{} : damaged(damage);
    }

private:
    const Mapped &mapped_;
    HostMemory memory_;
};

class DeviceStage final : public Stage {
public:
    DeviceStage(const Mapped &mapped, std::int64_t workspace_bytes, void *stream, bool graph)
        : stream_(stream), in_graphs_(graph), memory_(mapped, workspace_bytes, stream) {}

    const std::string &wrong() const { return memory_.wrong(); }
    Call call() const override { return memory_.call(); }

    /// What is made once and kept is no part of a time, and none of a graph.
    Said prepare(std::size_t which, const Make &make, int &code) override {
        code = make();
        if (const std::string lost = memory_.settle(); !lost.empty()) {
            return {Reply::device_error, 0, lost};
        }
        DeviceGraph &graph = graphs_[which];
        if (code != 0 || !in_graphs_ || graph.captured()) {
            return {};
        }
        const std::string wrong = graph.capture(stream_, make, code);
        return wrong.empty() || code != 0 ? Said{} : Said{Reply::raised, 0, "not_captured: " + wrong};
    }

    Said timed(std::size_t which, const Make &make, std::uint32_t calls, double &nanoseconds,
               int &code) override {
        std::string lost = clock_.start(stream_);
        if (in_graphs_) {
            for (std::uint32_t call = 0; call < calls && lost.empty(); ++call) {
                lost = graphs_[which].launch(stream_);
            }
        } else {
            code = repeated(make, calls);
        }
        lost = lost.empty() ? clock_.stop(stream_, nanoseconds) : lost;
        return lost.empty() ? Said{} : Said{Reply::device_error, 0, lost};
    }

    Said put_outputs(OutputBytes &bytes) override { return copy_outputs(bytes, true); }
    Said take_outputs(OutputBytes &bytes) override { return copy_outputs(bytes, false); }

    Said look() override {
        const Finished finished = memory_.finish();
        if (!finished.device_error.empty()) {
            return {Reply::device_error, 0, finished.device_error};
        }
        return finished.damage.empty() ? Said{} : damaged(finished.damage);
    }

private:
    Said copy_outputs(OutputBytes &bytes, bool to_device) {
        for (std::size_t output = 0; output < bytes.size(); ++output) {
            const std::size_t part = number(output_parts[output]);
            bytes[output].resize(static_cast<std::size_t>(memory_.size(part)));
            if (const std::string lost = memory_.copy(part, bytes[output].data(), to_device); !lost.empty()) {
                return {Reply::device_error, 0, lost};
            }
        }
        return {};
    }

    void *stream_;
    bool in_graphs_;
    DeviceMemory memory_;
    DeviceGraph graphs_[2];
    DeviceClock clock_;
};

template <class Made> std::unique_ptr<Stage> if_right(std::unique_ptr<Made> made, std::string &wrong) {
    wrong = made->wrong();
    return wrong.empty() ? std::move(made) : nullptr;
}

} // namespace

std::unique_ptr<Stage> host_stage(const Mapped &mapped, std::int64_t workspace_bytes, std::string &wrong) {
    return if_right(std::make_unique<HostStage>(mapped, workspace_bytes), wrong);
}

std::unique_ptr<Stage> device_stage(const Mapped &mapped, std::int64_t workspace_bytes, void *stream,
                                    bool graph, std::string &wrong) {
    return if_right(std::make_unique<DeviceStage>(mapped, workspace_bytes, stream, graph), wrong);
}

} // namespace exactk::worker
