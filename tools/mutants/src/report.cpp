// Totals, lines for a person, and JSON.
// Spec: contract/C15 C17. Layer: tools/mutants.
#include "report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/contract/version.hpp>

namespace exactk::mutants {

Totals totals_of(const Results &results) {
    Totals totals;
    std::vector<double> seconds;
    for (const auto &[mutant, found] : results.hunts) {
        ++totals.mutants;
        totals.cited += mutant.row != 0 ? 1 : 0;
        if (!found.killed) {
            continue;
        }
        ++totals.killed;
        totals.twice += found.killers.size() >= 2 ? 1 : 0;
        totals.noted += found.killers.size() < 2 && mutant.note[0] != '\0' ? 1 : 0;
        seconds.push_back(found.seconds);
        if (found.keys >= 0) {
            ++totals.shrunk;
            totals.small +=
                found.keys <= keys_small && found.ctas <= ctas_small &&
                        found.shrink_seconds <= shrink_seconds_small + 0.5 // convention: the last step
                    ? 1
                    : 0;
        }
    }
    if (!seconds.empty()) {
        std::sort(seconds.begin(), seconds.end());
        totals.median = seconds[seconds.size() / 2];
        totals.slowest = seconds.back();
    }
    return totals;
}

std::vector<std::string> failures_of(const Results &results) {
    std::vector<std::string> failures;
    if (!results.alarm.empty()) {
        failures.push_back("false alarm: " + results.alarm);
    }
    for (const auto &[mutant, found] : results.hunts) {
        if (!found.trouble.empty()) {
            failures.push_back(mutant.id() + ": " + found.trouble);
        } else if (!found.killed) {
            failures.push_back(mutant.id() + " survives");
        } else if (found.killers.size() < 2 && mutant.note[0] == '\0') {
            failures.push_back(mutant.id() + " is seen by " + found.killers.front() +
                               " alone, and no note says why");
        }
    }
    const Totals totals = totals_of(results);
    if (results.complete && totals.shrunk == totals.mutants &&
        100 * totals.small < percent_small * totals.shrunk) {
        failures.push_back(
            fmt::format("only {} of {} counterexamples are small", totals.small, totals.shrunk));
    }
    for (const WeakJudge &judge : results.weak) {
        for (const std::string &id : judge.unexpected) {
            failures.push_back("the weak judge " + judge.name + " was to miss " + id);
        }
    }
    return failures;
}

std::string line_of(const Mutant &mutant, const Found &found) {
    if (!found.killed || !found.trouble.empty()) {
        return fmt::format("{:<36} {}\n", mutant.id(),
                           found.trouble.empty() ? "SURVIVES" : "FAILED: " + found.trouble);
    }
    std::string text = fmt::format("{:<36} killed in {} case{}, {:.2f} s", mutant.id(), found.cases,
                                   found.cases == 1 ? "" : "s", found.seconds);
    if (found.keys >= 0) {
        text += fmt::format("; {} keys, {} CTA{}, {:.2f} s", found.keys, found.ctas,
                            found.ctas == 1 ? "" : "s", found.shrink_seconds);
    }
    return text + fmt::format("; {}\n", fmt::join(found.killers, " "));
}

std::string closing_lines(const Results &results) {
    const Totals totals = totals_of(results);
    std::string text;
    for (const WeakJudge &judge : results.weak) {
        text += fmt::format("weak judge {}: notices {}, misses {}\n", judge.name, judge.noticed.size(),
                            judge.missed.size());
    }
    text += fmt::format(
        "{} mutants, {} killed, {} by two mechanisms or more, {} with a note; {} modelled on published "
        "faults\n",
        totals.mutants, totals.killed, totals.twice, totals.noted, totals.cited);
    text +=
        fmt::format("seconds until the kill: median {:.3f}, slowest {:.2f}\n", totals.median, totals.slowest);
    if (totals.shrunk > 0) {
        text += fmt::format("{} of {} counterexamples have at most {} keys and {} CTAs\n", totals.small,
                            totals.shrunk, keys_small, ctas_small);
    }
    const std::vector<std::string> failures = failures_of(results);
    for (const std::string &failure : failures) {
        text += "failure: " + failure + "\n";
    }
    return text + fmt::format("time: {:.1f} s\nverdict: {}\n", results.seconds,
                              failures.empty() ? "passed" : "failed");
}

std::string json_of(const Results &results) {
    const Totals totals = totals_of(results);
    const std::vector<std::string> failures = failures_of(results);
    nlohmann::ordered_json json;
    json["command"] = "mutants";
    json["library"] = library_version();
    json["contract"] = contract_version();
    json["verdict"] = failures.empty() ? "passed" : "failed";
    json["mutants"] = nlohmann::ordered_json::array();
    for (const auto &[mutant, found] : results.hunts) {
        nlohmann::ordered_json one;
        one["mutant"] = mutant.id();
        one["place"] = mutant.place;
        one["words"] = mutant.words;
        one["source"] = mutant.row != 0 ? nlohmann::ordered_json(ledger_row(mutant.row)->source) : nullptr;
        one["killed"] = found.killed;
        one["killers"] = found.killers;
        one["seen"] = found.words;
        one["cases"] = found.cases;
        one["seconds"] = found.seconds;
        one["keys"] = found.keys >= 0 ? nlohmann::ordered_json(found.keys) : nullptr;
        one["ctas"] = found.keys >= 0 ? nlohmann::ordered_json(found.ctas) : nullptr;
        one["shrink_seconds"] = found.shrink_seconds;
        one["counterexample"] = found.counterexample;
        one["note"] = mutant.note;
        one["trouble"] = found.trouble;
        json["mutants"].push_back(one);
    }
    json["weak_judges"] = nlohmann::ordered_json::array();
    for (const WeakJudge &judge : results.weak) {
        json["weak_judges"].push_back(
            {{"name", judge.name}, {"noticed", judge.noticed}, {"missed", judge.missed}});
    }
    json["totals"] = {{"mutants", totals.mutants}, {"killed", totals.killed}, {"cited", totals.cited},
                      {"by_two", totals.twice},    {"noted", totals.noted},   {"shrunk", totals.shrunk},
                      {"small", totals.small},     {"median", totals.median}, {"slowest", totals.slowest}};
    json["failures"] = failures;
    json["seconds"] = results.seconds;
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string list_lines() {
    std::string text;
    for (const Mutant &mutant : all()) {
        const Ledger *const row = ledger_row(mutant.row);
        text += fmt::format("{:<36} {:<4} {}{}\n", mutant.id(), mutant.place, mutant.words,
                            row != nullptr ? fmt::format(" ({})", row->source) : "");
    }
    return text;
}

} // namespace exactk::mutants
