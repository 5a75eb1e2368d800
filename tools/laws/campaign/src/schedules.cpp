// Schedule spaces walked whole, and random schedules under the race checker.
// Spec: algorithm/B1 B2, contract/C15. Layer: tools/laws.
#include "unit.hpp"

#include <cstdio>
#include <span>

#include <exactk/schedule.hpp>

namespace exactk::campaign {

namespace {

using schedule::Form;
using schedule::Setup;

/// Which forms a space is walked for: those of rounds on the rows, and that of the lists, whose rows are several and whose
/// spaces are larger.
enum class Forms : std::uint8_t { of_rounds, of_lists };

/// A space, and whether it takes longer than a second.
struct Space {
    Forms forms;
    int ctas;
    int rounds;
    bool delayed;
    bool reduce;
    bool large;
};

constexpr Space spaces[] = {
    {Forms::of_rounds, 3, 3, false, false, false}, {Forms::of_rounds, 4, 4, false, false, false},
    {Forms::of_rounds, 3, 3, true, false, false},  {Forms::of_lists, 3, 3, false, false, false},
    {Forms::of_lists, 4, 4, false, false, false},  {Forms::of_lists, 8, 4, false, true, false},
    {Forms::of_rounds, 4, 4, true, false, true},   {Forms::of_rounds, 6, 4, false, false, true},
    {Forms::of_rounds, 8, 4, false, true, true},   {Forms::of_lists, 5, 4, false, false, true},
    {Forms::of_lists, 2, 2, true, false, true},
};

constexpr Form round_forms[] = {Form::cluster, Form::kernel, Form::cooperative, Form::spin};
constexpr Form list_forms[] = {Form::cluster_list};

std::span<const Form> forms_of(const Space &space) {
    return space.forms == Forms::of_rounds ? std::span<const Form>(round_forms)
                                           : std::span<const Form>(list_forms);
}

constexpr int depth = 2; // convention: one change of priority beside the first order

bool included(const Space &space, const Settings &settings) {
    return settings.sizes.spaces > 1 || (settings.sizes.spaces == 1 && !space.large);
}

/// The space of that number, and its form; false past the last one.
bool space_of(const Settings &settings, std::int64_t unit, Space &space, Form &form) {
    for (const Space &one : spaces) {
        if (!included(one, settings)) {
            continue;
        }
        const std::span<const Form> forms = forms_of(one);
        if (unit < static_cast<std::int64_t>(forms.size())) {
            space = one;
            form = forms[static_cast<std::size_t>(unit)];
            return true;
        }
        unit -= static_cast<std::int64_t>(forms.size());
    }
    return false;
}

std::string words_of(const Setup &setup) {
    return std::string(schedule::name(setup.form)) + ", " + std::to_string(setup.ctas) + " CTAs, " +
           std::to_string(setup.rounds) + " rounds, seed " + std::to_string(setup.seed) +
           (setup.delayed ? ", delayed" : "");
}

void fail(const schedule::Machine &machine, const schedule::RunResult &run, Done &done) {
    done.failures.push_back(words_of(machine.setup()) + ": " + schedule::fault_text(machine, run) +
                            "; exactk explore --replay " + schedule::print({machine.setup(), run.choices}));
}

/// How many CTAs the schedules of a unit have, and how many of them there are: larger ones take longer.
void shape_of(std::int64_t unit, Setup &setup, std::int64_t &runs) {
    setup.form = static_cast<Form>(unit % schedule::form_count);
    setup.rounds = 3; // convention: as many as change buffers once round
    setup.ctas = 16;
    runs = schedules_per_unit;
    const std::int64_t turn = unit / schedule::form_count;
    if (turn % 10 == 9) {
        setup.ctas = turn % 20 == 9 ? 32 : 64;
        runs = schedules_per_unit / (setup.ctas == 32 ? 8 : 50);
    }
}

} // namespace

std::int64_t space_units(const Settings &settings) {
    std::int64_t units = 0;
    for (const Space &space : spaces) {
        units += included(space, settings) ? static_cast<std::int64_t>(forms_of(space).size()) : 0;
    }
    return units;
}

Done run_space(const Settings &settings, std::int64_t unit) {
    Done done;
    Space space{};
    Setup setup;
    if (!space_of(settings, unit, space, setup.form)) {
        return done;
    }
    setup.ctas = space.ctas;
    setup.rounds = space.rounds;
    setup.seed = settings.seed;
    setup.delayed = space.delayed;
    const schedule::Machine machine(setup);
    schedule::ExploreOptions options;
    options.reduce = space.reduce;
    const schedule::Exploration found = schedule::explore(machine, options);
    schedule::Runner runner(machine);
    done.cases = 1;
    done.rows = static_cast<std::int64_t>(found.states);
    if (!found.fault.empty()) {
        fail(machine, runner.follow(found.fault), done);
    }
    if (!found.complete || found.outcomes.size() != 1 || found.stuck + found.wrong > 0) {
        done.failures.push_back(words_of(setup) + ": " + (found.complete ? "" : "not walked whole, ") +
                                std::to_string(found.outcomes.size()) + " outcomes, " +
                                std::to_string(found.stuck) + " stuck, " + std::to_string(found.wrong) +
                                " wrong");
    }
    setup.delayed = false;
    const schedule::Machine strong(setup);
    schedule::Runner watched(strong);
    const schedule::RunResult &run = watched.run(schedule::Policy::first);
    done.checks = static_cast<std::int64_t>(run.accesses);
    if (run.faulty()) {
        fail(strong, run, done);
    }
    return done;
}

Done run_schedules(const Settings &settings, std::int64_t unit) {
    Done done;
    Setup setup;
    std::int64_t runs = 0;
    shape_of(unit, setup, runs);
    setup.seed = settings.seed + static_cast<std::uint64_t>(unit) / 64; // now and then another row
    const schedule::Machine machine(setup);
    const std::uint64_t seed = settings.seed * 1000003u + static_cast<std::uint64_t>(unit);
    const schedule::Campaign found =
        schedule::random_runs(machine, static_cast<std::uint64_t>(runs), depth, seed, false);
    done.cases = static_cast<std::int64_t>(found.runs);
    done.rows = static_cast<std::int64_t>(found.steps);
    done.checks = static_cast<std::int64_t>(found.accesses);
    if (found.first) {
        fail(machine, *found.first, done);
    }
    return done;
}

std::vector<std::string> missed_words(const Settings &settings) {
    std::vector<std::string> list;
    for (int form = 0; form < schedule::form_count; ++form) {
        std::uint64_t runs = 0;
        Setup setup;
        for (std::int64_t unit = form; unit < units_of(Part::random_schedules, settings);
             unit += schedule::form_count) {
            Setup here;
            std::int64_t count = 0;
            shape_of(unit, here, count);
            if (here.ctas == 16) {
                setup = here;
                runs += static_cast<std::uint64_t>(count);
            }
        }
        if (runs == 0) {
            continue;
        }
        setup.seed = settings.seed;
        const schedule::Machine machine(setup);
        char text[160];
        std::snprintf(
            text, sizeof text,
            "form %s: %llu schedules of %d CTAs miss a fault of depth %d with a probability of at most %.3g",
            schedule::name(setup.form), static_cast<unsigned long long>(runs), setup.ctas, depth,
            schedule::missed_at_most(setup.ctas, machine.steps_max(), depth, runs));
        list.emplace_back(text);
    }
    return list;
}

} // namespace exactk::campaign
