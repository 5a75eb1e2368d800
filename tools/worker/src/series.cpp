// Runs rounds: who is called when, how often, and what is kept of it.
// Spec: contract/C8 C15. Layer: tools/worker.
#include "series.hpp"

#include <algorithm>

namespace exactk::worker {

namespace {

using foreign::Reply;
using foreign::Wire;

/// Calls in a sample at most.
constexpr std::uint32_t calls_most =
    65536; // convention: of calls that take 10 ns, more than any sample needs

/// Samples that all have to be long enough.
constexpr int repeats = 3; // convention: two disturbances on end are rare

} // namespace

bool Series::on_host() const {
    return plugins_[mapped_.wire().which].description->memory == exactk_plugin_host;
}

/// A code of an implementation's own goes before nothing but an error of the device.
Said Series::one_of(std::size_t which, const Said &said, int code) const {
    if (said.reply == Reply::answered && code != 0) {
        return {Reply::refused, code, plugins_[which].words(code)};
    }
    return said;
}

/// Asks for workspaces and forgets what an earlier series has left.
Said Series::begin() {
    begun_ = false;
    stage_.reset();
    blank_ = {};
    kept_ = {};
    const exactk_plugin_problem question = question_of(mapped_.wire());
    for (std::size_t which = 0; which < plugins_.size(); ++which) {
        mapped_.wire().at = static_cast<std::uint32_t>(which);
        const Plugin &plugin = plugins_[which];
        const bool called = mapped_.wire().turns == 2 || which == mapped_.wire().which;
        const Entered entered(plugin);
        workspace_bytes_[which] = plugin.workspace == nullptr || !called ? 0 : plugin.workspace(&question);
        if (workspace_bytes_[which] < 0) {
            return one_of(which, {}, static_cast<int>(workspace_bytes_[which]));
        }
    }
    return {};
}

Said Series::open_stage() {
    if (stage_ != nullptr) {
        return {};
    }
    const Wire &wire = mapped_.wire();
    const std::int64_t bytes = std::max(workspace_bytes_[0], workspace_bytes_[1]);
    std::string wrong;
    if (on_host()) {
        stage_ = host_stage(mapped_, bytes, wrong);
    } else if (wrong = streams_.open(wire.device); wrong.empty()) {
        const bool graph = (wire.series & foreign::series_graph) != 0;
        stage_ = device_stage(mapped_, bytes, streams_.first(), graph, wrong);
    }
    if (!wrong.empty()) {
        return {Reply::unusable, 0, wrong};
    }
    return begun_ ? Said{} : stage_->take_outputs(blank_);
}

/// The least time of a few samples, or of fewer if one is short: a disturbance makes a sample longer and none shorter.
Said Series::least(std::size_t which, const Make &make, std::uint32_t calls, double &nanoseconds) {
    const auto enough = static_cast<double>(mapped_.wire().sample_nanoseconds);
    for (int repeat = 0; repeat < repeats && (repeat == 0 || nanoseconds >= enough); ++repeat) {
        double now = 0;
        int code = 0;
        const Said said = sample(which, make, calls, now, code);
        if (said.reply != Reply::answered || code != 0) {
            return one_of(which, said, code);
        }
        nanoseconds = repeat == 0 ? now : std::min(nanoseconds, now);
    }
    return {};
}

/// As many calls as take as long as a sample is to take, whenever they are repeated.
Said Series::find_calls(std::size_t which, const Make &make) {
    Wire &wire = mapped_.wire();
    for (std::uint32_t calls = 1;; calls *= 2) {
        double nanoseconds = 0;
        if (const Said said = least(which, make, calls, nanoseconds); said.reply != Reply::answered) {
            return said;
        }
        if (nanoseconds >= static_cast<double>(wire.sample_nanoseconds) || calls >= calls_most) {
            wire.calls[which] = calls;
            return {};
        }
    }
}

// Both are done in the floating-point environment of the implementation, which is changed outside of what is measured.
Said Series::prepare(std::size_t which, const Make &make, int &code) {
    const Entered entered(plugins_[which]);
    return stage_->prepare(which, make, code);
}

Said Series::sample(std::size_t which, const Make &make, std::uint32_t calls, double &nanoseconds,
                    int &code) {
    const Entered entered(plugins_[which]);
    return stage_->timed(which, make, calls, nanoseconds, code);
}

/// A call that is not timed meets what the other's calls have left in caches; a sample does not.
Said Series::turn(std::size_t which, bool keep, double &nanoseconds) {
    Wire &wire = mapped_.wire();
    wire.at = static_cast<std::uint32_t>(which);
    Call call = stage_->call();
    call.workspace_bytes = workspace_bytes_[which];
    call.workspace = call.workspace_bytes > 0 ? call.workspace : nullptr;
    const Plugin &plugin = plugins_[which];
    const Make make = [&] {
        return plugin.run(&call.problem, &call.outputs, call.workspace, call.workspace_bytes, call.stream);
    };
    int code = 0;
    Said said = prepare(which, make, code);
    if (said.reply != Reply::answered || code != 0) {
        return one_of(which, said, code);
    }
    if (wire.calls[which] == 0) {
        if (said = find_calls(which, make); said.reply != Reply::answered) {
            return said;
        }
    }
    // What is kept of the last round was written in its sample, since nothing was there before.
    if (keep) {
        if (said = stage_->put_outputs(blank_); said.reply != Reply::answered) {
            return said;
        }
    }
    said = sample(which, make, wire.calls[which], nanoseconds, code);
    if (said.reply != Reply::answered || code != 0) {
        return one_of(which, said, code);
    }
    nanoseconds /= wire.calls[which];
    return keep ? stage_->take_outputs(kept_[which]) : Said{};
}

Said Series::time() {
    Wire &wire = mapped_.wire();
    const bool known = wire.which < plugins_.size() && (wire.turns == 1 || wire.turns == plugins_.size()) &&
                       wire.rounds >= 1 && wire.rounds <= foreign::rounds_most;
    if (!known || (wire.turns == 2 && plugins_[0].description->memory != plugins_[1].description->memory)) {
        return {Reply::unusable, 0, "no such rounds"};
    }
    Said said;
    if ((wire.series & foreign::series_first) != 0) {
        said = begin();
    } else if (!begun_) {
        return {Reply::unusable, 0, "no series was begun"};
    }
    said = said.reply == Reply::answered ? open_stage() : said;
    begun_ = said.reply == Reply::answered;
    const bool last = (wire.series & foreign::series_last) != 0;
    for (std::uint32_t round = 0; round < wire.rounds && said.reply == Reply::answered; ++round) {
        for (std::uint32_t turn_number = 0; turn_number < wire.turns && said.reply == Reply::answered;
             ++turn_number) {
            // By turns each is the first of a round.
            const std::size_t which = wire.turns == 1 ? wire.which : (wire.which + round + turn_number) % 2;
            said = turn(which, last && round + 1 == wire.rounds, wire.nanoseconds[round][which]);
        }
    }
    if (last && said.reply == Reply::answered) {
        said = stage_->look();
    }
    // Host memory is given back to the tool's other requests; arrays on a device wait for the next rounds.
    if (on_host() || said.reply != Reply::answered || last) {
        leave();
    }
    return said;
}

Said Series::kept() {
    Wire &wire = mapped_.wire();
    if (wire.which >= plugins_.size() || !begun_) {
        return {Reply::unusable, 0, "nothing was kept"};
    }
    const foreign::Part parts[2] = {foreign::Part::indices, foreign::Part::out_scores};
    for (std::size_t output = 0; output < 2; ++output) {
        const std::vector<std::byte> &bytes = kept_[wire.which][output];
        const foreign::Region &region = wire.regions[static_cast<std::size_t>(parts[output])];
        if (static_cast<std::int64_t>(bytes.size()) != region.bytes) {
            return {Reply::unusable, 0, "what was kept has another size than the outputs"};
        }
        if (!bytes.empty()) {
            std::memcpy(mapped_.bytes + region.offset, bytes.data(), bytes.size());
        }
    }
    return {};
}

} // namespace exactk::worker
