// The race checker: every missing barrier, fence and scope in one run of any schedule, and no false alarm.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: proptests/schedule.
#include <cstdlib>
#include <string>

#include <boost/test/unit_test.hpp>

#include <exactk/schedule.hpp>

#include "pairs.hpp"

using namespace exactk::schedule;

namespace {

constexpr Policy policies[] = {Policy::first, Policy::last, Policy::round_robin, Policy::random, Policy::pct};

/// Runs of a test; EXACTK_SCHEDULE_RUNS asks for more.
std::uint64_t runs_or(std::uint64_t in_ctest) {
    const char *const wanted = std::getenv("EXACTK_SCHEDULE_RUNS");
    return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : in_ctest;
}

} // namespace

BOOST_AUTO_TEST_CASE(missing_barriers_fences_and_scopes_are_flagged_in_one_run_of_any_schedule) {
    int setups = 0;
    for (const int ctas : {2, 3, 4, 8}) {
        for (const int rounds : {1, 2, 4}) {
            for (const std::uint64_t seed : {1, 2, 3, 4}) {
                for (const Setup &setup : pairs::mutated(ctas, rounds, seed)) {
                    if (!must_race(info(setup.mutant))) {
                        continue;
                    }
                    ++setups;
                    const Machine machine(setup);
                    Runner runner(machine);
                    for (const Policy policy : policies) {
                        for (std::uint64_t run = 1; run <= (policy >= Policy::random ? 4u : 1u); ++run) {
                            const RunResult &result = runner.run(policy, run, 3);
                            BOOST_TEST(result.race.has_value(), pairs::text(setup)
                                                                    << " policy " << int(policy));
                        }
                    }
                }
            }
        }
    }
    BOOST_TEST(setups > 2000);
}

BOOST_AUTO_TEST_CASE(of_two_ctas_and_one_round_each_schedule_in_turn_is_flagged) {
    std::uint64_t schedules = 0;
    for (const Setup &setup : pairs::mutated(2, 1)) {
        if (!must_race(info(setup.mutant))) {
            continue;
        }
        const Machine machine(setup);
        Runner runner(machine);
        std::uint64_t missed = 0;
        const std::uint64_t limit = runs_or(4000); // the first ones; there are up to a million
        schedules +=
            for_each_schedule(machine, false, limit, [&](std::span<const Choice> choices, const State &) {
                missed += runner.follow(choices).race.has_value() ? 0 : 1;
            });
        BOOST_TEST(missed == 0u, pairs::text(setup));
    }
    BOOST_TEST(schedules > 50'000u);
}

BOOST_AUTO_TEST_CASE(clean_runs_raise_no_alarm) {
    const std::uint64_t wanted = runs_or(6000);
    std::uint64_t runs = 0;
    std::uint64_t faulty = 0;
    std::uint64_t accesses = 0;
    std::string first;
    for (std::uint64_t seed = 0; runs < wanted; ++seed) {
        const Setup setup =
            pairs::setup_of(pairs::forms[seed % form_count], 2 + static_cast<int>(seed / form_count % 7),
                            1 + static_cast<int>(seed / (7 * form_count) % 5), seed);
        const Machine machine(setup);
        Runner runner(machine);
        for (std::uint64_t run = 0; run < 20 && runs < wanted; ++run, ++runs) {
            const RunResult &result = runner.run(policies[run % 5], run, 3);
            accesses += result.accesses;
            if (result.faulty()) {
                ++faulty;
                first = first.empty() ? print({setup, result.choices}) + " " + fault_text(machine, result)
                                      : first;
            }
        }
    }
    BOOST_TEST(faulty == 0u, first);
    BOOST_TEST(accesses > 20 * wanted);
    BOOST_TEST_MESSAGE(runs << " clean runs, " << accesses << " accesses, " << faulty << " alarms");
}

BOOST_AUTO_TEST_CASE(atomics_race_with_plain_accesses_and_not_with_each_other) {
    const Machine machine(pairs::setup_of(Form::kernel, 3, 1));
    const int cell = machine.histogram(0, 0, 0);
    const auto races = [&](Access a, Access b) {
        RaceChecker checker(machine);
        Event event;
        event.first = cell;
        event.count = 1;
        event.access = a;
        checker.observe(event);
        event.lane = 1;
        event.access = b;
        checker.observe(event);
        BOOST_TEST(checker.accesses() == 2u);
        return checker.races() > 0;
    };
    using enum Access;
    for (const Access a : {read, write, add, add_weak}) {
        for (const Access b : {read, write, add, add_weak}) {
            const bool harmless = (a == read && b == read) || (a == add && b == add);
            BOOST_TEST(races(a, b) == !harmless);
        }
    }
}

BOOST_AUTO_TEST_CASE(only_a_release_and_an_acquire_of_the_same_epoch_order) {
    const Machine machine(pairs::setup_of(Form::kernel, 3, 2));
    const auto races = [&](bool releases, int released, bool acquires, int acquired) {
        RaceChecker checker(machine);
        const auto access = [&](int lane, Access kind) {
            Event event;
            event.lane = lane;
            event.access = kind;
            event.first = machine.slot(0);
            event.count = 1;
            checker.observe(event);
        };
        const auto barrier = [&](int lane, At at, bool orders, int epoch) {
            Event event;
            event.lane = lane;
            event.at = at;
            event.orders = orders;
            event.epoch = epoch;
            checker.observe(event);
        };
        access(0, Access::write);
        barrier(0, At::arrive, releases, released);
        barrier(1, At::arrive, true, 0);
        barrier(1, At::wait, acquires, acquired);
        access(1, Access::read);
        return checker.races();
    };
    BOOST_TEST(races(true, 0, true, 0) == 0u);
    BOOST_TEST(races(false, 0, true, 0) == 1u);
    BOOST_TEST(races(true, 0, false, 0) == 1u);
    BOOST_TEST(races(true, 1, true, 0) == 1u);
}

BOOST_AUTO_TEST_CASE(a_race_is_named_with_both_sides) {
    Setup setup = pairs::setup_of(Form::cooperative, 2, 2);
    setup.mutant = Mutant::no_b2;
    const Machine machine(setup);
    Runner runner(machine);
    const RunResult &run = runner.run(Policy::first);
    BOOST_REQUIRE(run.race.has_value());
    BOOST_TEST(describe(machine, *run.race) ==
               "CTA 0's write and CTA 1's read of the share of CTA 0 are not ordered by any barrier");
    BOOST_TEST(static_cast<std::size_t>(run.race->step) < run.choices.size());
}
