// The gate's report for a person: a line for each case, and what they come to.
// Spec: contract/C17. Layer: tools/speed.
#include <exactk/speed.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <exactk/contract/version.hpp>

namespace exactk::speed {

namespace {

constexpr double nanoseconds_per_microsecond = 1000; // bound: what they are
constexpr double tail_share = 0.95; // convention: what is slower than most, and no single case

std::string numbers(const Estimate &times) {
    return fmt::format("{:>12.2f} {:>12.2f} {:>8.3f}  {:.3f} to {:.3f}  {:>4}",
                       times.medians[0] / nanoseconds_per_microsecond,
                       times.medians[1] / nanoseconds_per_microsecond, times.ratio, times.lower, times.upper,
                       times.rounds);
}

std::string shape(const CaseResult &result) {
    return fmt::format("{:<16} {:>6} {:>7} {:>5}", result.id, result.rows, result.width, result.k);
}

} // namespace

std::string head(const Settings &settings, const Summary &summary) {
    const Machine &machine = summary.machine;
    std::string text;
    for (std::size_t side = 0; side < 2; ++side) {
        const Side &one = settings.sides[side];
        text += fmt::format("{}: {}{}: {}\n", side == 0 ? "A" : "B", one.name,
                            one.start == one.name ? "" : " (" + one.start + ")", summary.descriptions[side]);
    }
    text += fmt::format("machine: {}, {} threads, load {}{}\n", machine.cpu, machine.threads, machine.load,
                        machine.device.empty() ? "" : "; GPU: " + machine.device);
    text += fmt::format("program: exactk {}, contract {}, commit {}\n", library_version(), contract_version(),
                        machine.commit);
    text += fmt::format("timed: {}, {}\n",
                        machine.device.empty() ? "calls in host memory by a steady clock"
                        : settings.graph       ? "launches of captured calls by events on the stream"
                                               : "calls by events on the stream",
                        summary.one_process ? std::string("A and B by turns in one process")
                                            : "by turns IN TWO PROCESSES: " + summary.why_two);
    text += fmt::format("profile {}, seed {}, budget {} s, {}\n\n", settings.profile, settings.seed,
                        settings.budget_seconds,
                        settings.fail_above.has_value() ? fmt::format("fail above {}", *settings.fail_above)
                                                        : std::string("nothing to fail at"));
    return text + fmt::format("{:<16} {:>6} {:>7} {:>5} {:>12} {:>12} {:>8}  {:<14}  {:>4}  {}\n", "case",
                              "rows", "width", "k", "A us", "B us", "A / B", "95 % interval", "n", "verdict");
}

std::string line(const CaseResult &result) {
    std::string text;
    if (!result.first.has_value()) {
        text = fmt::format("{}  not timed: {}\n", shape(result), result.why);
    } else {
        const bool again =
            result.confirm.has_value() || result.verdict == Verdict::not_timed || is_unconfirmed(result);
        const std::string what =
            result.verdict == Verdict::slower && !again ? "slower, to be confirmed" : name(result.verdict);
        text = fmt::format("{} {}  {}{}\n", shape(result),
                           numbers(result.confirm.has_value() ? *result.confirm : *result.first),
                           again ? "second series: " : "", what);
        text += result.why.empty() ? "" : "  " + result.why + "\n";
    }
    for (std::size_t side = 0; side < 2; ++side) {
        if (!result.checks[side].faults.empty()) {
            text += fmt::format("  {}: {}\n", side == 0 ? "A" : "B", result.checks[side].words);
        }
    }
    return text;
}

std::string tail(const Settings &settings, const Summary &summary) {
    const std::vector<double> all = ratios(summary);
    std::string text = "\n";
    if (!all.empty()) {
        text += fmt::format("A / B over {} cases: geometric mean {:.3f}, best {:.3f}, worst {:.3f}, 95 of "
                            "100 at most {:.3f}\n",
                            all.size(), geometric_mean(all), *std::min_element(all.begin(), all.end()),
                            *std::max_element(all.begin(), all.end()), quantile(all, tail_share));
    }
    for (const CaseResult &result : summary.cases) {
        if (result.verdict == Verdict::slower) {
            text +=
                fmt::format("SLOWER {}: {:.3f} ({:.3f} to {:.3f}), before {:.3f} ({:.3f} to {:.3f})\n",
                            result.id, result.confirm->ratio, result.confirm->lower, result.confirm->upper,
                            result.first->ratio, result.first->lower, result.first->upper);
        }
    }
    text += fmt::format("checks: A failed in {} cases, B in {}", failed_checks(summary, 0),
                        failed_checks(summary, 1));
    text += nobodys(summary) == 0
                ? "\n"
                : fmt::format("; in {} both did together what NEITHER DOES ALONE\n", nobodys(summary));
    text += unconfirmed(summary) == 0
                ? ""
                : fmt::format("NOT CONFIRMED: {} cases were slower, and there was no second series of them\n",
                              unconfirmed(summary));
    const std::string verdicts =
        settings.fail_above.has_value()
            ? fmt::format("{} within, {} inconclusive, {} slower", count(summary, Verdict::within),
                          count(summary, Verdict::inconclusive), count(summary, Verdict::slower))
            : fmt::format("{} timed", count(summary, Verdict::timed));
    return text +
           fmt::format("seed {}: {} cases: {}, {} not timed, {} not run (budget {} s, took {:.0f} s)\n",
                       settings.seed, summary.cases.size() + static_cast<std::size_t>(summary.cases_not_run),
                       verdicts, count(summary, Verdict::not_timed), summary.cases_not_run,
                       settings.budget_seconds, summary.seconds);
}

} // namespace exactk::speed
