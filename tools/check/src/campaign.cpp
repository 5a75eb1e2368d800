// Walks families or profiles within the budget.
// Spec: contract/C1 to C15, algorithm/F1. Layer: tools/check.
#include <exactk/check.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include <exactk/casefile/input.hpp>
#include <exactk/cases/case.hpp>
#include <exactk/implementations.hpp>

#include "exhibits.hpp"
#include "judging.hpp"
#include "question.hpp"
#include "report.hpp"
#include "select.hpp"

namespace exactk::check {

namespace {

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
    void run_group(const Selected &selected, double deadline);
    void run_one(const Selected &selected, int number);
    bool stopped() const { return settings_.stopped && settings_.stopped(); }
    void show_progress(const Selected &selected, int number);

    const Settings &settings_;
    std::FILE *out_;
    bool terminal_;
    Clock::time_point start_ = Clock::now();
    std::vector<const Implementation *> chosen_;
    const Implementation *truth_maker_ = nullptr;
    Summary summary_;
    std::int64_t total_ = 0;
    std::vector<ExhibitResult> exhibits_;
    Judging judging_{settings_, summary_};
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

void Campaign::show_progress(const Selected &selected, int number) {
    const double part = total_ == 0 ? 1.0
                                    : static_cast<double>(summary_.cases_run + summary_.cases_not_run) /
                                          static_cast<double>(total_);
    const int full = static_cast<int>(part * bar_width);
    fmt::print(out_, "\r[{:#<{}}{:.<{}}] {:3.0f}% {:<14} case {:<6}", "", full, "", bar_width - full,
               part * 100, selected.title, number);
    std::fflush(out_);
}

void Campaign::run_one(const Selected &selected, int number) {
    if (!selected.of_files.empty()) {
        const LoadedFile &file = selected.of_files[static_cast<std::size_t>(number)];
        std::unique_ptr<casefile::Input> input;
        if (const casefile::Defect bad = casefile::materialise(file.one, input)) {
            summary_.failures.push_back(file.path + ": " + casefile::describe(bad));
            summary_.reproductions.push_back("exactk replay " + file.path);
            return;
        }
        judging_.ask(question_of(file.path, file.one, *input), chosen_, *truth_maker_);
        return;
    }
    if (selected.of_profile.empty()) {
        const cases::Case one = cases::make_case(settings_.seed, selected.family, number);
        const cases::Batch batch(one);
        judging_.ask(question_of(one, batch), chosen_, *truth_maker_);
        return;
    }
    profiles::ProfileCase one = selected.of_profile[static_cast<std::size_t>(number)];
    std::unique_ptr<casefile::Input> input;
    if (const casefile::Defect bad = casefile::make(one.one, input)) {
        throw std::logic_error(one.id + ": " + casefile::describe(bad)); // the lists are this program's own
    }
    judging_.ask(question_of(one, selected.title, *input), chosen_, *truth_maker_);
}

void Campaign::run_group(const Selected &selected, double deadline) {
    const std::size_t failures_before = summary_.failures.size();
    const Clock::time_point family_start = Clock::now();
    int run = 0;
    int number = selected.first;
    for (; number < selected.last && seconds_since(start_) < deadline && !stopped(); ++number, ++run) {
        run_one(selected, number);
        if (terminal_) {
            show_progress(selected, number);
        }
    }
    summary_.cases_not_run += selected.last - number;
    if (!terminal_) {
        fmt::print(out_, "{:<14} {:>4} cases in {:5.1f} s, {} not run, {} failures\n", selected.title, run,
                   seconds_since(family_start), selected.last - number,
                   summary_.failures.size() - failures_before);
        std::fflush(out_);
    }
}

Summary Campaign::run() {
    if (!choose_implementations()) {
        return summary_;
    }
    summary_.error = judging_.open();
    if (!summary_.error.empty()) {
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
        run_group(list[number], settings_.budget_seconds * share);
    }
    for (std::size_t number = 0; number < chosen_.size(); ++number) {
        if (chosen_[number]->isolated && settings_.probes && !stopped()) {
            // Probes may take what the families left over, and as long again as the budget is.
            judging_.probe(*chosen_[number], summary_.tallies[number], [this] {
                return stopped() || seconds_since(start_) > 2 * settings_.budget_seconds;
            });
        }
    }
    if (settings_.exhibits && !stopped()) {
        exhibits_ = run_exhibits(settings_.seed);
        for (const ExhibitResult &exhibit : exhibits_) {
            ++summary_.exhibits_run;
            summary_.exhibits_caught += exhibit.caught ? 1 : 0;
        }
    }
    summary_.error = judging_.close();
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
