// Checks, series of rounds, and what the last of them wrote.
// Spec: contract/C1 to C9 C15. Layer: tools/speed.
#include "pair.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include <fmt/format.h>

#include <exactk/foreign/wire.hpp>
#include <exactk/verify/guarded.hpp>

namespace exactk::speed {

namespace {

constexpr std::size_t rounds_least = 15;   // convention: an interval from the 4th to the 12th of the ratios
constexpr std::size_t rounds_most = 384;   // convention: more make intervals narrower by little
constexpr std::size_t rounds_to_begin = 2; // bound: each is first once
/// Calls of a sample together take that long at least.
constexpr std::int64_t sample_nanoseconds =
    500'000;                          // convention: a clock's step and an interrupt are small in it
constexpr double slack = 4;           // convention: a machine that others use makes rounds so much longer
constexpr double request_seconds = 1; // convention: a worker that hangs is seen not much later
constexpr std::byte poison{0x5A};     // bound: that of a second run, as subject and foreign have it
constexpr double nanoseconds = 1e9;   // bound: in a second

const char *letter(std::size_t side) { return side == 0 ? "A" : "B"; }

verify::GuardedShape shape_of(const subject::Asked &asked) {
    verify::GuardedShape shape;
    shape.rows = asked.problem.rows;
    shape.k = asked.problem.k;
    shape.type = asked.problem.type;
    shape.pitch_gap = asked.output_gap;
    shape.scores = asked.scores;
    return shape;
}

Check check_of(const std::vector<exactk::Trouble> &troubles) {
    Check check;
    for (const exactk::Trouble &trouble : troubles) {
        check.faults.push_back(trouble.name);
        check.words += (check.words.empty() ? "" : "; ") + trouble.name + ": " + trouble.words;
    }
    return check;
}

Check check_of(const subject::Outcome &outcome) {
    return {outcome.faults, fmt::format("{}", fmt::join(outcome.problems, "; "))};
}

/// Whether outputs hold, row by row, the bytes of an answer without pitches, and poison between the rows.
bool same_bytes(const verify::GuardedOutputs &outputs, const subject::Asked &asked,
                const subject::Recorded &judged) {
    const Outputs &now = outputs.outputs();
    const auto k = static_cast<std::size_t>(asked.problem.k);
    const std::size_t bytes =
        static_cast<std::size_t>(score_bytes[static_cast<std::size_t>(asked.problem.type)]);
    bool same = true;
    for (std::int64_t row = 0; row < asked.problem.rows && k > 0 && same; ++row) {
        const std::size_t at = static_cast<std::size_t>(row) * k;
        same = std::memcmp(now.indices + row * now.index_pitch, judged.indices.data() + at,
                           k * sizeof(std::int32_t)) == 0;
        if (same && asked.scores) {
            const std::byte *const scores = static_cast<const std::byte *>(now.scores) +
                                            row * now.score_pitch * static_cast<std::int64_t>(bytes);
            same = std::memcmp(scores, judged.scores.data() + at * bytes, k * bytes) == 0;
        }
    }
    const std::vector<verify::PoisonedRegion> outside = outputs.outside();
    return same && std::all_of(outside.begin(), outside.end(), [](const verify::PoisonedRegion &region) {
               return std::all_of(region.bytes, region.bytes + region.count,
                                  [&](std::byte byte) { return byte == region.poison; });
           });
}

} // namespace

std::string Pair::open(const Settings &settings) {
    graph_ = settings.graph;
    const std::array<Side, 2> &sides = settings.sides;
    const bool share = foreign::can_share(sides[0].start, sides[1].start);
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

/// One request. False if it is the end of the series.
bool Pair::ask(std::size_t side, bool both, const subject::Asked &asked, const Outputs &outputs,
               foreign::Rounds &wanted, Times &times, Trouble &trouble) {
    const Promise &mine = *implementation(0).promise;
    const Promise &other = *implementation(1).promise;
    wanted.which = place_of(side);
    wanted.both = both;
    wanted.graph = graph_;
    wanted.alignment = std::max(mine.alignment, other.alignment);
    wanted.reads_width = mine.reads_width || other.reads_width;
    wanted.sample_nanoseconds = sample_nanoseconds;
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
        foreign::Rounds wanted;
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
            foreign::Rounds wanted;
            wanted.first = first && round == 0;
            wanted.last = last && round + 1 == count;
            wanted.seconds = slack * one_round;
            good = ask((done_ + turn) % 2, false, asked, outputs, wanted, times, trouble);
        }
    }
    return good;
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
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    const verify::GuardedOutputs outputs(shape_of(asked), poison);
    calls_ = {};
    done_ = 0;
    if (!rounds(asked, outputs.outputs(), rounds_to_begin, true, false, 0, times, trouble)) {
        return false;
    }
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

/// Memory was damaged in a process of both: each alone shows whose doing it is.
Pair::Trouble Pair::apart(const subject::Asked &asked, const Trouble &together) {
    const verify::GuardedOutputs outputs(shape_of(asked), poison);
    for (std::size_t side = 0; side < 2; ++side) {
        renew();
        Times times;
        Trouble trouble;
        foreign::Rounds wanted;
        wanted.rounds = rounds_to_begin;
        calls_ = {};
        if (!ask(side, false, asked, outputs.outputs(), wanted, times, trouble) && trouble.why.empty()) {
            trouble.side = static_cast<int>(side);
            return trouble;
        }
    }
    renew();
    Trouble trouble;
    trouble.why =
        "while both were timed in turn, " + together.check.words + "; neither of them does that alone";
    return trouble;
}

/// What the last timed call wrote: the bytes that were judged, or an answer that is judged now, beside a new one.
Check Pair::last_answer(std::size_t side, const subject::Asked &asked, const subject::Recorded &judged) {
    foreign::Company &company = company_of(side);
    const std::size_t place = place_of(side);
    const verify::GuardedOutputs outputs(shape_of(asked), poison);
    const Ended ended = company.kept(place, asked.problem, outputs.outputs());
    if (ended.how != Ended::How::answered) {
        return {{"crashed"},
                "crashed: what it wrote while it was timed is not there any more: " + ended.words};
    }
    if (same_bytes(outputs, asked, judged)) {
        return {};
    }
    Implementation both = company.implementation(place);
    both.isolated = [&](const Problem &problem, const Outputs &to, const Way &way) {
        return way.number == 0 ? company.implementation(place).isolated(problem, to, way)
                               : company.kept(place, problem, to);
    };
    const subject::Outcome outcome = subject::run(both, Plan{}, asked, nullptr);
    Check check = check_of(outcome);
    if (!outcome.not_run.empty()) {
        check = {{"refused"}, "refused: asked again it does not take the question: " + outcome.not_run};
    }
    check.words = check.words.empty() ? "" : "in the last timed call, " + check.words;
    return check;
}

Attempt Pair::attempt(const subject::Asked &asked, double seconds, double seconds_most) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    Attempt attempt;
    std::array<subject::Recorded, 2> judged;
    for (std::size_t side = 0; side < 2; ++side) {
        subject::Outcome outcome = subject::run(implementation(side), Plan{}, asked, nullptr);
        if (!outcome.not_run.empty() && attempt.why.empty()) {
            attempt.why = fmt::format("{} does not take it: {}", letter(side), outcome.not_run);
        }
        attempt.checks[side] = check_of(outcome);
        judged[side] = std::move(outcome.recorded);
    }
    const auto all_passed = [&] {
        return attempt.why.empty() && attempt.checks[0].faults.empty() && attempt.checks[1].faults.empty();
    };
    Times times;
    Trouble trouble;
    if (!all_passed()) {
        return attempt;
    }
    if (!series(asked, seconds - passed(), seconds_most - passed(), times, trouble)) {
        if (trouble.why.empty() && trouble.side < 0) {
            trouble = apart(asked, trouble);
        }
        attempt.why = trouble.why;
        if (trouble.side >= 0) {
            trouble.check.words = "while it was timed, " + trouble.check.words;
            attempt.checks[static_cast<std::size_t>(trouble.side)] = trouble.check;
        }
        return attempt;
    }
    for (std::size_t side = 0; side < 2; ++side) {
        attempt.checks[side] = last_answer(side, asked, judged[side]);
    }
    if (all_passed()) {
        attempt.times = estimate(times[0], times[1]);
    }
    return attempt;
}

} // namespace exactk::speed
