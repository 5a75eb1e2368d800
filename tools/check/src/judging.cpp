// Runs, judges, looks for causes, and writes failures down.
// Spec: contract/C1 to C15. Layer: tools/check.
#include "judging.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <exactk/casefile/store.hpp>
#include <exactk/cases/case.hpp>

#include "filters.hpp"

namespace exactk::check {

namespace {

/// Failures of an implementation with the same faults whose cause is looked for.
constexpr int causes_sought_max =
    3; // convention: the next ones have the same cause, and each costs ten questions

/// A row alone breaks what the judge says. Where rows lie is C11; that nothing else may matter is C15.
std::vector<int> clauses_of(const probes::Result &result) {
    if (result.name == "base") {
        return result.one.clauses;
    }
    return {result.name == "offset" || result.name == "pitch" || result.name == "alignment" ? 11 : 15};
}

/// A word for a shell.
std::string quoted(const std::string &word) {
    const bool plain = word.find_first_of(" \t'\"$&;|<>()*?[]#~`\\!{}") == std::string::npos;
    std::string text = "'";
    for (const char letter : word) {
        text += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return plain ? word : text + "'";
}

/// Digests of the rows of an answer.
std::vector<std::uint64_t> digests_of(const subject::Recorded &answer, std::int64_t rows, std::int64_t k) {
    std::vector<std::uint64_t> digests;
    for (std::int64_t row = 0; row < rows; ++row) {
        digests.push_back(casefile::row_digest(answer.indices.data() + row * k, k));
    }
    return digests;
}

} // namespace

std::string Judging::open() {
    return settings_.known_file.empty() ? "" : known_.load(settings_.known_file, settings_.seed);
}

std::string Judging::close() {
    summary_.mended = known_.mended();
    summary_.known_not_run = known_.not_run();
    return settings_.write_known.empty() ? "" : known_.write(settings_.write_known, settings_.seed);
}

/// Whether it was run.
bool Judging::run_on(const Implementation &implementation, const Plan &plan, const Question &question,
                     const subject::Recorded *truth, Tally &tally) {
    const subject::Outcome outcome = subject::run(implementation, plan, question.asked, truth);
    if (!outcome.not_run.empty()) {
        ++tally.left_out;
        ++tally.reasons[outcome.not_run];
        return false;
    }
    tally.contract_failed += outcome.contract_problems.empty() ? 0 : 1;
    const std::string who =
        implementation.name +
        (implementation.uses_plan ? " (" + cases::describe(plan) + describe(plan.filter) + ")" : "");
    add_clauses(implementation, who, question, plan, outcome, truth, tally);
    const bool known = known_.met(implementation.name, question.id, outcome.faults);
    if (outcome.problems.empty()) {
        ++tally.runs_passed;
        return true;
    }
    ++tally.runs_failed;
    const probes::Cause cause = cause_of(implementation, question.asked, outcome);
    add_verdicts(implementation.name, outcome.faults, question.id);
    add_verdicts(implementation.name,
                 cause.name.empty() ? std::vector<std::string>{} : std::vector{cause.name}, question.id);
    if (known) {
        summary_.known.push_back(implementation.name + " " + question.id);
        return true;
    }
    add_failure(question, plan, who, implementation.name, outcome, truth, cause);
    return true;
}

/// Counts broken clauses, and keeps for each the first case that broke it.
void Judging::add_clauses(const Implementation &implementation, const std::string &who,
                          const Question &question, const Plan &plan, const subject::Outcome &outcome,
                          const subject::Recorded *truth, Tally &tally) {
    const bool promise = implementation.promise != nullptr;
    const std::vector<int> &contract = promise ? outcome.contract_clauses : outcome.clauses;
    const std::vector<std::string> &words = promise ? outcome.contract_problems : outcome.problems;
    const bool broken = !outcome.problems.empty();
    std::string file;
    for (const auto &[clauses, by_promise] :
         {std::pair(&outcome.clauses, true), std::pair(&contract, false)}) {
        for (const int clause : *clauses) {
            ClauseCell &cell = tally.clauses[clause];
            (by_promise ? cell.failed : cell.contract_failed) += 1;
            // What breaks a promise goes before what only falls short of the contract.
            const bool before = by_promise && cell.failed == 1;
            if (!cell.first.empty() && !before) {
                continue;
            }
            if (file.empty() && (broken || settings_.contract_cases)) {
                file = store_case(question, plan, who, implementation.name, broken ? outcome.problems : words,
                                  broken ? outcome.clauses : contract, truth)
                           .path;
            }
            cell = {cell.failed, cell.contract_failed,
                    question.id, again(question, question.id, implementation.name),
                    file,        fmt::format("{}", fmt::join(by_promise ? outcome.problems : words, "; "))};
        }
    }
}

std::string Judging::again(const Question &question, const std::string &only,
                           const std::string &implementation) const {
    if (!question.path.empty()) {
        return fmt::format("exactk replay {} --impl {}{}", quoted(question.path), quoted(implementation),
                           settings_.flags);
    }
    // A group is as long as it was here.
    const std::string cases = only == question.group && question.flags.empty()
                                  ? fmt::format(" --cases {}", settings_.cases_per_family)
                                  : "";
    return fmt::format("exactk check --seed {}{} --only {}{} --impl {}{} --no-exhibits", settings_.seed,
                       question.flags, only, cases, quoted(implementation), settings_.flags);
}

casefile::Stored Judging::store_case(const Question &question, const Plan &plan, const std::string &who,
                                     const std::string &implementation, const std::vector<std::string> &words,
                                     const std::vector<int> &clauses, const subject::Recorded *truth) const {
    if (settings_.cases_dir.empty()) {
        return {};
    }
    casefile::CaseFile file = question.file(plan);
    file.note = casefile::as_note("check: " + who + ": " + fmt::format("{}", fmt::join(words, "; ")));
    file.clauses = clauses;
    if (truth != nullptr) {
        file.expected.kind = casefile::Expected::Kind::digests;
        file.expected.digests = digests_of(*truth, file.rows, file.k);
    }
    return casefile::store(file, settings_.cases_dir,
                           fmt::format("check-{}-{}", question.id, implementation));
}

void Judging::add_verdicts(const std::string &implementation, const std::vector<std::string> &names,
                           const std::string &where) {
    for (const std::string &name : names) {
        const auto met =
            std::find_if(summary_.verdicts.begin(), summary_.verdicts.end(), [&](const Verdict &verdict) {
                return verdict.implementation == implementation && verdict.name == name;
            });
        if (met != summary_.verdicts.end()) {
            ++met->count;
        } else {
            summary_.verdicts.push_back({implementation, name, 1, where});
        }
    }
}

/// Of others' implementations, and of the first failures of a kind, what they are about.
probes::Cause Judging::cause_of(const Implementation &implementation, const subject::Asked &asked,
                                const subject::Outcome &outcome) {
    const bool hung =
        std::find(outcome.faults.begin(), outcome.faults.end(), "timed_out") != outcome.faults.end();
    const std::string kind = fmt::format("{} {}", implementation.name, fmt::join(outcome.faults, ","));
    if (!implementation.isolated || hung || ++causes_sought_[kind] > causes_sought_max) {
        return {};
    }
    return probes::cause_of(implementation, asked, outcome);
}

void Judging::add_probe_failure(const Implementation &implementation, const probes::Result &result,
                                Tally &tally) {
    const std::string id = "probe/" + result.name;
    const std::string line = fmt::format("exactk check --seed {} --cases 0 --impl {}{} --no-exhibits",
                                         settings_.seed, quoted(implementation.name), settings_.flags);
    for (const int clause : clauses_of(result)) {
        ClauseCell &cell = tally.clauses[clause];
        ++cell.failed;
        ++cell.contract_failed;
        if (cell.first.empty()) {
            cell.first = id;
            cell.again = line;
            cell.words = result.words;
        }
    }
    add_verdicts(implementation.name, {result.fault}, id);
    if (known_.met(implementation.name, id, {result.fault})) {
        summary_.known.push_back(implementation.name + " " + id);
        return;
    }
    summary_.failures.push_back(
        fmt::format("{} {}: {}: {}", id, implementation.name, result.fault, result.words));
    summary_.reproductions.push_back(line);
    if (settings_.cases_dir.empty()) {
        return;
    }
    casefile::Stored stored;
    stored.reason = "the rows lie too far apart for a file";
    if (result.has_case) {
        casefile::CaseFile file = result.one;
        file.note =
            casefile::as_note("check: " + implementation.name + ": " + result.fault + ": " + result.words);
        stored = casefile::store(file, settings_.cases_dir,
                                 fmt::format("probe-{}-{}", result.name, implementation.name));
    }
    summary_.case_files.push_back(stored);
}

void Judging::probe(const Implementation &implementation, Tally &tally,
                    const std::function<bool()> &stopped) {
    for (probes::Result &result : probes::invariance(implementation, settings_.seed, stopped)) {
        tally.probes_run += result.how == probes::Result::How::not_run ? 0 : 1;
        if (result.how == probes::Result::How::failed) {
            add_probe_failure(implementation, result, tally);
        } else if (result.how == probes::Result::How::passed) {
            known_.met(implementation.name, "probe/" + result.name, {});
        }
        summary_.probed.push_back({implementation.name, std::move(result)});
    }
}

/// `truth` is null where there is none, or it is at fault itself.
void Judging::add_failure(const Question &question, const Plan &plan, const std::string &who,
                          const std::string &implementation, const subject::Outcome &outcome,
                          const subject::Recorded *truth, const probes::Cause &cause) {
    summary_.failures.push_back(
        fmt::format("{} {} [{}]: {}{}", question.id, who, question.words, fmt::join(outcome.problems, "; "),
                    cause.name.empty() ? "" : "; " + cause.name + ": " + cause.words));
    // What depends on the questions before is only seen after them.
    const std::string only = cause.name == "depends_on_history" ? question.group : question.id;
    summary_.reproductions.push_back(again(question, only, implementation));
    if (!settings_.cases_dir.empty()) {
        summary_.case_files.push_back(
            store_case(question, plan, who, implementation, outcome.problems, outcome.clauses, truth));
    }
}

void Judging::ask(const Question &question, const std::vector<const Implementation *> &chosen,
                  const Implementation &truth_maker) {
    ++summary_.cases_run;
    // Others' answers are judged from the scores alone.
    const bool wanted =
        std::any_of(chosen.begin(), chosen.end(), [](const Implementation *one) { return !one->isolated; });
    subject::Outcome truth;
    if (wanted) {
        truth = subject::run(truth_maker, Plan{}, question.asked, nullptr);
    }
    if (!truth.problems.empty()) {
        // Nothing can be compared with such a truth, so the case is a failure of its own.
        add_failure(question, Plan{}, "truth (" + truth_maker.name + ")", truth_maker.name, truth, nullptr,
                    {});
        return;
    }
    for (std::size_t number = 0; number < chosen.size(); ++number) {
        const Implementation &implementation = *chosen[number];
        Tally &tally = summary_.tallies[number];
        if (implementation.quadratic &&
            question.quadratic_work > static_cast<double>(subject::quadratic_work_max)) {
            ++tally.left_out;
            continue;
        }
        const std::vector<Plan> plans = implementation.uses_plan ? question.plans : std::vector<Plan>{Plan{}};
        bool ran = false;
        for (const Plan &plan : plans) {
            ran = run_on(implementation, plan, question, wanted ? &truth.recorded : nullptr, tally) || ran;
        }
        tally.cases += ran ? 1 : 0;
        tally.rows += ran ? question.asked.problem.rows : 0;
    }
}

} // namespace exactk::check
