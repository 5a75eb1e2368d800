// Shrinks what broke, and writes it with all that is needed to see it break again.
// Spec: contract/C1 to C18. Layer: tools/laws.
#include "stored.hpp"

#include <memory>

#include <exactk/casefile/input.hpp>
#include <exactk/casefile/replay.hpp>
#include <exactk/casefile/store.hpp>
#include <exactk/laws/replay.hpp>

namespace exactk::campaign {

namespace {

constexpr double shrink_seconds = 5; // convention: what a failure may cost

using casefile::CaseFile;

CaseFile smaller(const Settings &settings, const Question &question, CaseFile one) {
    const laws::FaultClass kind = laws::fault_class(words_of(question, one));
    const auto same = [&](const CaseFile &other) {
        return kind != laws::FaultClass::none && laws::fault_class(words_of(question, other)) == kind;
    };
    const auto replays = [&](const CaseFile &other) {
        return laws::fails_replay(other, question.implementation);
    };
    const auto both = [&](const CaseFile &other) { return same(other) && replays(other); };
    one.expected = {};
    // Many laws set outputs, k or the plan themselves, so what a replay looks at need not be in the case at all.
    CaseFile all = one;
    all.wants_scores = all.wants_facts = true;
    for (const CaseFile &begin : {one, all}) {
        if (both(begin)) {
            return laws::shrink(begin, both, shrink_seconds, settings.stopped);
        }
    }
    if (kind == laws::FaultClass::none) {
        return laws::shrink(std::move(one), replays, shrink_seconds, settings.stopped);
    }
    return laws::shrink(std::move(one), same, shrink_seconds, settings.stopped);
}

} // namespace

std::string words_of(const Question &question, const CaseFile &one) {
    return laws::applies(question.law, question.implementation, one)
               ? question.law.broken(question.implementation, one, question.seed)
               : "";
}

bool fails_again(const Question &question, const CaseFile &one) {
    return laws::fails_replay(one, question.implementation) || !words_of(question, one).empty();
}

std::string stored(const Settings &settings, const Question &question, CaseFile one) {
    if (settings.cases_dir.empty()) {
        return "";
    }
    const std::string law = question.law.name;
    const std::string whose = question.implementation.name;
    one = smaller(settings, question, std::move(one));
    const std::string words = words_of(question, one);
    one.note = casefile::as_note("campaign: law " + law + " of " + whose + ": " +
                                 (words.empty() ? "no words of the law, see the clauses" : words));
    one.clauses = laws::clauses_of(question.law);
    one.law = law;
    one.law_seed = question.seed;
    one.implementation = whose;
    std::unique_ptr<casefile::Input> input;
    if (!casefile::materialise(one, input)) {
        one.expected = casefile::right_answer(input->problem());
    }
    const bool again = fails_again(question, one);
    const casefile::Stored file = casefile::store(one, settings.cases_dir, "campaign-" + law + "-" + whose);
    if (file.path.empty()) {
        return "; no case file: " + file.reason;
    }
    return "; case file " + file.path + (again ? "" : ", which did not fail when it was run again");
}

} // namespace exactk::campaign
