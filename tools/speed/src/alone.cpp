// Answers and rounds of one implementation, for as long as both were at it.
// Spec: contract/C8 C15. Layer: tools/speed.
#include "alone.hpp"

#include <algorithm>
#include <chrono>

#include <exactk/foreign/wire.hpp>

#include "pace.hpp"

namespace exactk::speed {

Judged alone(const Side &side, const subject::Asked &asked, foreign::Rounds like, const Extent &extent) {
    using Clock = std::chrono::steady_clock;
    foreign::Company company;
    Judged judged;
    if (judged.why = company.open({side.start}, {side.settings}); !judged.why.empty()) {
        return judged;
    }
    judged = first_answer(company, 0, asked);
    if (!judged.right() || extent.rounds == 0) {
        return judged;
    }
    const verify::GuardedOutputs outputs(shape_of(asked), poison);
    const Clock::time_point start = Clock::now();
    like.which = 0;
    like.both = false;
    like.calls = {};
    like.first = true;
    like.last = false;
    like.rounds = rounds_to_begin;
    std::size_t done = 0;
    for (bool closed = false; !closed; like.first = false) {
        const foreign::Timed timed = company.time(asked.problem, outputs.outputs(), like);
        if (timed.ended.how == Ended::How::not_run) {
            judged.why = timed.ended.words;
        } else if (!timed.ended.troubles.empty()) {
            judged.check = check_of(timed.ended.troubles);
            judged.check.words = "while it was timed, " + judged.check.words;
        }
        if (!judged.right()) {
            return judged;
        }
        done += like.rounds;
        closed = like.last;
        const double one =
            std::max(median(timed.nanoseconds[0]) * (like.calls[0] + 1.0), 1.0) / nanoseconds; // of a round
        const double left = extent.seconds - std::chrono::duration<double>(Clock::now() - start).count();
        const double wanted = std::max({static_cast<double>(extent.rounds) - static_cast<double>(done),
                                        left / one, 1.0}); // a round closes the series
        const double fitting = std::clamp(request_seconds / one, 1.0, 1.0 * foreign::rounds_most);
        like.rounds = static_cast<std::size_t>(std::min(wanted, fitting));
        like.seconds = slack * one * static_cast<double>(like.rounds);
        like.last = wanted <= fitting;
    }
    return last_answer(company, 0, asked, judged.recorded);
}

} // namespace exactk::speed
