// Walks the cases of a profile within the budget, and times again what was slower.
// Spec: contract/C15. Layer: tools/speed.
#include <exactk/speed.hpp>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <exactk/contract/text.hpp>
#include <exactk/profiles.hpp>

#include "machine.hpp"
#include "pair.hpp"
#include "question.hpp"

namespace exactk::speed {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The cases to run, or an error.
std::vector<profiles::ProfileCase> select(const Settings &settings, std::string &error) {
    const profiles::Profile *const profile = profiles::find(settings.profile);
    if (profile == nullptr) {
        error = "--profile " + settings.profile + " is no profile; there are";
        for (const profiles::Profile &known : profiles::profiles()) {
            error += " " + known.name;
        }
        return {};
    }
    std::vector<profiles::ProfileCase> cases = profiles::cases_of(*profile, settings.seed);
    for (const std::string &id : settings.only) {
        const auto same = [&](const profiles::ProfileCase &one) { return one.id == id; };
        if (std::none_of(cases.begin(), cases.end(), same)) {
            error = fmt::format("--only {} is no case of {}", id, settings.profile);
        } else if (std::count(settings.only.begin(), settings.only.end(), id) > 1) {
            error = fmt::format("--only {} is named twice", id);
        }
    }
    if (!settings.only.empty()) {
        std::erase_if(cases, [&](const profiles::ProfileCase &one) {
            return std::find(settings.only.begin(), settings.only.end(), one.id) == settings.only.end();
        });
    }
    return cases;
}

CaseResult described(const profiles::ProfileCase &one) {
    CaseResult result;
    result.id = one.id;
    result.words = one.words;
    result.type = exactk::name(one.one.type);
    result.rows = one.one.rows;
    result.width = one.one.width;
    result.k = one.one.k;
    return result;
}

class Gate {
public:
    Gate(const Settings &settings, const Seen &seen) : settings_(settings), seen_(seen) {}

    Summary run(const std::function<void(const Summary &)> &opened);

private:
    Attempt attempt(const profiles::ProfileCase &one, double seconds, double seconds_most);
    void first_series(const profiles::ProfileCase &one, double seconds, double seconds_most);
    void second_series(const profiles::ProfileCase &one, CaseResult &result, double seconds);
    static std::string why_not(const Attempt &attempt);

    const Settings &settings_;
    const Seen &seen_;
    Pair pair_;
    Summary summary_;
    std::vector<double> seconds_; ///< that each case had for its first series
};

/// What there is to say of a case without times.
std::string Gate::why_not(const Attempt &attempt) {
    std::string words;
    for (std::size_t side = 0; side < 2; ++side) {
        const Check &check = attempt.checks[side];
        if (!check.faults.empty()) {
            words += fmt::format("{}{} failed its check ({})", words.empty() ? "" : ", ",
                                 side == 0 ? "A" : "B", fmt::join(check.faults, ", "));
        }
    }
    return words.empty() ? attempt.why : words;
}

Attempt Gate::attempt(const profiles::ProfileCase &one, double seconds, double seconds_most) {
    const Question question =
        question_of(one, *pair_.implementation(0).promise, *pair_.implementation(1).promise);
    if (!question.why.empty()) {
        Attempt none;
        none.why = question.why;
        return none;
    }
    return pair_.attempt(question.asked, seconds, seconds_most);
}

void Gate::first_series(const profiles::ProfileCase &one, double seconds, double seconds_most) {
    CaseResult result = described(one);
    const Attempt made = attempt(one, seconds, seconds_most);
    result.checks = made.checks;
    result.nobodys = made.nobodys;
    result.first = made.times;
    if (made.times.has_value()) {
        result.verdict = verdict_of(*made.times, settings_.fail_above);
    } else {
        result.why = why_not(made);
    }
    summary_.cases.push_back(std::move(result));
    seconds_.push_back(seconds);
    seen_(summary_.cases.back());
}

/// A case is slower only if new processes, in new rounds, say so too.
void Gate::second_series(const profiles::ProfileCase &one, CaseResult &result, double seconds) {
    pair_.renew();
    const Attempt made = attempt(one, seconds, settings_.budget_seconds);
    result.checks = made.checks;
    result.nobodys = made.nobodys;
    result.confirm = made.times;
    if (!made.times.has_value()) {
        const bool failed = made.nobodys || !made.checks[0].faults.empty() || !made.checks[1].faults.empty();
        result.verdict = failed ? Verdict::not_timed : Verdict::inconclusive;
        result.why =
            (failed ? "in the second series, " : "slower in the first series; there is no second: ") +
            why_not(made);
    } else if (verdict_of(*made.times, settings_.fail_above) != Verdict::slower) {
        result.verdict = Verdict::inconclusive;
        result.why = "slower in the first series and not in the second";
    }
    seen_(result);
}

Summary Gate::run(const std::function<void(const Summary &)> &opened) {
    const std::vector<profiles::ProfileCase> cases = select(settings_, summary_.error);
    if (summary_.error.empty()) {
        summary_.error = pair_.open(settings_);
    }
    if (!summary_.error.empty()) {
        return summary_;
    }
    for (std::size_t side = 0; side < 2; ++side) {
        summary_.descriptions[side] = pair_.implementation(side).description;
    }
    summary_.one_process = pair_.one_process();
    summary_.why_two = pair_.why_two();
    summary_.machine = this_machine();
    summary_.machine.device = pair_.device();
    opened(summary_);
    const Clock::time_point start = Clock::now();
    for (std::size_t number = 0; number < cases.size(); ++number) {
        // Starting processes is no part of it, as it was not at first.
        const double left = settings_.budget_seconds - (seconds_since(start) - pair_.beside_seconds());
        if (left <= 0) {
            summary_.cases_not_run = static_cast<std::int64_t>(cases.size() - number);
            break;
        }
        // What cases before have left over is shared out among those that are left.
        first_series(cases[number], left / static_cast<double>(cases.size() - number), left);
    }
    for (std::size_t number = 0; number < summary_.cases.size(); ++number) {
        if (summary_.cases[number].verdict == Verdict::slower) {
            second_series(cases[number], summary_.cases[number], seconds_[number]);
        }
    }
    summary_.seconds = seconds_since(start);
    return summary_;
}

} // namespace

Summary run(const Settings &settings, const std::function<void(const Summary &)> &opened, const Seen &seen) {
    return Gate(settings, seen).run(opened);
}

Verdict verdict_of(const Estimate &times, const std::optional<double> &fail_above) {
    if (!fail_above.has_value()) {
        return Verdict::timed;
    }
    if (times.lower > *fail_above) {
        return Verdict::slower;
    }
    return times.upper <= *fail_above ? Verdict::within : Verdict::inconclusive;
}

const char *name(Verdict verdict) {
    switch (verdict) {
    case Verdict::timed: return "timed";
    case Verdict::within: return "within";
    case Verdict::inconclusive: return "inconclusive";
    case Verdict::slower: return "slower";
    case Verdict::not_timed: break;
    }
    return "not_timed";
}

std::int64_t count(const Summary &summary, Verdict verdict) {
    return std::count_if(summary.cases.begin(), summary.cases.end(),
                         [&](const CaseResult &one) { return one.verdict == verdict; });
}

std::int64_t failed_checks(const Summary &summary, std::size_t side) {
    return std::count_if(summary.cases.begin(), summary.cases.end(),
                         [&](const CaseResult &one) { return !one.checks[side].faults.empty(); });
}

std::int64_t nobodys(const Summary &summary) {
    return std::count_if(summary.cases.begin(), summary.cases.end(),
                         [](const CaseResult &one) { return one.nobodys; });
}

bool is_unconfirmed(const CaseResult &result) {
    return result.verdict == Verdict::inconclusive && result.first.has_value() &&
           !result.confirm.has_value() && !result.why.empty();
}

std::int64_t unconfirmed(const Summary &summary) {
    return std::count_if(summary.cases.begin(), summary.cases.end(), is_unconfirmed);
}

std::vector<double> ratios(const Summary &summary) {
    std::vector<double> list;
    for (const CaseResult &one : summary.cases) {
        if (one.verdict != Verdict::not_timed) {
            list.push_back(one.confirm.has_value() ? one.confirm->ratio : one.first->ratio);
        }
    }
    return list;
}

int exit_code(const Summary &summary) {
    if (!summary.error.empty()) {
        return 2;
    }
    if (count(summary, Verdict::slower) > 0 || failed_checks(summary, 0) > 0) {
        return 1;
    }
    return ratios(summary).empty() || nobodys(summary) > 0 ? 3 : 0;
}

} // namespace exactk::speed
