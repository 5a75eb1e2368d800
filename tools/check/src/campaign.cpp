// Walks the families within the budget, keeps the tallies and prints them.
// Spec: contract/C1 to C15, algorithm/F1. Layer: tools/check.
#include <exactk/check.hpp>

#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include <exactk/casefile/drawn.hpp>
#include <exactk/casefile/store.hpp>
#include <exactk/cases/case.hpp>
#include <exactk/implementations.hpp>
#include <exactk/subject.hpp>

#include "exhibits.hpp"
#include "filters.hpp"
#include "known.hpp"
#include "report.hpp"
#include "select.hpp"

namespace exactk::check {

namespace {

/// Failures of an implementation with the same faults whose cause is looked for.
constexpr int causes_sought_max =
    3; // convention: the next ones have the same cause, and each costs ten questions

constexpr int bar_width = 32; // convention: fits an 80-column terminal with its text

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

class Campaign {
public:
    Campaign(const Settings &settings, std::FILE *out, bool terminal)
        : settings_(settings), out_(out), terminal_(terminal) {}

    Summary run();

private:
    const Implementation *find(const std::string &name) const;
    bool choose_implementations();
    void run_family(const Selected &selected, double deadline);
    void run_case(const cases::Case &one);
    bool judge_one(const Implementation &implementation, const Plan &plan, const cases::Case &one,
                   const cases::Batch &batch, const subject::Recorded &truth, Tally &tally);
    void add_failure(const cases::Case &one, const cases::Batch &batch, const Plan &plan,
                     const std::string &who, const std::string &implementation,
                     const subject::Outcome &outcome, const subject::Recorded *truth,
                     const probes::Cause &cause = {});
    bool stopped() const { return settings_.stopped && settings_.stopped(); }
    void show_progress(const Selected &selected, int number);
    void add_verdicts(const std::string &implementation, const std::vector<std::string> &names,
                      const std::string &where);
    probes::Cause cause_of(const Implementation &implementation, const subject::Asked &asked,
                           const subject::Outcome &outcome);
    void run_probes(const Implementation &implementation, Tally &tally);
    void add_probe_failure(const Implementation &implementation, const probes::Result &result);

    const Settings &settings_;
    std::FILE *out_;
    bool terminal_;
    Clock::time_point start_ = Clock::now();
    std::vector<const Implementation *> chosen_;
    const Implementation *truth_maker_ = nullptr;
    Summary summary_;
    std::int64_t total_ = 0;
    std::vector<ExhibitResult> exhibits_;
    Known known_;
    std::map<std::string, int> causes_sought_; ///< by implementation and faults
};

/// The implementation of that name; one of the settings goes before one of the build.
const Implementation *Campaign::find(const std::string &name) const {
    for (const Implementation &extra : settings_.extra) {
        if (extra.name == name) {
            return &extra;
        }
    }
    return find_implementation(name);
}

bool Campaign::choose_implementations() {
    std::vector<std::string> names = settings_.implementations;
    if (names.empty()) {
        for (const Implementation &implementation : implementations()) {
            names.push_back(implementation.name);
        }
        for (const Implementation &implementation : settings_.extra) {
            names.push_back(implementation.name);
        }
    }
    for (const std::string &name : names) {
        const Implementation *implementation = find(name);
        if (implementation == nullptr) {
            summary_.error = "--impl " + name + " is no implementation of this build";
            return false;
        }
        if (std::find(chosen_.begin(), chosen_.end(), implementation) != chosen_.end()) {
            summary_.error = "--impl names " + name + " twice";
            return false;
        }
        chosen_.push_back(implementation);
        Tally tally;
        tally.implementation = name;
        summary_.tallies.push_back(std::move(tally));
    }
    truth_maker_ = find(settings_.truth);
    if (truth_maker_ == nullptr) {
        summary_.error =
            "this build has no oracles (Eigen was not found), so there is no truth to check against";
        return false;
    }
    return true;
}

/// What the case asks, with its memory.
subject::Asked asked_by(const cases::Case &one, const cases::Batch &batch) {
    const auto image = [](const auto &now, const auto &before) {
        return verify::InputImage{reinterpret_cast<const std::byte *>(now.data()),
                                  reinterpret_cast<const std::byte *>(before.data()),
                                  static_cast<std::int64_t>(now.size() * sizeof(now[0]))};
    };
    return {batch.problem(),
            one.output_gap,
            one.wants_scores,
            one.wants_facts,
            {image(batch.bytes(), batch.bytes_before()), image(batch.lengths(), batch.lengths_before())}};
}

/// Digests of the rows of an answer.
std::vector<std::uint64_t> digests_of(const subject::Recorded &answer, std::int64_t rows, std::int64_t k) {
    std::vector<std::uint64_t> digests;
    for (std::int64_t row = 0; row < rows; ++row) {
        digests.push_back(casefile::row_digest(answer.indices.data() + row * k, k));
    }
    return digests;
}

/// Whether it was run.
bool Campaign::judge_one(const Implementation &implementation, const Plan &plan, const cases::Case &one,
                         const cases::Batch &batch, const subject::Recorded &truth, Tally &tally) {
    const subject::Asked asked = asked_by(one, batch);
    const subject::Outcome outcome = subject::run(implementation, plan, asked, &truth);
    if (!outcome.not_run.empty()) {
        ++tally.left_out;
        ++tally.reasons[outcome.not_run];
        return false;
    }
    tally.contract_failed += outcome.contract_problems.empty() ? 0 : 1;
    const bool known = known_.met(implementation.name, cases::id(one), outcome.faults);
    if (outcome.problems.empty()) {
        ++tally.runs_passed;
        return true;
    }
    ++tally.runs_failed;
    const probes::Cause cause = cause_of(implementation, asked, outcome);
    add_verdicts(implementation.name, outcome.faults, cases::id(one));
    add_verdicts(implementation.name,
                 cause.name.empty() ? std::vector<std::string>{} : std::vector{cause.name}, cases::id(one));
    if (known) {
        summary_.known.push_back(implementation.name + " " + cases::id(one));
        return true;
    }
    const std::string with =
        implementation.uses_plan ? " (" + cases::describe(plan) + describe(plan.filter) + ")" : "";
    add_failure(one, batch, plan, implementation.name + with, implementation.name, outcome, &truth, cause);
    return true;
}

void Campaign::add_verdicts(const std::string &implementation, const std::vector<std::string> &names,
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
probes::Cause Campaign::cause_of(const Implementation &implementation, const subject::Asked &asked,
                                 const subject::Outcome &outcome) {
    const bool hung =
        std::find(outcome.faults.begin(), outcome.faults.end(), "timed_out") != outcome.faults.end();
    const std::string kind = fmt::format("{} {}", implementation.name, fmt::join(outcome.faults, ","));
    if (!implementation.isolated || hung || ++causes_sought_[kind] > causes_sought_max) {
        return {};
    }
    return probes::cause_of(implementation, asked, outcome);
}

void Campaign::add_probe_failure(const Implementation &implementation, const probes::Result &result) {
    const std::string id = "probe/" + result.name;
    add_verdicts(implementation.name, {result.fault}, id);
    if (known_.met(implementation.name, id, {result.fault})) {
        summary_.known.push_back(implementation.name + " " + id);
        return;
    }
    summary_.failures.push_back(
        fmt::format("{} {}: {}: {}", id, implementation.name, result.fault, result.words));
    summary_.reproductions.push_back(fmt::format("exactk check --seed {} --cases 0 --impl {}{} --no-exhibits",
                                                 settings_.seed, implementation.name, settings_.flags));
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

void Campaign::run_probes(const Implementation &implementation, Tally &tally) {
    for (probes::Result &result : probes::invariance(implementation, settings_.seed)) {
        tally.probes_run += result.how == probes::Result::How::not_run ? 0 : 1;
        if (result.how == probes::Result::How::failed) {
            add_probe_failure(implementation, result);
        } else if (result.how == probes::Result::How::passed) {
            known_.met(implementation.name, "probe/" + result.name, {});
        }
        summary_.probed.push_back({implementation.name, std::move(result)});
    }
}

/// `truth` is null where it is at fault itself.
void Campaign::add_failure(const cases::Case &one, const cases::Batch &batch, const Plan &plan,
                           const std::string &who, const std::string &implementation,
                           const subject::Outcome &outcome, const subject::Recorded *truth,
                           const probes::Cause &cause) {
    summary_.failures.push_back(fmt::format(
        "{} {} [{}]: {}{}", cases::id(one), who, cases::describe(one), fmt::join(outcome.problems, "; "),
        cause.name.empty() ? "" : "; " + cause.name + ": " + cause.words));
    // What depends on the questions before is only seen after them.
    const std::string only =
        cause.name == "depends_on_history" ? std::string(cases::name(one.family)) : cases::id(one);
    summary_.reproductions.push_back(fmt::format("exactk check --seed {} --only {} --impl {}{} --no-exhibits",
                                                 settings_.seed, only, implementation, settings_.flags));
    if (settings_.cases_dir.empty()) {
        return;
    }
    casefile::CaseFile file = casefile::from_drawn(one, batch, plan);
    file.note =
        casefile::as_note("check: " + who + ": " + fmt::format("{}", fmt::join(outcome.problems, "; ")));
    file.clauses = outcome.clauses;
    if (truth != nullptr) {
        file.expected.kind = casefile::Expected::Kind::digests;
        file.expected.digests = digests_of(*truth, one.rows, one.k);
    }
    summary_.case_files.push_back(casefile::store(
        file, settings_.cases_dir, fmt::format("check-{}-{}", cases::id(one), implementation)));
}

void Campaign::run_case(const cases::Case &one) {
    const cases::Batch batch(one);
    const subject::Outcome truth = subject::run(*truth_maker_, Plan{}, asked_by(one, batch), nullptr);
    ++summary_.cases_run;
    if (!truth.problems.empty()) {
        // Nothing can be compared with such a truth, so the case is a failure of its own.
        add_failure(one, batch, Plan{}, "truth (" + truth_maker_->name + ")", truth_maker_->name, truth,
                    nullptr);
        return;
    }
    for (std::size_t number = 0; number < chosen_.size(); ++number) {
        const Implementation &implementation = *chosen_[number];
        Tally &tally = summary_.tallies[number];
        if (implementation.quadratic && batch.quadratic_work() > subject::quadratic_work_max) {
            ++tally.left_out;
            continue;
        }
        bool ran = false;
        if (implementation.uses_plan) {
            for (std::size_t index = 0; index < one.plans.size(); ++index) {
                Plan plan = one.plans[index];
                plan.filter = draw_filter(one, index);
                ran = judge_one(implementation, plan, one, batch, truth.recorded, tally) || ran;
            }
        } else {
            ran = judge_one(implementation, Plan{}, one, batch, truth.recorded, tally);
        }
        tally.cases += ran ? 1 : 0;
        tally.rows += ran ? one.rows : 0;
    }
}

void Campaign::show_progress(const Selected &selected, int number) {
    const double part = total_ == 0 ? 1.0
                                    : static_cast<double>(summary_.cases_run + summary_.cases_not_run) /
                                          static_cast<double>(total_);
    const int full = static_cast<int>(part * bar_width);
    fmt::print(out_, "\r[{:#<{}}{:.<{}}] {:3.0f}% {:<14} case {:<6}", "", full, "", bar_width - full,
               part * 100, cases::name(selected.family), number);
    std::fflush(out_);
}

void Campaign::run_family(const Selected &selected, double deadline) {
    const std::size_t failures_before = summary_.failures.size();
    const Clock::time_point family_start = Clock::now();
    int run = 0;
    int number = selected.first;
    for (; number < selected.last && seconds_since(start_) < deadline && !stopped(); ++number, ++run) {
        run_case(cases::make_case(settings_.seed, selected.family, number));
        if (terminal_) {
            show_progress(selected, number);
        }
    }
    summary_.cases_not_run += selected.last - number;
    if (!terminal_) {
        fmt::print(out_, "{:<14} {:>4} cases in {:5.1f} s, {} not run, {} failures\n",
                   cases::name(selected.family), run, seconds_since(family_start), selected.last - number,
                   summary_.failures.size() - failures_before);
        std::fflush(out_);
    }
}

Summary Campaign::run() {
    if (!choose_implementations()) {
        return summary_;
    }
    if (!settings_.known_file.empty()) {
        summary_.error = known_.load(settings_.known_file);
        if (!summary_.error.empty()) {
            return summary_;
        }
    }
    const std::vector<Selected> list = select_cases(settings_, summary_.error);
    if (!summary_.error.empty()) {
        return summary_;
    }
    for (const Selected &selected : list) {
        total_ += selected.last - selected.first;
    }
    for (std::size_t number = 0; number < list.size(); ++number) {
        // Each family may use up its share of the budget and what the families before it left over.
        const double share = static_cast<double>(number + 1) / static_cast<double>(list.size());
        run_family(list[number], settings_.budget_seconds * share);
    }
    for (std::size_t number = 0; number < chosen_.size(); ++number) {
        if (chosen_[number]->isolated && settings_.probes && !stopped()) {
            run_probes(*chosen_[number], summary_.tallies[number]);
        }
    }
    if (settings_.exhibits && !stopped()) {
        exhibits_ = run_exhibits(settings_.seed);
        for (const ExhibitResult &exhibit : exhibits_) {
            ++summary_.exhibits_run;
            summary_.exhibits_caught += exhibit.caught ? 1 : 0;
        }
    }
    summary_.mended = known_.mended();
    summary_.known_not_run = known_.not_run();
    if (!settings_.write_known.empty()) {
        summary_.error = known_.write(settings_.write_known);
    }
    if (terminal_) {
        fmt::print(out_, "\r{:78}\r", "");
    }
    report(settings_, summary_, chosen_, exhibits_, out_);
    return summary_;
}

} // namespace

Summary run(const Settings &settings, std::FILE *out, bool terminal) {
    return Campaign(settings, out, terminal).run();
}

int exit_code(const Summary &summary) {
    if (!summary.error.empty()) {
        return 2;
    }
    if (!summary.failures.empty() || !summary.mended.empty() ||
        summary.exhibits_caught != summary.exhibits_run) {
        return 1;
    }
    return std::any_of(summary.tallies.begin(), summary.tallies.end(), nothing_was_run) ? 3 : 0;
}

} // namespace exactk::check
