// docs/mutants.md, which one command writes.
// Spec: contract/C15. Layer: tools/mutants.
#include "report.hpp"

#include <fmt/format.h>

#include "mechanism.hpp"

namespace exactk::mutants {
namespace {

std::string source_of(const Mutant &mutant) {
    const Ledger *const row = ledger_row(mutant.row);
    return row != nullptr ? fmt::format("{} ({})", row->source, row->row) : "";
}

std::string head(const Results &results) {
    const Totals totals = totals_of(results);
    std::string text = "# Mutants\n\n"
                       "<!-- Written by `exactk mutants --write docs/mutants.md`; do not edit. -->\n\n"
                       "A test is worth what it finds. Each mutant is one fault, planted behind a switch "
                       "into the model, the CPU path, the\n"
                       "judge or the protocol of several CTAs, in a second library made of the same sources; "
                       "those that users get have no\n"
                       "trace of it. `exactk mutants` switches them on one at a time and lets laws and other "
                       "mechanisms look at drawn cases\n"
                       "until they see it. A mutant that nothing sees makes it fail, and so does one that "
                       "crashes: a crash is no kill. A\n"
                       "mechanism counts only if it is silent on the same case without the fault.\n\n";
    text += fmt::format(
        "{} mutants, {} of them modelled on published faults (number of the row below in brackets); {} "
        "killed, {} "
        "by two mechanisms or\nmore, {} with a note. Seconds until the kill: median {:.3f}, slowest {:.2f}. "
        "Counterexamples of at most {} keys and {} CTAs,\nshrunk in at most {:.0f} s: {} of {}. One "
        "process on one core that others used too; {:.0f} s for everything.\n\n",
        totals.mutants, totals.cited, totals.killed, totals.twice, totals.noted, totals.median,
        totals.slowest, keys_small, ctas_small, shrink_seconds_small, totals.small, totals.shrunk,
        results.seconds);
    return text +
           "Capacities are parameters: a mutant that has one is killed at the one that was shipped, "
           "and its counterexample is\n"
           "shrunk at a lowered one. So are, for some faults of F3 to F8, the least numbers of samples, of a "
           "crowd and of candidates:\n"
           "a row of 4 elements is sampled then, with the fault and without. Keys are the elements of all "
           "rows; in schedules with\n"
           "lists those that are listed, since a row "
           "that is sampled has 32 or more, and no step touches the others.\n\n";
}

std::string tables(const Results &results) {
    constexpr const char *titles[room_count] = {"Model", "CPU path", "Judge", "Protocol"};
    std::string text;
    for (int room = 0; room < room_count; ++room) {
        text += fmt::format("## {}\n\n| mutant | at | what is wrong | modelled on | killed by | cases | s | "
                            "keys, CTAs | s |\n"
                            "|---|---|---|---|---|---|---|---|---|\n",
                            titles[room]);
        for (const auto &[mutant, found] : results.hunts) {
            if (static_cast<int>(mutant.room) != room) {
                continue;
            }
            const std::string killers =
                found.killed ? fmt::format("{}", fmt::join(found.killers, ", ")) : "SURVIVES";
            const std::string size = found.keys >= 0 ? fmt::format("{}, {}", found.keys, found.ctas) : "";
            text += fmt::format("| `{}` | {} | {} | {} | {} | {} | {:.2f} | {} | {:.2f} |\n", mutant.name,
                                mutant.place, mutant.words, source_of(mutant), killers, found.cases,
                                found.seconds, size, found.shrink_seconds);
        }
        text += "\n";
    }
    return text;
}

std::string notes(const Results &results) {
    std::string text = "Notes, where only one mechanism sees a mutant or its counterexample is larger:\n\n";
    for (const auto &[mutant, found] : results.hunts) {
        if (mutant.note[0] != '\0') {
            text += fmt::format("- `{}`: {}\n", mutant.id(), mutant.note);
        }
    }
    return text + "\n";
}

std::string mechanism_table() {
    std::string text = "## What looks\n\n| mechanism | what it holds a mutant to |\n|---|---|\n";
    for (const Mechanism &mechanism : mechanisms()) {
        text += fmt::format("| `{}` | {} |\n", mechanism.name, mechanism.words);
    }
    for (const auto &[name, words] : schedule_mechanisms()) {
        text += fmt::format("| `{}` | {} |\n", name, words);
    }
    return text + "\n";
}

std::string weak_table(const Results &results) {
    std::string text =
        "## Weak judges\n\nFour ways of judging that are in use, on the same cases as the contract, "
        "capacities lowered. Each is\n"
        "required to miss what it does not look at.\n\n"
        "| judge | passes if | notices | misses of those that the contract notices |\n|---|---|---|---|\n";
    for (const WeakJudge &judge : results.weak) {
        std::string missed;
        for (const std::string &id : judge.missed) {
            missed += (missed.empty() ? "" : ", ") + id.substr(id.find('/') + 1);
        }
        text += fmt::format("| {} | {} | {} | {}: {} |\n", judge.name, judge.words, judge.noticed.size(),
                            judge.missed.size(), judge.missed.size() > 40 ? "nearly all" : missed);
    }
    return text + "\n";
}

std::string ledger_table() {
    std::string text = "## Published faults\n\n| row | source | fault | mutants |\n|---|---|---|---|\n";
    for (const Ledger &row : ledger()) {
        std::string mutants;
        for (const Mutant &mutant : all()) {
            if (mutant.row == row.row) {
                mutants += fmt::format("{}`{}`", mutants.empty() ? "" : ", ", mutant.id());
            }
        }
        text += fmt::format("| {} | {} | {} | {} |\n", row.row, row.source, row.words,
                            mutants.empty() ? fmt::format("none: {}", row.missing) : mutants);
    }
    return text + "\nOf row 17 the overflow of a 32-bit pointer, of row 29 the property that was cached "
                  "across devices and of row 8 the\n"
                  "early trigger of a dependent launch are left out: a case that shows the first needs 8 "
                  "GiB, and for the others a model\n"
                  "on a CPU has no devices and no launches. Row 21 of the ledger that this was drawn from is "
                  "empty.\n";
}

} // namespace

std::string mechanism_lines() {
    std::string text;
    for (const Mechanism &mechanism : mechanisms()) {
        text += fmt::format("{:<12} {}\n", mechanism.name, mechanism.words);
    }
    for (const auto &[name, words] : schedule_mechanisms()) {
        text += fmt::format("{:<12} {}\n", name, words);
    }
    return text;
}

std::string page_of(const Results &results) {
    return head(results) + tables(results) + notes(results) + mechanism_table() + weak_table(results) +
           ledger_table();
}

} // namespace exactk::mutants
