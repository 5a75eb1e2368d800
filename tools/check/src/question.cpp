// Questions from drawn cases and from profiles.
// Spec: contract/C1 to C15. Layer: tools/check.
#include "question.hpp"

#include <filesystem>

#include <exactk/casefile/drawn.hpp>

#include "filters.hpp"

namespace exactk::check {

namespace {

/// What is asked with the memory of `from`, a Batch or an Input.
template <class Memory>
subject::Asked asked_by(const Memory &from, std::int64_t output_gap, bool scores, bool facts) {
    const auto image = [](const auto &now, const auto &before) {
        return verify::InputImage{reinterpret_cast<const std::byte *>(now.data()),
                                  reinterpret_cast<const std::byte *>(before.data()),
                                  static_cast<std::int64_t>(now.size() * sizeof(now[0]))};
    };
    return {from.problem(),
            output_gap,
            scores,
            facts,
            {image(from.bytes(), from.bytes_before()), image(from.lengths(), from.lengths_before())}};
}

} // namespace

Question question_of(const cases::Case &one, const cases::Batch &batch) {
    Question question;
    question.id = cases::id(one);
    question.group = cases::name(one.family);
    question.words = cases::describe(one);
    question.asked = asked_by(batch, one.output_gap, one.wants_scores, one.wants_facts);
    question.quadratic_work = static_cast<double>(batch.quadratic_work());
    for (std::size_t index = 0; index < one.plans.size(); ++index) {
        question.plans.push_back(one.plans[index]);
        question.plans.back().filter = draw_filter(one, index);
    }
    question.file = [&one, &batch](const Plan &plan) { return casefile::from_drawn(one, batch, plan); };
    return question;
}

Question question_of(const std::string &path, const casefile::CaseFile &one, const casefile::Input &input) {
    Question question;
    question.id = std::filesystem::path(path).stem().string();
    question.group = path;
    question.path = path;
    question.words = one.note;
    question.asked = asked_by(input, one.output_gap, one.wants_scores, one.wants_facts);
    question.quadratic_work = input.quadratic_work();
    question.plans = {one.plan};
    question.file = [&one](const Plan &plan) {
        casefile::CaseFile file = one;
        file.plan = plan;
        return file;
    };
    return question;
}

Question question_of(const profiles::ProfileCase &one, const std::string &profile,
                     const casefile::Input &input) {
    Question question;
    question.id = one.id;
    question.group = profile;
    question.words = one.words;
    question.flags = " --profile " + profile;
    question.asked = asked_by(input, one.one.output_gap, one.one.wants_scores, one.one.wants_facts);
    question.quadratic_work = input.quadratic_work();
    question.plans = {one.one.plan};
    question.file = [&one](const Plan &plan) {
        casefile::CaseFile file = one.one;
        file.plan = plan;
        return file;
    };
    return question;
}

} // namespace exactk::check
