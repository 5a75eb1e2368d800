// Drawn rows: every implementation beside an oracle, and one more law of each, drawn too.
// Spec: contract/C1 to C18, algorithm/F3 F5. Layer: tools/laws.
#include "unit.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include <exactk/cases/case.hpp>
#include <exactk/laws.hpp>

#include "answer.hpp"
#include "fall_back.hpp"
#include "mixed.hpp"
#include "shelf.hpp"
#include "stored.hpp"

namespace exactk::campaign {

namespace {

constexpr std::uint64_t seed_step = 0x9E3779B97F4A7C15u; // convention: odd, so that seeds lie far apart
constexpr std::uint64_t rows_stream = 0x524F5753;        // convention: any two numbers far from each other
constexpr std::uint64_t wide_stream = 0x57494445;        // convention: any two numbers far from each other

/// What a failure says of its case; asked only where there is one.
using Which = std::function<std::string()>;

/// What a unit works with.
struct Unit {
    const Settings &settings;
    Shelf &shelf;
    Done &done;
};

void ask(const Unit &unit, const Question &question, const casefile::CaseFile &one, const Which &which) {
    if (!laws::applies(question.law, question.implementation, one)) {
        return;
    }
    const std::string words = words_of(question, one);
    ++unit.done.checks;
    if (!words.empty()) {
        tell(unit.shelf, unit.done,
             "law " + std::string(question.law.name) + " of " + question.implementation.name,
             [&] { return "on " + which() + ": " + words + stored(unit.settings, question, one); });
    }
}

/// One implementation beside the oracle by sorting; where it differs the law of truth says how, and makes a small case of
/// it.
void compare(const Unit &unit, const Implementation &implementation, const casefile::CaseFile &one,
             const laws::Answer &right, std::uint64_t seed, const Which &which) {
    ++unit.done.cases;
    const std::string words = laws::difference(laws::answer(implementation, one), right);
    if (!words.empty()) {
        const Question question = {*laws::find_law("truth"), implementation, seed};
        const std::int64_t before = unit.done.failed();
        ask(unit, question, one, which);
        if (unit.done.failed() == before) {
            tell(unit.shelf, unit.done, implementation.name + " beside sort",
                 [&] { return "on " + which() + ": " + words + stored(unit.settings, question, one); });
        }
    }
}

/// A plan with its filter, which cases::describe() leaves out.
std::string describe_filtered(const Plan &plan) {
    return cases::describe(plan) + " sample " + std::to_string(plan.filter.sample) + " list " +
           std::to_string(plan.filter.list);
}

/// Implementations that take a plan once more, under one plan of each strategy that makes most rows fall back. Where there
/// is none nothing was reached, whatever the model says.
void compare_fall_backs(const Unit &unit, const casefile::CaseFile &one, const laws::Answer &right,
                        std::uint64_t seed, const Which &which) {
    FallBacks &counts = unit.done.fall_backs;
    ++counts.drawn;
    std::vector<Implementation> compared;
    const laws::Law &truth = *laws::find_law("truth");
    std::copy_if(chosen(unit.settings).begin(), chosen(unit.settings).end(), std::back_inserter(compared),
                 [&](const Implementation &implementation) {
                     return implementation.uses_plan && laws::applies(truth, implementation, one);
                 });
    if (compared.empty() || !can_be_sampled(one)) {
        return;
    }
    for (std::size_t number = 0; number < sampling_count; ++number) {
        const casefile::CaseFile other = with_short_list(one, static_cast<Sampling>(number), seed);
        const cases::FallBack found = fall_back_of(other);
        counts.by_list[number] += found.by_list ? 1 : 0;
        counts.by_target[number] += found.by_target ? 1 : 0;
        for (const Implementation &implementation : compared) {
            compare(unit, implementation, other, right, seed,
                    [&] { return which() + " with a short list under " + describe_filtered(other.plan); });
        }
    }
}

/// Every implementation once, and all beside the oracle.
void compare_all(const Unit &unit, const casefile::CaseFile &one, std::uint64_t seed, const Which &which) {
    const laws::Law &truth = *laws::find_law("truth");
    const laws::Answer right = laws::answer(*find_implementation("sort"), one);
    for (const Implementation &implementation : chosen(unit.settings)) {
        if (implementation.name == "sort" || !laws::applies(truth, implementation, one)) {
            continue; // the others are compared with it, and that is enough
        }
        compare(unit, implementation, one, right, seed, which);
    }
    compare_fall_backs(unit, one, right, seed, which);
}

/// Truth of all of them, and of each one more law; those whose time is that of sorting are asked less often.
void ask_all(const Unit &unit, const casefile::CaseFile &one, std::uint64_t &state, bool wide,
             const Which &which) {
    compare_all(unit, one, laws::next_mixed(state), which);
    for (const Implementation &implementation : chosen(unit.settings)) {
        const laws::Law &law = laws::laws()[laws::next_mixed(state) % laws::laws().size()];
        const bool asked = implementation.name != "sort" || laws::next_mixed(state) % 4 == 0;
        const std::uint64_t seed = laws::next_mixed(state);
        if (asked && !(wide && implementation.name == "sort")) {
            ask(unit, {law, implementation, seed}, one, which);
        }
    }
    unit.done.rows += one.rows;
}

} // namespace

Done run_rows(const Settings &settings, std::int64_t unit, Shelf &shelf) {
    Done done;
    std::uint64_t state = settings.seed * seed_step + rows_stream + static_cast<std::uint64_t>(unit);
    const std::uint64_t seed = laws::next_mixed(state); // of this unit's swarm
    for (std::uint64_t number = 0; done.rows < rows_per_unit; ++number) {
        if (stopped(settings)) {
            done.given_up = true;
            return done;
        }
        const laws::Knobs knobs = laws::draw_knobs(seed, number);
        ask_all({settings, shelf, done}, laws::make_case(knobs), state, false,
                [&] { return laws::describe(knobs); });
    }
    return done;
}

Done run_wide(const Settings &settings, std::int64_t unit, Shelf &shelf) {
    Done done;
    std::uint64_t state = settings.seed * seed_step + wide_stream + static_cast<std::uint64_t>(unit);
    const std::uint64_t seed = laws::next_mixed(state);
    for (std::uint64_t number = 0; done.rows < wide_per_unit; ++number) {
        if (stopped(settings)) {
            done.given_up = true;
            return done;
        }
        constexpr laws::Reach reach{casefile::listed_max, casefile::listed_max, cta_count_max};
        laws::Knobs knobs = laws::draw_knobs(seed, number, reach);
        // Log-uniform between the two: a power of two, and then anything up to the next.
        const std::int64_t scale = std::int64_t{65536} << laws::next_mixed(state) % 4;
        knobs.width = scale + 1 +
                      static_cast<std::int64_t>(laws::next_mixed(state) % static_cast<std::uint64_t>(scale));
        knobs.rows = 1;
        ask_all({settings, shelf, done}, laws::make_case(knobs), state, true,
                [&] { return laws::describe(knobs); });
    }
    return done;
}

} // namespace exactk::campaign
