// Schedules against faults of the protocol, the smallest setups first.
// Spec: algorithm/S4 S7 S8 B1 B2, contract/C15. Layer: tools/mutants.
#include "hunt.hpp"

#include <algorithm>
#include <chrono>

#include <exactk/schedule.hpp>

namespace exactk::mutants {
namespace {

using schedule::Setup;

constexpr std::uint64_t states_of_a_hunt =
    200'000; // convention: a second; larger spaces have larger setups' faults
constexpr std::uint64_t random_schedules = 300; // convention: a fault of depth 2 in a small setup is met

/// What one mechanism sees of a setup: "" or words, and a schedule that shows it.
struct Sight {
    std::string words;
    std::vector<schedule::Choice> choices;
    bool delayed = false;
};

/// One run before the race checker; any schedule will do.
Sight raced(const Setup &setup) {
    const schedule::Machine machine(setup);
    schedule::Runner runner(machine);
    const schedule::RunResult &run = runner.run(schedule::Policy::first);
    return run.race.has_value() ? Sight{schedule::describe(machine, *run.race), run.choices, false} : Sight{};
}

Sight explored(Setup setup, bool delayed) {
    setup.delayed = delayed;
    const schedule::Machine machine(setup);
    schedule::ExploreOptions options;
    options.states_max = states_of_a_hunt;
    const schedule::Exploration found = schedule::explore(machine, options);
    if (found.fault.empty()) {
        return {};
    }
    schedule::Runner runner(machine);
    return {schedule::fault_text(machine, runner.follow(found.fault)), found.fault, delayed};
}

Sight strong(const Setup &setup) { return explored(setup, false); }

/// Random schedules that end stuck or wrong; races are for the checker.
Sight drawn(Setup setup, bool delayed) {
    setup.delayed = delayed;
    const schedule::Machine machine(setup);
    schedule::Runner runner(machine);
    for (std::uint64_t seed = 1; seed <= random_schedules; ++seed) {
        const schedule::RunResult &run = runner.run(schedule::Policy::pct, seed, 3);
        if (run.stuck || run.wrong) {
            return {schedule::fault_text(machine, run), run.choices, delayed};
        }
    }
    return {};
}

Sight random(const Setup &setup) { return drawn(setup, false); }

/// Of two CTAs only, and of larger spaces random schedules: where visibility is delayed, they are many.
Sight delayed(const Setup &setup) {
    if (setup.ctas != 2 || setup.rounds != 1) {
        return {};
    }
    Sight sight = explored(setup, true);
    return sight.words.empty() ? drawn(setup, true) : sight;
}

struct Way {
    const char *name;
    const char *words;
    Sight (*sees)(const Setup &);
};

constexpr Way ways[] = {
    {"races", "the race checker, in one run of one schedule", raced},
    {"schedules", "all schedules of a setup: the model's answer, and no CTA waits for ever", strong},
    {"delayed", "the same where other CTAs see a write later", delayed},
    {"random", "random schedules by priorities", random},
};

std::vector<Setup> setups_of(const Mutant &mutant) {
    std::vector<Setup> setups;
    for (int ctas = 2; ctas <= 4; ++ctas) {
        for (int rounds = 1; rounds <= 3; ++rounds) {
            for (std::uint64_t seed = 1; seed <= 4; ++seed) {
                for (int number = 0; number < schedule::form_count; ++number) {
                    const auto form = static_cast<schedule::Form>(number);
                    Setup setup;
                    setup.form = form;
                    setup.ctas = ctas;
                    setup.rounds = rounds;
                    setup.seed = seed;
                    if (mutant.fault == assumed_residency) {
                        setup.resident = ctas - 1;
                    } else {
                        setup.mutant = static_cast<schedule::Mutant>(mutant.fault);
                    }
                    const bool has = mutant.fault == assumed_residency
                                         ? form == schedule::Form::spin
                                         : schedule::applies(schedule::info(setup.mutant), form);
                    if (has) {
                        setups.push_back(setup);
                    }
                }
            }
        }
    }
    return setups;
}

/// Elements that a step can be about. Of rows with a list these are the ones that it holds: a row has more, since shorter
/// ones are not sampled (F1), and no step touches them.
std::int64_t keys_in(const schedule::Instance &row) {
    std::int64_t keys = 0;
    for (int element = 0; element < row.rows * row.n; ++element) {
        keys += !row.listed || schedule::kept(row, element) ? 1 : 0;
    }
    return keys;
}

Setup without_fault(Setup setup) {
    setup.mutant = schedule::Mutant::none;
    setup.resident = 0;
    return setup;
}

} // namespace

std::vector<std::pair<const char *, const char *>> schedule_mechanisms() {
    std::vector<std::pair<const char *, const char *>> list;
    for (const Way &way : ways) {
        list.emplace_back(way.name, way.words);
    }
    return list;
}

Found hunt_schedules(const Mutant &mutant, const Settings &settings) {
    Found found;
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    std::int64_t looked_at = 0;
    for (const Setup &setup : setups_of(mutant)) {
        ++looked_at;
        for (const Way &way : ways) {
            const double since = seconds() - (found.killed ? found.seconds : 0);
            if (since > (found.killed ? settings.further : settings.seconds) ||
                static_cast<int>(found.killers.size()) >= settings.enough) {
                return found;
            }
            if (std::find(found.killers.begin(), found.killers.end(), way.name) != found.killers.end()) {
                continue;
            }
            const Sight sight = way.sees(setup);
            if (sight.words.empty()) {
                continue;
            }
            if (const Sight clean = way.sees(without_fault(setup)); !clean.words.empty()) {
                found.trouble = std::string(way.name) + " fires without the fault, too: " + clean.words;
                return found;
            }
            found.killers.push_back(way.name);
            if (!found.killed) {
                Setup shown = setup;
                shown.delayed = sight.delayed;
                found.killed = true;
                found.words = sight.words;
                found.cases = looked_at;
                found.seconds = seconds();
                // Setups come smallest first, so the first one is the counterexample.
                found.keys = keys_in(schedule::make_instance(setup));
                found.ctas = setup.ctas;
                found.counterexample = schedule::print({shown, sight.choices}) + "\n";
            }
        }
    }
    return found;
}

} // namespace exactk::mutants
