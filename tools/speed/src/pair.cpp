// Series of rounds of both, and whose trouble it is if one goes wrong.
// Spec: contract/C1 to C9 C15. Layer: tools/speed.
#include "pair.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <exactk/foreign/wire.hpp>

#include "alone.hpp"
#include "pace.hpp"

namespace exactk::speed {

namespace {

constexpr std::size_t rounds_least = 15; // convention: an interval from the 4th to the 12th of the ratios
constexpr std::size_t rounds_most = 384; // convention: more make intervals narrower by little
/// Calls of a sample together take that long at least.
constexpr std::int64_t sample_nanoseconds =
    500'000;                         // convention: a clock's step and an interrupt are small in it
constexpr double calls_most = 65536; // bound: as in series.cpp

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

const char *letter(std::size_t side) { return side == 0 ? "A" : "B"; }

} // namespace

std::string Pair::open(const Settings &settings) {
    graph_ = settings.graph;
    sides_ = settings.sides;
    const std::array<Side, 2> &sides = sides_;
    why_two_ = foreign::why_not_shared(sides[0].start, sides[1].start);
    const bool share = why_two_.empty();
    companies_.resize(share ? 1 : 2);
    if (share) {
        if (const std::string wrong =
                companies_[0].open({sides[0].start, sides[1].start}, {sides[0].settings, sides[1].settings});
            !wrong.empty()) {
            return wrong;
        }
    } else {
        for (std::size_t side = 0; side < 2; ++side) {
            if (const std::string wrong = companies_[side].open({sides[side].start}, {sides[side].settings});
                !wrong.empty()) {
                return wrong;
            }
        }
    }
    const bool device[2] = {company_of(0).on_device(place_of(0)), company_of(1).on_device(place_of(1))};
    if (device[0] != device[1]) {
        return fmt::format(
            "host_against_device: {} has its arrays {}, {} has them {}; times of a host and of a GPU are "
            "measured by different clocks and leave out the way between the two: hold like against like",
            sides[0].name, device[0] ? "on a GPU" : "on the host", sides[1].name,
            device[1] ? "on a GPU" : "on the host");
    }
    for (std::size_t side = 0; graph_ && side < 2; ++side) {
        if (!device[side] || !sides[side].start.starts_with("plugin:") ||
            !implementation(side).promise->graph) {
            return fmt::format(
                "no_graph: {} is not captured into a graph: it is no plug-in with arrays on a GPU, or "
                "promises no graph; leave --graph away",
                sides[side].name);
        }
    }
    return "";
}

const Implementation &Pair::implementation(std::size_t side) const {
    return companies_[one_process() ? 0 : side].implementation(place_of(side));
}

bool Pair::on_device() const { return companies_[0].on_device(0); }

std::string Pair::device() const {
    return !on_device() ? "" : companies_[0].device(0).empty() ? "unknown GPU" : companies_[0].device(0);
}

void Pair::renew() {
    for (foreign::Company &company : companies_) {
        company.renew();
    }
}

std::string Pair::ready() {
    const Clock::time_point start = Clock::now();
    std::string wrong;
    for (std::size_t company = 0; company < companies_.size() && wrong.empty(); ++company) {
        wrong = companies_[company].ready();
    }
    beside_seconds_ += seconds_since(start);
    return wrong;
}

/// How all calls of a series are made.
foreign::Rounds Pair::like() const {
    const Promise &mine = *implementation(0).promise;
    const Promise &other = *implementation(1).promise;
    foreign::Rounds wanted;
    wanted.graph = graph_;
    wanted.alignment = std::max(mine.alignment, other.alignment);
    wanted.reads_width = mine.reads_width || other.reads_width;
    wanted.sample_nanoseconds = sample_nanoseconds;
    return wanted;
}

/// One request. False if it is the end of the series.
bool Pair::ask(std::size_t side, bool both, const subject::Asked &asked, const Outputs &outputs,
               foreign::Rounds &wanted, Times &times, Trouble &trouble) {
    wanted.which = place_of(side);
    wanted.both = both;
    // By place in the process.
    wanted.calls = both || one_process() ? calls_ : std::array<std::uint32_t, 2>{calls_[side], 0};
    const foreign::Timed timed = company_of(side).time(asked.problem, outputs, wanted);
    if (timed.ended.how == Ended::How::not_run) {
        trouble.why = timed.ended.words;
        return false;
    }
    if (!timed.ended.troubles.empty()) {
        trouble.check = check_of(timed.ended.troubles);
        trouble.side = timed.at < 0 ? -1 : one_process() ? timed.at : static_cast<int>(side);
        return false;
    }
    if (both || one_process()) {
        calls_ = wanted.calls;
    } else {
        calls_[side] = wanted.calls[0];
    }
    for (std::size_t who = 0; who < 2; ++who) {
        if (both || who == side) {
            const std::vector<double> &got = timed.nanoseconds[place_of(who)];
            times[who].insert(times[who].end(), got.begin(), got.end());
        }
    }
    return true;
}

/// Rounds of the series, in one request or in two for each.
bool Pair::rounds(const subject::Asked &asked, const Outputs &outputs, std::size_t count, bool first,
                  bool last, double one_round, Times &times, Trouble &trouble) {
    bool good = true;
    if (one_process()) {
        foreign::Rounds wanted = like();
        wanted.rounds = count;
        wanted.first = first;
        wanted.last = last;
        wanted.seconds = slack * one_round * static_cast<double>(count);
        good = ask(done_ % 2, true, asked, outputs, wanted, times, trouble);
        done_ += count;
        return good;
    }
    for (std::size_t round = 0; round < count && good; ++round, ++done_) {
        for (std::size_t turn = 0; turn < 2 && good; ++turn) {
            foreign::Rounds wanted = like();
            wanted.first = first && round == 0;
            wanted.last = last && round + 1 == count;
            wanted.seconds = slack * one_round;
            good = ask((done_ + turn) % 2, false, asked, outputs, wanted, times, trouble);
        }
    }
    return good;
}

/// Calls that were slow when they were counted make a sample that is too short once they are not.
void Pair::lengthen(const Times &times) {
    for (std::size_t side = 0; side < 2; ++side) {
        const double call = std::max(*std::min_element(times[side].begin(), times[side].end()), 1.0);
        const auto wanted = static_cast<std::uint32_t>(
            std::min(std::ceil(static_cast<double>(sample_nanoseconds) / call), calls_most));
        calls_[side] = std::max(calls_[side], wanted);
    }
}

/// What a round takes, with the calls that are not timed.
double Pair::round_seconds(const Times &times) const {
    double seconds = 0;
    for (std::size_t side = 0; side < 2; ++side) {
        seconds += median(times[side]) * (calls_[side] + 1.0) / nanoseconds;
    }
    return seconds;
}

/// False if there are no times, for `trouble`.
bool Pair::series(const subject::Asked &asked, double seconds, double seconds_most, Times &times,
                  Trouble &trouble) {
    const Clock::time_point start = Clock::now();
    const auto passed = [&] { return seconds_since(start); };
    const verify::GuardedOutputs outputs(shape_of(asked), poison);
    calls_ = {};
    done_ = 0;
    if (!rounds(asked, outputs.outputs(), rounds_to_begin, true, false, 0, times, trouble)) {
        return false;
    }
    lengthen(times);
    const double one_round = std::max(round_seconds(times), 1.0 / nanoseconds);
    const double least = one_round * static_cast<double>(rounds_least);
    if (passed() + least > seconds_most) {
        trouble.why = fmt::format("{} rounds would take {:.1f} s, and {:.1f} s of the budget are left",
                                  rounds_least, least, std::max(seconds_most - passed(), 0.0));
        return false;
    }
    for (bool last = false; !last;) {
        const double left = std::clamp((seconds - passed()) / one_round, 0.0, 1.0 * rounds_most);
        const std::size_t wanted =
            std::clamp(done_ + static_cast<std::size_t>(left), rounds_least, rounds_most);
        const std::size_t missing = wanted > done_ ? wanted - done_ : 1; // the last round is one that closes
        const double fitting = std::clamp(request_seconds / one_round, 1.0, 1.0 * foreign::rounds_most);
        const std::size_t count = std::min(missing, static_cast<std::size_t>(fitting));
        last = count == missing;
        if (!rounds(asked, outputs.outputs(), count, false, last, one_round, times, trouble)) {
            return false;
        }
    }
    return true;
}

/// What went wrong in a process of both may be the doing of either, whoever was called: each alone shows whose it is.
void Pair::apart(const subject::Asked &asked, const Trouble &together, Attempt &attempt) {
    const Clock::time_point start = Clock::now();
    // The one that was called is the first to be asked, since most often it is its doing.
    const std::size_t first = together.side == 1 ? 1 : 0;
    bool found = false;
    std::string unasked; // it is not known what one does alone
    for (std::size_t turn = 0; turn < 2 && !found; ++turn) {
        const std::size_t side = (first + turn) % 2;
        const Judged judged = alone(sides_[side], asked, like(), together.extent);
        found = !judged.check.faults.empty();
        attempt.checks[side] = judged.check;
        unasked += judged.why.empty() ? "" : fmt::format("; {} alone: {}", letter(side), judged.why);
    }
    if (!found) {
        attempt.nobodys = true;
        attempt.why = fmt::format("in a process of both, {}{}; neither of them does that alone{}",
                                  together.side < 0 ? "" : fmt::format("when {} was called, ", letter(first)),
                                  together.check.words, unasked);
    }
    beside_seconds_ += seconds_since(start);
}

/// Puts a trouble down to who is in it. Whoever it is, what their processes hold now is not to be trusted.
void Pair::settle(const subject::Asked &asked, const Trouble &trouble, Attempt &attempt) {
    attempt.why = trouble.why;
    if (!trouble.why.empty()) {
        return;
    }
    renew();
    if (one_process()) {
        apart(asked, trouble, attempt);
    } else {
        attempt.checks[static_cast<std::size_t>(std::max(trouble.side, 0))] = trouble.check;
    }
}

/// Whether an answer is right; if not, a trouble.
bool Pair::is_right(std::size_t side, const Judged &judged, Trouble &trouble) {
    trouble.side = static_cast<int>(side);
    trouble.check = judged.check;
    // A fault goes before what could not be asked after it.
    trouble.why = judged.check.faults.empty() && !judged.why.empty()
                      ? fmt::format("{} {}", letter(side), judged.why)
                      : "";
    return judged.right();
}

Attempt Pair::attempt(const subject::Asked &asked, double seconds, double seconds_most) {
    Attempt attempt;
    if (attempt.why = ready(); !attempt.why.empty()) {
        return attempt;
    }
    const Clock::time_point start = Clock::now();
    std::array<subject::Recorded, 2> judged;
    for (std::size_t side = 0; side < 2; ++side) {
        Judged answer = first_answer(company_of(side), place_of(side), asked);
        if (Trouble trouble; !is_right(side, answer, trouble)) {
            settle(asked, trouble, attempt);
            return attempt;
        }
        judged[side] = std::move(answer.recorded);
    }
    Times times;
    Trouble trouble;
    const double checked = seconds_since(start);
    const Clock::time_point begun = Clock::now();
    if (!series(asked, seconds - checked, seconds_most - checked, times, trouble)) {
        // A hang is waited for longer than anything else takes: the rounds before it are what counts.
        const bool hung =
            std::count(trouble.check.faults.begin(), trouble.check.faults.end(), "timed_out") > 0;
        trouble.extent = {done_, hung ? 0 : seconds_since(begun)};
        trouble.check.words = trouble.check.words.empty() ? "" : "while it was timed, " + trouble.check.words;
        settle(asked, trouble, attempt);
        return attempt;
    }
    const Extent extent{done_, seconds_since(begun)};
    for (std::size_t side = 0; side < 2; ++side) {
        if (!is_right(side, last_answer(company_of(side), place_of(side), asked, judged[side]), trouble)) {
            trouble.extent = extent;
            settle(asked, trouble, attempt);
            return attempt;
        }
    }
    attempt.times = estimate(times[0], times[1]);
    return attempt;
}

} // namespace exactk::speed
