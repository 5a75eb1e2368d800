// Narrows a case to what both promises speak of.
// Spec: contract/C1 to C9 C11. Layer: tools/speed.
#include "question.hpp"

#include <stdexcept>

#include <exactk/contract/text.hpp>

namespace exactk::speed {

namespace {

bool same_options(const Problem &one, const Problem &other) {
    const Options &a = one.options;
    const Options &b = other.options;
    return a.direction == b.direction && a.ties == b.ties && a.order == b.order &&
           a.nan_policy == b.nan_policy && a.fill_index == b.fill_index &&
           a.fill_score_given == b.fill_score_given && one.pitch == other.pitch;
}

template <class Memory> verify::InputImage image(const Memory &now, const Memory &before) {
    return {reinterpret_cast<const std::byte *>(now.data()),
            reinterpret_cast<const std::byte *>(before.data()),
            static_cast<std::int64_t>(now.size() * sizeof(now[0]))};
}

} // namespace

Question question_of(profiles::ProfileCase one, const Promise &mine, const Promise &other) {
    Question question;
    if (const casefile::Defect bad = casefile::make(one.one, question.input)) {
        throw std::logic_error(one.id + ": " + casefile::describe(bad)); // the lists are this program's own
    }
    const casefile::Input &input = *question.input;
    subject::Asked &asked = question.asked;
    asked.problem = as_asked(other, as_asked(mine, input.problem()));
    asked.output_gap = one.one.output_gap;
    asked.scores = one.one.wants_scores && mine.scores && other.scores;
    asked.input = {image(input.bytes(), input.bytes_before()),
                   image(input.lengths(), input.lengths_before())};
    if (!same_options(asked.problem, as_asked(mine, asked.problem))) {
        question.why = "each has a rule of its own that the other has not; there is no question for both";
    }
    const Promise *const promises[2] = {&mine, &other};
    for (int side = 0; side < 2 && question.why.empty(); ++side) {
        const std::string outside_of = outside(*promises[side], asked.problem);
        if (!outside_of.empty()) {
            question.why = std::string("outside the promise of ") + (side == 0 ? "A: " : "B: ") + outside_of;
        }
    }
    return question;
}

} // namespace exactk::speed
