// Walks the families within the budget, keeps the tallies and prints them.
// Spec: contract/C1 to C15, algorithm/F1. Layer: tools/check.
#include <exactk/check.hpp>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <exactk/casefile/drawn.hpp>
#include <exactk/casefile/store.hpp>
#include <exactk/cases/case.hpp>
#include <exactk/implementations.hpp>
#include <exactk/subject.hpp>

#include "exhibits.hpp"
#include "filters.hpp"

namespace exactk::check {

namespace {

/// Failures printed in full; all are counted.
constexpr std::size_t failures_shown_max = 20; // convention: a screenful

constexpr int bar_width = 32; // convention: fits an 80-column terminal with its text

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

bool nothing_was_run(const Tally &tally) { return tally.runs_passed + tally.runs_failed == 0; }

struct Selected {
    cases::Family family;
    int first;
    int last; ///< exclusive
};

bool overlap(const Selected &one, const Selected &other) {
    return one.family == other.family && one.first < other.last && other.first < one.last;
}

/// The cases that the settings name, family by family. A case that were run twice would be counted twice.
std::vector<Selected> select_cases(const Settings &settings, std::string &error) {
    std::vector<Selected> list;
    for (const std::string &text : settings.only) {
        cases::Family family{};
        int number = 0;
        if (cases::parse_id(text, family, number)) {
            list.push_back({family, number, number + 1});
        } else if (cases::parse(text, family)) {
            list.push_back({family, 0, settings.cases_per_family});
        } else {
            error = "--only " + text + " is neither a family nor family/number";
            return list;
        }
        for (std::size_t before = 0; before + 1 < list.size(); ++before) {
            if (overlap(list[before], list.back()))
                error =
                    "--only " + text + " names a case that --only " + settings.only[before] + " names too";
        }
    }
    if (settings.only.empty()) {
        for (int number = 0; number < cases::family_count; ++number) {
            list.push_back({static_cast<cases::Family>(number), 0, settings.cases_per_family});
        }
    }
    return list;
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
    void judge_one(const Implementation &implementation, const Plan &plan, const cases::Case &one,
                   const cases::Batch &batch, const subject::Recorded &truth, Tally &tally);
    void add_failure(const cases::Case &one, const cases::Batch &batch, const Plan &plan,
                     const std::string &who, const std::string &implementation,
                     const subject::Outcome &outcome, const subject::Recorded *truth);
    bool stopped() const { return settings_.stopped && settings_.stopped(); }
    void show_progress(const Selected &selected, int number);
    void report();

    const Settings &settings_;
    std::FILE *out_;
    bool terminal_;
    Clock::time_point start_ = Clock::now();
    std::vector<const Implementation *> chosen_;
    const Implementation *truth_maker_ = nullptr;
    Summary summary_;
    std::int64_t total_ = 0;
    std::vector<ExhibitResult> exhibits_;
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
        summary_.tallies.push_back({name, 0, 0, 0, 0, 0});
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

void Campaign::judge_one(const Implementation &implementation, const Plan &plan, const cases::Case &one,
                         const cases::Batch &batch, const subject::Recorded &truth, Tally &tally) {
    const subject::Outcome outcome = subject::run(implementation, plan, asked_by(one, batch), &truth);
    if (outcome.problems.empty()) {
        ++tally.runs_passed;
        return;
    }
    ++tally.runs_failed;
    const std::string with =
        implementation.uses_plan ? " (" + cases::describe(plan) + describe(plan.filter) + ")" : "";
    add_failure(one, batch, plan, implementation.name + with, implementation.name, outcome, &truth);
}

/// `truth` is null where it is at fault itself.
void Campaign::add_failure(const cases::Case &one, const cases::Batch &batch, const Plan &plan,
                           const std::string &who, const std::string &implementation,
                           const subject::Outcome &outcome, const subject::Recorded *truth) {
    summary_.failures.push_back(fmt::format("{} {} [{}]: {}", cases::id(one), who, cases::describe(one),
                                            fmt::join(outcome.problems, "; ")));
    summary_.reproductions.push_back(fmt::format("exactk check --seed {} --only {} --impl {} --no-exhibits",
                                                 settings_.seed, cases::id(one), implementation));
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
        ++tally.cases;
        tally.rows += one.rows;
        if (implementation.uses_plan) {
            for (std::size_t index = 0; index < one.plans.size(); ++index) {
                Plan plan = one.plans[index];
                plan.filter = draw_filter(one, index);
                judge_one(implementation, plan, one, batch, truth.recorded, tally);
            }
        } else {
            judge_one(implementation, Plan{}, one, batch, truth.recorded, tally);
        }
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

void Campaign::report() {
    if (terminal_) {
        fmt::print(out_, "\r{:78}\r", "");
    }
    fmt::print(out_, "\n{:<16} {:>8} {:>9} {:>9} {:>7} {:>9}\n", "implementation", "cases", "rows", "passed",
               "failed", "left out");
    for (const Tally &tally : summary_.tallies) {
        fmt::print(out_, "{:<16} {:>8} {:>9} {:>9} {:>7} {:>9}\n", tally.implementation, tally.cases,
                   tally.rows, tally.runs_passed, tally.runs_failed, tally.left_out);
    }
    for (const Tally &tally : summary_.tallies) {
        if (nothing_was_run(tally)) {
            fmt::print(out_, "nothing was run of {}\n", tally.implementation);
        }
    }
    if (!exhibits_.empty()) {
        fmt::print(out_, "\nexhibits: models of defects in shipped kernels, which must be caught\n");
        for (const ExhibitResult &exhibit : exhibits_) {
            fmt::print(out_, "  {:<10} {:<17} {:<30} {}\n", exhibit.caught ? "caught" : "NOT CAUGHT",
                       exhibit.name, exhibit.input, exhibit.findings);
        }
    }
    const std::size_t shown = std::min(summary_.failures.size(), failures_shown_max);
    for (std::size_t failure = 0; failure < shown; ++failure) {
        fmt::print(out_, "\nFAILED {}\n  again: {}\n", summary_.failures[failure],
                   summary_.reproductions[failure]);
        if (failure < summary_.case_files.size()) {
            const casefile::Stored &file = summary_.case_files[failure];
            fmt::print(out_, "  case file: {}\n", file.path.empty() ? "none, " + file.reason : file.path);
        }
    }
    if (shown < summary_.failures.size()) {
        fmt::print(out_, "\n{} more failures are not shown\n", summary_.failures.size() - shown);
    }
    fmt::print(out_,
               "\nseed {}: {} cases run, {} not run (budget {} s), {} failures, {} of {} exhibits caught\n",
               settings_.seed, summary_.cases_run, summary_.cases_not_run, settings_.budget_seconds,
               summary_.failures.size(), summary_.exhibits_caught, summary_.exhibits_run);
    std::fflush(out_);
}

Summary Campaign::run() {
    if (!choose_implementations()) {
        return summary_;
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
    if (settings_.exhibits && !stopped()) {
        exhibits_ = run_exhibits(settings_.seed);
        for (const ExhibitResult &exhibit : exhibits_) {
            ++summary_.exhibits_run;
            summary_.exhibits_caught += exhibit.caught ? 1 : 0;
        }
    }
    report();
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
    if (!summary.failures.empty() || summary.exhibits_caught != summary.exhibits_run) {
        return 1;
    }
    return std::any_of(summary.tallies.begin(), summary.tallies.end(), nothing_was_run) ? 3 : 0;
}

} // namespace exactk::check
