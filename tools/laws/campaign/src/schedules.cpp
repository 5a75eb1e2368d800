// Schedule spaces walked whole, and random schedules under the race checker.
// Spec: algorithm/B1 B2, contract/C15. Layer: tools/laws.
#include "unit.hpp"

#include <span>

#include <exactk/casefile/schedule_case.hpp>
#include <exactk/schedule.hpp>

#include "deal.hpp"
#include "shelf.hpp"

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
    {Forms::of_lists, 2, 2, true, false, true},    {Forms::of_lists, 4, 2, true, false, true},
};

constexpr Form round_forms[] = {Form::cluster, Form::kernel, Form::cooperative, Form::spin};
constexpr Form list_forms[] = {Form::cluster_list};

std::span<const Form> forms_of(const Space &space) {
    return space.forms == Forms::of_rounds ? std::span<const Form>(round_forms)
                                           : std::span<const Form>(list_forms);
}

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

/// Tells of a run with a fault: what it is, a token, and a case file where the token fits one.
void fail(const Settings &settings, Shelf &shelf, const char *part, const schedule::Machine &machine,
          const schedule::RunResult &run, Done &done) {
    const std::string kind = std::string(part) + " of " + schedule::name(machine.setup().form);
    tell(shelf, done, kind, [&] {
        std::string words = "with " + words_of(machine.setup()) + ": " + schedule::fault_text(machine, run) +
                            "; exactk explore --replay " + schedule::print({machine.setup(), run.choices});
        if (settings.cases_dir.empty()) {
            return words;
        }
        const casefile::Stored file = casefile::store_fault(machine, run, settings.cases_dir, "campaign");
        return words + (file.path.empty() ? "; no case file: " + file.reason : "; case file " + file.path);
    });
}

/// The fault to plant, in the forms that have it.
schedule::Mutant mutant_for(const Settings &settings, Form form) {
    schedule::Mutant mutant = schedule::Mutant::none;
    schedule::parse(settings.mutant, mutant);
    return schedule::applies(schedule::info(mutant), form) ? mutant : schedule::Mutant::none;
}

} // namespace

std::int64_t space_units(const Settings &settings) {
    std::int64_t units = 0;
    for (const Space &space : spaces) {
        units += included(space, settings) ? static_cast<std::int64_t>(forms_of(space).size()) : 0;
    }
    return units;
}

Done run_space(const Settings &settings, std::int64_t unit, Shelf &shelf) {
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
    setup.mutant = mutant_for(settings, setup.form);
    const schedule::Machine machine(setup);
    schedule::ExploreOptions options;
    options.reduce = space.reduce;
    options.stopped = settings.stopped;
    const schedule::Exploration found = schedule::explore(machine, options);
    if (stopped(settings)) {
        done.given_up = true;
        return done;
    }
    schedule::Runner runner(machine);
    done.cases = 1;
    done.rows = static_cast<std::int64_t>(found.states);
    if (!found.fault.empty()) {
        fail(settings, shelf, "spaces", machine, runner.follow(found.fault), done);
    }
    if (!found.complete || found.outcomes.size() != 1 || found.stuck + found.wrong > 0) {
        tell(shelf, done, std::string("outcomes of ") + schedule::name(setup.form), [&] {
            return "with " + words_of(setup) + ": " + (found.complete ? "" : "not walked whole, ") +
                   std::to_string(found.outcomes.size()) + " outcomes, " + std::to_string(found.stuck) +
                   " stuck, " + std::to_string(found.wrong) + " wrong";
        });
    }
    setup.delayed = false;
    const schedule::Machine strong(setup);
    schedule::Runner watched(strong);
    const schedule::RunResult &run = watched.run(schedule::Policy::first);
    done.checks = static_cast<std::int64_t>(run.accesses);
    if (run.faulty()) {
        fail(settings, shelf, "spaces", strong, run, done);
    }
    return done;
}

Done run_schedules(const Settings &settings, std::int64_t unit, Shelf &shelf) {
    Done done;
    Dealt one = dealt(settings.seed, settings.sizes.schedules, unit);
    one.setup.mutant = mutant_for(settings, one.setup.form);
    const schedule::Machine machine(one.setup);
    const std::uint64_t seed = settings.seed * 1000003u + static_cast<std::uint64_t>(unit);
    const schedule::Campaign found = schedule::random_runs(machine, static_cast<std::uint64_t>(one.runs),
                                                           schedule_depth, seed, false, settings.stopped);
    if (stopped(settings)) {
        done.given_up = true;
        return done;
    }
    done.cases = static_cast<std::int64_t>(found.runs);
    done.rows = static_cast<std::int64_t>(found.steps);
    done.checks = static_cast<std::int64_t>(found.accesses);
    if (found.first) {
        fail(settings, shelf, "schedules", machine, *found.first, done);
    }
    return done;
}

} // namespace exactk::campaign
