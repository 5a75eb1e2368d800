// Puts requests to a worker process and tells what came of them.
// Spec: contract/C8 C10 C15 C18. Layer: tools/foreign.
#include "process.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sstream>

namespace exactk::foreign {

namespace {

constexpr std::byte poisons[2] = {std::byte{0xA5}, std::byte{0x5A}}; // convention: differ in every byte
/// Words of a worker that saw itself what others' memory tells this process.
constexpr std::string_view wrote_outside = "wrote_outside: ";
constexpr std::string_view not_captured = "not_captured: ";
constexpr double calls_of_round = 2;   // bound: of a turn of series.cpp, where a sample is one call
constexpr double calls_to_count = 3;   // bound: of series.cpp, where one call is long enough to be a sample
constexpr double calls_to_capture = 1; // bound: of stage.cpp, beside a call as ever
constexpr std::size_t slow_rounds = 2; // convention: rounds that may take much longer than is expected

/// A text of the worker's, which may be anything, with its lines.
template <std::size_t size> std::string lines_of(const std::array<char, size> &text) {
    return std::string(text.data(), strnlen(text.data(), size));
}

template <std::size_t size> std::string text_of(const std::array<char, size> &text) {
    return one_line(lines_of(text));
}

Trouble trouble_of_fault(const Wire &wire) {
    // The last is the worker's number for what is none of the wire's arrays.
    const char *const names[part_count + 1] = {"lengths", "scores", "indices", "output scores",
                                               "the workspace"};
    const bool writes = wire.fault_writes == 1;
    const std::string part = names[std::min<std::uint32_t>(wire.fault_part, part_count)];
    const std::string where = std::to_string(wire.fault_distance) + " bytes ";
    const bool next_to = wire.fault_distance == 0;
    const std::string words = (writes ? "wrote " : "read ") +
                              (wire.fault_place == FaultPlace::before ? where + "before "
                               : next_to                              ? "right behind the end of "
                                                                      : where + "beyond the end of ") +
                              part;
    return writes ? Trouble{"wrote_outside", "C8", words} : Trouble{"read_outside", "C10", words};
}

/// Seconds as they were given, without zeros at the end.
std::string seconds_words(double seconds) {
    std::ostringstream text;
    text << seconds;
    return text.str();
}

std::string signal_words(int signal) {
    const char *const name = sigabbrev_np(signal);
    return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

Ended failed(std::vector<Trouble> troubles) {
    Ended ended;
    ended.how = Ended::How::failed;
    ended.troubles = std::move(troubles);
    return ended;
}

Ended not_run(std::string words) {
    Ended ended;
    ended.how = Ended::How::not_run;
    ended.words = std::move(words);
    return ended;
}

} // namespace

std::string one_line(std::string text) {
    for (char &letter : text) {
        letter = static_cast<unsigned char>(letter) < ' ' || letter == 0x7F ? '?' : letter;
    }
    return text;
}

Process::Process(Command command, double seconds, std::size_t count)
    : seconds_(seconds), count_(count), worker_(std::move(command), seconds) {}

std::string Process::open() {
    const Waited waited = worker_.start();
    if (waited.how == Waited::How::no_start) {
        return waited.words;
    }
    if (waited.how == Waited::How::timed_out) {
        return "it was not loaded in time";
    }
    if (waited.how == Waited::How::died) {
        const std::string line = worker_.last_line();
        const std::string how = waited.signal != 0 ? "by " + signal_words(waited.signal)
                                                   : "with exit code " + std::to_string(waited.exit_code);
        return "its process ended " + how + " while it was loaded" +
               (line.empty() ? "" : "; it printed: " + line);
    }
    const Wire &wire = worker_.wire();
    if (wire.reply != Reply::ready) {
        worker_.stop();
        return text_of(wire.text);
    }
    std::string wrong;
    for (std::size_t which = 0; which < count_ && wrong.empty(); ++which) {
        wrong = describe(which);
    }
    return wrong;
}

/// The first description is there as soon as the worker is ready; others are asked for.
std::string Process::describe(std::size_t which) {
    const Wire &wire = worker_.wire();
    if (which > 0) {
        worker_.wire().which = static_cast<std::uint32_t>(which);
        const Ended ended = ask(Request::describe, seconds_);
        if (ended.how != Ended::How::answered) {
            return ended.troubles.empty() ? ended.words : ended.troubles[0].words;
        }
    }
    descriptions_[which] = {text_of(wire.name), text_of(wire.release), lines_of(wire.promises),
                            wire.memory == 1, text_of(wire.text)};
    return "";
}

/// The process ended in the call.
Ended Process::lost(const Waited &waited, double seconds) const {
    if (waited.how == Waited::How::timed_out) {
        return failed({{"timed_out", "C8", "no answer after " + seconds_words(seconds) + " s"}});
    }
    const Wire &wire = worker_.wire();
    if (wire.fault_place == FaultPlace::before || wire.fault_place == FaultPlace::behind) {
        return failed({trouble_of_fault(wire)});
    }
    const int signal = wire.signal != 0 ? wire.signal : waited.signal;
    const std::string line = worker_.last_line();
    std::string words = signal != 0 ? "ended by " + signal_words(signal)
                                    : "ended its process with exit code " + std::to_string(waited.exit_code);
    words += line.empty() ? "" : "; it printed: " + line;
    return failed({{"crashed", "C8", words}});
}

/// The process is there and has said something other than an answer.
Ended Process::said(const Wire &wire) {
    const std::string words = text_of(wire.text);
    switch (wire.reply) {
    case Reply::not_supported:
    case Reply::unusable: {
        Ended ended;
        ended.how = Ended::How::not_run;
        ended.words = words.empty() ? "it does not take this problem" : words;
        return ended;
    }
    case Reply::refused:
        return failed({{"refused", "C18",
                        "took the problem and then answered with code " + std::to_string(wire.status) +
                            (words.empty() ? "" : ": " + words)}});
    case Reply::raised:
        if (words.starts_with(wrote_outside)) {
            return failed({{"wrote_outside", "C8", words.substr(wrote_outside.size())}});
        }
        if (words.starts_with(not_captured)) {
            return failed({{"not_captured", "C15", words.substr(not_captured.size())}});
        }
        return failed({{"raised", "C18", words}});
    case Reply::device_error: worker_.stop(); return failed({{"device_error", "C8", words}});
    default: break;
    }
    worker_.stop();
    return failed({{"crashed", "C8", "its process broke off the conversation"}});
}

/// Puts the request that the wire holds, and waits for so long.
Ended Process::ask(Request request, double seconds) {
    worker_.wire().request = request;
    const Waited waited = worker_.call(seconds);
    if (waited.how != Waited::How::replied) {
        return lost(waited, seconds);
    }
    return worker_.wire().reply == Reply::answered ? Ended{} : said(worker_.wire());
}

/// "" or why there is no memory for the arrays. They are described in the wire, and not there yet.
std::string Process::lay_out(const Problem &problem, const Outputs &outputs, const Placement &placement) {
    layout_.emplace(problem, outputs, placement);
    if (!worker_.reserve(layout_->total_bytes())) {
        return "no memory for " + std::to_string(layout_->total_bytes()) + " bytes";
    }
    layout_->describe(worker_.wire());
    return "";
}

Ended Process::call(std::size_t which, const Problem &problem, const Outputs &outputs, const Way &way) {
    if (const std::string wrong = ready(); !wrong.empty()) {
        return not_run(wrong);
    }
    if (way.how != Way::How::plain && !descriptions_[which].on_device) {
        return not_run("it is not given streams");
    }
    // In the memory of a graph the arrays keep their places, whatever the lengths.
    const bool in_graph = way.how == Way::How::capture || way.how == Way::How::replay;
    const Promise &promise = promises_[which];
    const std::string wrong =
        lay_out(problem, outputs,
                {way.number % 2 == 0, promise.alignment, promise.reads_width || in_graph,
                 poisons[static_cast<std::size_t>(way.number % 2)]});
    if (!wrong.empty()) {
        return not_run(wrong);
    }
    worker_.wire().which = static_cast<std::uint32_t>(which);
    worker_.wire().way = static_cast<std::uint32_t>(way.how);
    for (const Request request : {Request::supports, Request::run}) {
        if (request == Request::run) {
            layout_->fill(worker_.memory());
        }
        if (const Ended ended = ask(request, seconds_); ended.how != Ended::How::answered) {
            return ended;
        }
    }
    layout_->take(worker_.memory());
    Ended ended;
    ended.troubles = layout_->troubles(worker_.memory());
    return ended;
}

/// Arrays of a series: as a second run of a question has them, where the caller's addresses are kept within a line.
Ended Process::begin(const Problem &problem, const Outputs &outputs, const Rounds &rounds) {
    std::string wrong = ready();
    if (wrong.empty()) {
        wrong = lay_out(problem, outputs, {false, rounds.alignment, rounds.reads_width, poisons[1]});
    }
    if (!wrong.empty()) {
        return not_run(wrong);
    }
    layout_->fill(worker_.memory());
    return {};
}

/// What a request may take: the time-out for each of its calls as long as nothing is known of them; later, what is expected
/// and the time-out for each call of a few rounds, so that a hang is not waited for as long as a hundred rounds may take.
double Process::limit(const Rounds &rounds) const {
    const std::size_t slow = rounds.seconds > 0 ? std::min(rounds.rounds, slow_rounds) : rounds.rounds;
    const bool counted = rounds.calls[rounds.which] > 0;
    const double calls = calls_of_round * static_cast<double>(slow) + (counted ? 0 : calls_to_count) +
                         (rounds.first && rounds.graph ? calls_to_capture : 0);
    return calls * (rounds.both ? 2 : 1) * seconds_ + rounds.seconds;
}

Timed Process::time(const Problem &problem, const Outputs &outputs, Rounds &rounds) {
    Timed timed;
    if (rounds.first) {
        timed.ended = begin(problem, outputs, rounds);
        if (timed.ended.how != Ended::How::answered) {
            return timed;
        }
    } else if (!worker_.running() || !layout_.has_value()) {
        timed.ended = not_run("no series was begun");
        return timed;
    }
    Wire &wire = worker_.wire();
    wire.which = static_cast<std::uint32_t>(rounds.which);
    wire.turns = rounds.both ? 2 : 1;
    wire.rounds = static_cast<std::uint32_t>(std::clamp<std::size_t>(rounds.rounds, 1, rounds_most));
    wire.series = (rounds.first ? series_first : 0) | (rounds.last ? series_last : 0) |
                  (rounds.graph ? series_graph : 0);
    wire.sample_nanoseconds = rounds.sample_nanoseconds;
    wire.calls = rounds.calls;
    wire.at = wire.which;
    timed.ended = ask(Request::time, limit(rounds));
    // A worker that ended has left its last words in the memory.
    timed.at = static_cast<int>(std::min<std::uint32_t>(wire.at, 1));
    if (timed.ended.how != Ended::How::answered) {
        const bool of_memory = !timed.ended.troubles.empty() && wire.reply == Reply::raised &&
                               timed.ended.troubles[0].name == "wrote_outside";
        timed.at = rounds.both && of_memory ? -1 : timed.at;
        return timed;
    }
    rounds.calls = wire.calls;
    for (std::size_t which = 0; which < 2; ++which) {
        for (std::size_t round = 0; (rounds.both || which == rounds.which) && round < wire.rounds; ++round) {
            timed.nanoseconds[which].push_back(wire.nanoseconds[round][which]);
        }
    }
    if (rounds.last) {
        timed.ended.troubles = layout_->troubles(worker_.memory());
        timed.at = rounds.both ? -1 : timed.at;
    }
    return timed;
}

Ended Process::kept(std::size_t which, const Problem &problem, const Outputs &outputs) {
    if (!worker_.running()) {
        return not_run("its process has ended");
    }
    const Promise &promise = promises_[which];
    if (const std::string wrong =
            lay_out(problem, outputs, {false, promise.alignment, promise.reads_width, poisons[1]});
        !wrong.empty()) {
        return not_run(wrong);
    }
    worker_.wire().which = static_cast<std::uint32_t>(which);
    Ended ended = ask(Request::kept, seconds_);
    if (ended.how == Ended::How::answered) {
        layout_->take(worker_.memory());
    }
    layout_.reset();
    return ended;
}

} // namespace exactk::foreign
