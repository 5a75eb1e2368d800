// Runs implementations over corpus, families and profiles and adds up what came of it.
// Spec: contract/C1 to C15. Layer: tools/league.
#include <exactk/league.hpp>

#include <chrono>

#include <fmt/format.h>

namespace exactk::league {

namespace {

void add(check::Tally &to, const check::Tally &from) {
    to.cases += from.cases;
    to.rows += from.rows;
    to.runs_passed += from.runs_passed;
    to.runs_failed += from.runs_failed;
    to.left_out += from.left_out;
    to.probes_run += from.probes_run;
    to.contract_failed += from.contract_failed;
    for (const auto &[reason, count] : from.reasons) {
        to.reasons[reason] += count;
    }
    for (const auto &[clause, cell] : from.clauses) {
        check::ClauseCell &mine = to.clauses[clause];
        const std::int64_t failed = mine.failed + cell.failed;
        const std::int64_t contract_failed = mine.contract_failed + cell.contract_failed;
        // What breaks a promise goes before what only falls short of the contract.
        mine = mine.first.empty() || (mine.failed == 0 && cell.failed > 0) ? cell : mine;
        mine.failed = failed;
        mine.contract_failed = contract_failed;
    }
}

void add(std::vector<check::Verdict> &to, const std::vector<check::Verdict> &from) {
    for (const check::Verdict &verdict : from) {
        bool met = false;
        for (check::Verdict &mine : to) {
            met = met || mine.name == verdict.name;
            mine.count += mine.name == verdict.name ? verdict.count : 0;
        }
        if (!met) {
            to.push_back(verdict);
        }
    }
}

} // namespace

const std::vector<int> &columns() {
    static const std::vector<int> list = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 18};
    return list;
}

std::string describe(const Settings &settings) {
    std::string words = fmt::format("seed {}; {} case files, {} drawn cases of each family", settings.seed,
                                    settings.corpus.size(), settings.cases_per_family);
    if (!settings.profiles.empty()) {
        words += fmt::format(", profiles {}", fmt::join(settings.profiles, ", "));
    }
    return words + fmt::format("; {} s each", settings.budget_seconds);
}

Entry run(const Implementation &implementation, const std::string &flags, const Settings &settings) {
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    Entry entry;
    entry.implementation = implementation.name;
    entry.description = implementation.description;
    entry.tally.implementation = implementation.name;
    std::FILE *const nowhere = std::fopen("/dev/null", "w");
    if (nowhere == nullptr) {
        entry.error = "/dev/null cannot be opened";
        return entry;
    }
    // Corpus, families, profiles: each may use up its third of the time and what those before it left over.
    for (int part = 0; part < 3; ++part) {
        check::Settings one;
        one.implementations = {implementation.name};
        one.extra = {implementation};
        one.seed = settings.seed;
        one.cases_per_family = settings.cases_per_family;
        one.exhibits = false;
        one.probes = part == 1;
        one.flags = flags;
        one.contract_cases = true;
        one.cases_dir = settings.cases_dir;
        one.stopped = settings.stopped;
        one.files = part == 0 ? settings.corpus : std::vector<std::string>{};
        one.profiles = part == 2 ? settings.profiles : std::vector<std::string>{};
        one.budget_seconds = settings.budget_seconds * (part + 1) / 3 - seconds();
        if ((part == 0 && one.files.empty()) || (part == 2 && one.profiles.empty())) {
            continue;
        }
        const check::Summary summary = check::run(one, nowhere, false);
        if (!summary.error.empty()) {
            entry.error = summary.error;
            break;
        }
        add(entry.tally, summary.tallies.front());
        add(entry.verdicts, summary.verdicts);
        entry.probed.insert(entry.probed.end(), summary.probed.begin(), summary.probed.end());
        entry.cases_not_run += summary.cases_not_run;
    }
    std::fclose(nowhere);
    entry.seconds = seconds();
    return entry;
}

} // namespace exactk::league
