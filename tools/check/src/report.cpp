// Prints the closing table, what is said of others' implementations, and the failures.
// Spec: contract/C15. Layer: tools/check.
#include "report.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

namespace exactk::check {

namespace {

/// Failures printed in full; all are counted.
constexpr std::size_t failures_shown_max = 20; // convention: a screenful

/// A reason with `N` for each number, so that cases with the same reason can be counted together; digits of words stay.
std::string without_numbers(const std::string &reason) {
    std::string text;
    bool in_word = false;
    bool in_number = false;
    for (const char letter : reason) {
        const bool digit = letter >= '0' && letter <= '9';
        in_number = digit && !in_word;
        in_word = in_word ? std::isalnum(static_cast<unsigned char>(letter)) != 0
                          : std::isalpha(static_cast<unsigned char>(letter)) != 0;
        if (!in_number) {
            text += letter;
        } else if (text.empty() || text.back() != 'N') {
            text += 'N';
        }
    }
    return text;
}

void print_table(const Summary &summary, std::FILE *out) {
    std::size_t width = 16; // convention: room for our own names
    for (const Tally &tally : summary.tallies) {
        width = std::max(width, tally.implementation.size());
    }
    fmt::print(out, "\n{:<{}} {:>8} {:>9} {:>9} {:>7} {:>9}\n", "implementation", width, "cases", "rows",
               "passed", "failed", "left out");
    for (const Tally &tally : summary.tallies) {
        fmt::print(out, "{:<{}} {:>8} {:>9} {:>9} {:>7} {:>9}\n", tally.implementation, width, tally.cases,
                   tally.rows, tally.runs_passed, tally.runs_failed, tally.left_out);
    }
}

const char *word(probes::Result::How how) {
    switch (how) {
    case probes::Result::How::passed: return "passed";
    case probes::Result::How::failed: return "FAILED";
    case probes::Result::How::not_run: return "not run";
    }
    return "unknown";
}

/// What is said of an implementation with a promise beside its line in the table.
void print_foreign(const Summary &summary, const Implementation &implementation, const Tally &tally,
                   std::FILE *out) {
    fmt::print(out,
               "\n{}: {}\n  by its promise: {} runs passed, {} failed; by the full contract: {} failed\n",
               implementation.name, implementation.description, tally.runs_passed, tally.runs_failed,
               tally.contract_failed);
    std::map<std::string, std::int64_t> reasons;
    for (const auto &[reason, count] : tally.reasons) {
        reasons[without_numbers(reason)] += count;
    }
    for (const auto &[reason, count] : reasons) {
        fmt::print(out, "  not run, {} cases: {}\n", count, reason);
    }
    for (const Probed &probed : summary.probed) {
        if (probed.implementation == implementation.name) {
            const probes::Result &result = probed.result;
            fmt::print(out, "  probe {:<11}{}{}{}\n", result.name, word(result.how),
                       result.how == probes::Result::How::passed ? fmt::format(", {} answers", result.answers)
                                                                 : "",
                       result.words.empty() ? "" : ": " + result.words);
        }
    }
    for (const Verdict &verdict : summary.verdicts) {
        if (verdict.implementation == implementation.name) {
            fmt::print(out, "  verdict {}: {} times, first in {}\n", verdict.name, verdict.count,
                       verdict.first);
        }
    }
}

void print_exhibits(const std::vector<ExhibitResult> &exhibits, std::FILE *out) {
    if (exhibits.empty()) {
        return;
    }
    fmt::print(out, "\nexhibits: models of defects in shipped kernels, which must be caught\n");
    for (const ExhibitResult &exhibit : exhibits) {
        fmt::print(out, "  {:<10} {:<17} {:<30} {}\n", exhibit.caught ? "caught" : "NOT CAUGHT", exhibit.name,
                   exhibit.input, exhibit.findings);
    }
}

void print_failures(const Summary &summary, std::FILE *out) {
    const std::size_t shown = std::min(summary.failures.size(), failures_shown_max);
    for (std::size_t failure = 0; failure < shown; ++failure) {
        fmt::print(out, "\nFAILED {}\n  again: {}\n", summary.failures[failure],
                   summary.reproductions[failure]);
        if (failure < summary.case_files.size()) {
            const casefile::Stored &file = summary.case_files[failure];
            fmt::print(out, "  case file: {}\n", file.path.empty() ? "none, " + file.reason : file.path);
        }
    }
    if (shown < summary.failures.size()) {
        fmt::print(out, "\n{} more failures are not shown\n", summary.failures.size() - shown);
    }
}

void print_known(const Settings &settings, const Summary &summary, std::FILE *out) {
    if (settings.known_file.empty()) {
        return;
    }
    fmt::print(out, "\n{}: {} failures are known, {} listed cases were not run\n", settings.known_file,
               summary.known.size(), summary.known_not_run);
    for (const std::string &line : summary.mended) {
        fmt::print(out, "MENDED {}: take the line out of {}\n", line, settings.known_file);
    }
}

} // namespace

bool nothing_was_run(const Tally &tally) {
    return tally.runs_passed + tally.runs_failed + tally.probes_run == 0;
}

void report(const Settings &settings, const Summary &summary,
            const std::vector<const Implementation *> &chosen, const std::vector<ExhibitResult> &exhibits,
            std::FILE *out) {
    print_table(summary, out);
    for (std::size_t number = 0; number < chosen.size(); ++number) {
        if (chosen[number]->promise != nullptr) {
            print_foreign(summary, *chosen[number], summary.tallies[number], out);
        }
    }
    for (const Tally &tally : summary.tallies) {
        if (nothing_was_run(tally)) {
            fmt::print(out, "nothing was run of {}\n", tally.implementation);
        }
    }
    print_exhibits(exhibits, out);
    print_failures(summary, out);
    print_known(settings, summary, out);
    fmt::print(out,
               "\nseed {}: {} cases run, {} not run (budget {} s), {} failures, {} of {} exhibits caught\n",
               settings.seed, summary.cases_run, summary.cases_not_run, settings.budget_seconds,
               summary.failures.size(), summary.exhibits_caught, summary.exhibits_run);
    std::fflush(out);
}

} // namespace exactk::check
