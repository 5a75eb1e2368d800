// Asks for answers and judges them, before a series and of its last round.
// Spec: contract/C1 to C9 C15. Layer: tools/speed.
#include "answers.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace exactk::speed {

namespace {

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

Judged first_answer(foreign::Company &company, std::size_t place, const subject::Asked &asked) {
    subject::Outcome outcome = subject::run(company.implementation(place), Plan{}, asked, nullptr);
    Judged judged;
    judged.check = check_of(outcome);
    judged.why = outcome.not_run.empty() ? "" : "does not take it: " + outcome.not_run;
    judged.recorded = std::move(outcome.recorded);
    return judged;
}

Judged last_answer(foreign::Company &company, std::size_t place, const subject::Asked &asked,
                   const subject::Recorded &before) {
    const verify::GuardedOutputs outputs(shape_of(asked), poison);
    const Ended ended = company.kept(place, asked.problem, outputs.outputs());
    Judged judged;
    if (ended.how != Ended::How::answered) {
        judged.why = "what it wrote while it was timed is not there any more: " +
                     (ended.troubles.empty() ? ended.words : ended.troubles[0].words);
        return judged;
    }
    if (same_bytes(outputs, asked, before)) {
        return judged;
    }
    Implementation both = company.implementation(place);
    both.isolated = [&](const Problem &problem, const Outputs &to, const Way &way) {
        return way.number == 0 ? company.implementation(place).isolated(problem, to, way)
                               : company.kept(place, problem, to);
    };
    const subject::Outcome outcome = subject::run(both, Plan{}, asked, nullptr);
    judged.check = check_of(outcome);
    if (!outcome.not_run.empty()) {
        judged.why = "wrote other bytes in the last timed call, and asked again there is no answer: " +
                     outcome.not_run;
    }
    judged.check.words = judged.check.words.empty() ? "" : "in the last timed call, " + judged.check.words;
    return judged;
}

} // namespace exactk::speed
