// Asks laws of cases that were read from files, and runs cases as a replay does.
// Spec: contract/C1 to C18. Layer: tools/laws.
#include <exactk/laws/replay.hpp>

#include <memory>
#include <stdexcept>

#include <exactk/casefile/input.hpp>

namespace exactk::laws {

namespace {

casefile::Run ask(const Law &law, const casefile::CaseFile &one, const Implementation &implementation) {
    casefile::Run run;
    run.implementation = implementation.name;
    run.plan = implementation.uses_plan ? casefile::describe(one.plan) : "";
    run.law = std::string(law.name) + " seed " + std::to_string(one.law_seed);
    if (!applies(law, implementation, one)) {
        run.result = casefile::Run::Result::not_run;
        run.words = {law.needs_plan && !implementation.uses_plan
                         ? "the law is about implementations that follow a plan"
                         : "its rows are too long for an implementation whose time grows with n squared"};
        return run;
    }
    const std::string words = law.broken(implementation, one, one.law_seed);
    if (!words.empty()) {
        run.result = casefile::Run::Result::failed;
        run.words = {words};
        run.clauses = clauses_of(law);
    }
    return run;
}

} // namespace

std::string unknown_law(const casefile::CaseFile &one) {
    if (one.law.empty() || find_law(one.law) != nullptr) {
        return "";
    }
    std::string names;
    for (const Law &law : laws()) {
        names += std::string(names.empty() ? "" : ", ") + law.name;
    }
    return "law is '" + one.law + "'; there are " + names;
}

std::vector<casefile::Run> replay_law(const casefile::CaseFile &given,
                                      const std::vector<const Implementation *> &implementations) {
    const Law *const law = given.law.empty() ? nullptr : find_law(given.law);
    std::vector<casefile::Run> runs;
    if (law == nullptr) {
        return runs;
    }
    casefile::CaseFile one;
    try {
        one = spelled_out(given);
    } catch (const std::invalid_argument &error) {
        casefile::Run run;
        run.implementation = "law";
        run.law = given.law;
        run.result = casefile::Run::Result::not_run;
        run.words = {error.what()};
        return {run};
    }
    for (const Implementation *implementation : implementations) {
        runs.push_back(ask(*law, one, *implementation));
    }
    return runs;
}

std::vector<int> clauses_of(const Law &law) {
    std::vector<int> clauses;
    subject::add_clauses(clauses, law.clauses);
    return clauses;
}

bool fails_replay(const casefile::CaseFile &one, const Implementation &implementation) {
    std::unique_ptr<casefile::Input> input;
    if (casefile::materialise(one, input)) {
        return false;
    }
    return casefile::replay(one, *input, {&implementation}).front().result == casefile::Run::Result::failed;
}

} // namespace exactk::laws
