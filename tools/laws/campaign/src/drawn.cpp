// Drawn rows: every implementation beside an oracle, and one more law of each, drawn too.
// Spec: contract/C1 to C18. Layer: tools/laws.
#include "unit.hpp"

#include <algorithm>
#include <memory>

#include <exactk/casefile/replay.hpp>
#include <exactk/casefile/store.hpp>
#include <exactk/laws.hpp>

#include "answer.hpp"

namespace exactk::campaign {

namespace {

constexpr std::uint64_t rows_stream = 0x524F5753; // convention: any two numbers far from each other
constexpr std::uint64_t wide_stream = 0x57494445; // convention: any two numbers far from each other
constexpr double shrink_seconds = 5;              // convention: what a failure may cost

/// Numbers from a number, one after the other: splitmix64.
std::uint64_t next(std::uint64_t &state) {
    state += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// A smaller case that breaks the same law, written to a file.
std::string stored(const Settings &settings, const laws::Law &law, const Implementation &implementation,
                   casefile::CaseFile one, std::uint64_t seed, const std::string &words) {
    if (settings.cases_dir.empty()) {
        return "";
    }
    const auto still = [&](const casefile::CaseFile &other) {
        return laws::applies(law, implementation, other) && !law.broken(implementation, other, seed).empty();
    };
    one = laws::shrink(std::move(one), still, shrink_seconds);
    one.note = casefile::as_note("campaign: law " + std::string(law.name) + " of " + implementation.name +
                                 ", seed " + std::to_string(seed) + ": " + words);
    std::string clauses = law.clauses;
    for (std::size_t at = 0; at < clauses.size(); at = clauses.find('C', at + 1)) {
        one.clauses.push_back(std::stoi(clauses.substr(at + 1)));
    }
    std::sort(one.clauses.begin(), one.clauses.end());
    one.clauses.erase(std::unique(one.clauses.begin(), one.clauses.end()), one.clauses.end());
    std::unique_ptr<casefile::Input> input;
    if (!casefile::materialise(one, input)) {
        one.expected = casefile::right_answer(input->problem());
    }
    const casefile::Stored file = casefile::store(
        one, settings.cases_dir, "campaign-" + std::string(law.name) + "-" + implementation.name);
    return file.path.empty() ? "; no case file: " + file.reason : "; case file " + file.path;
}

void ask(const Settings &settings, const laws::Law &law, const Implementation &implementation,
         const casefile::CaseFile &one, std::uint64_t seed, const std::string &which, Done &done) {
    if (!laws::applies(law, implementation, one)) {
        return;
    }
    const std::string words = law.broken(implementation, one, seed);
    ++done.checks;
    if (!words.empty()) {
        done.failures.push_back("law " + std::string(law.name) + " of " + implementation.name + " on " +
                                which + ": " + words +
                                stored(settings, law, implementation, one, seed, words));
    }
}

/// Every implementation once, and all beside the oracle by sorting; where one differs the law of truth says how, and
/// makes a small case of it.
void compare_all(const Settings &settings, const casefile::CaseFile &one, std::uint64_t seed,
                 const std::string &which, Done &done) {
    const laws::Law &truth = *laws::find_law("truth");
    const laws::Answer right = laws::answer(*find_implementation("sort"), one);
    for (const Implementation &implementation : chosen(settings)) {
        if (implementation.name == "sort" || !laws::applies(truth, implementation, one)) {
            continue; // the others are compared with it, and that is enough
        }
        ++done.cases;
        const std::string words = laws::difference(laws::answer(implementation, one), right);
        if (!words.empty()) {
            const std::size_t before = done.failures.size();
            ask(settings, truth, implementation, one, seed, which, done);
            if (done.failures.size() == before) {
                done.failures.push_back(implementation.name + " beside sort on " + which + ": " + words);
            }
        }
    }
}

/// Truth of all of them, and of each one more law; those whose time is that of sorting are asked less often.
void ask_all(const Settings &settings, const casefile::CaseFile &one, std::uint64_t &state, bool wide,
             const std::string &which, Done &done) {
    compare_all(settings, one, next(state), which, done);
    for (const Implementation &implementation : chosen(settings)) {
        const laws::Law &law = laws::laws()[next(state) % laws::laws().size()];
        const bool asked = implementation.name != "sort" || next(state) % 4 == 0;
        const std::uint64_t seed = next(state);
        if (asked && !(wide && implementation.name == "sort")) {
            ask(settings, law, implementation, one, seed, which, done);
        }
    }
    done.rows += one.rows;
}

} // namespace

Done run_rows(const Settings &settings, std::int64_t unit) {
    Done done;
    std::uint64_t state =
        settings.seed * 0x9E3779B97F4A7C15u + rows_stream + static_cast<std::uint64_t>(unit);
    const std::uint64_t seed = next(state); // of this unit's swarm
    for (std::uint64_t number = 0; done.rows < rows_per_unit; ++number) {
        if (stopped(settings)) {
            done.given_up = true;
            return done;
        }
        const laws::Knobs knobs = laws::draw_knobs(seed, number);
        ask_all(settings, laws::make_case(knobs), state, false, laws::describe(knobs), done);
    }
    return done;
}

Done run_wide(const Settings &settings, std::int64_t unit) {
    Done done;
    std::uint64_t state =
        settings.seed * 0x9E3779B97F4A7C15u + wide_stream + static_cast<std::uint64_t>(unit);
    const std::uint64_t seed = next(state);
    for (std::uint64_t number = 0; done.rows < wide_per_unit; ++number) {
        if (stopped(settings)) {
            done.given_up = true;
            return done;
        }
        constexpr laws::Reach reach{casefile::listed_max, casefile::listed_max, cta_count_max};
        laws::Knobs knobs = laws::draw_knobs(seed, number, reach);
        // Log-uniform between the two: a power of two, and then anything up to the next.
        const std::int64_t scale = std::int64_t{65536} << next(state) % 4;
        knobs.width = scale + 1 + static_cast<std::int64_t>(next(state) % static_cast<std::uint64_t>(scale));
        knobs.rows = 1;
        ask_all(settings, laws::make_case(knobs), state, true, laws::describe(knobs), done);
    }
    return done;
}

} // namespace exactk::campaign
