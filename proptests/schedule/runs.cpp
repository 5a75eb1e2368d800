// Random schedules: priorities, their bound, and that a seed is a schedule.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: proptests/schedule.
#include <set>

#include <boost/test/unit_test.hpp>

#include <exactk/schedule.hpp>

#include "pairs.hpp"

using namespace exactk::schedule;

BOOST_AUTO_TEST_CASE(pct_runs_of_16_to_64_ctas_are_clean_in_every_form) {
    for (const Form form : pairs::forms) {
        for (const int ctas : {16, 33, 64}) {
            const Machine machine(pairs::setup_of(form, ctas, 3, static_cast<std::uint64_t>(ctas)));
            const Campaign campaign = random_runs(machine, ctas == 64 ? 8 : 25, 3, 1, false);
            BOOST_TEST_CONTEXT(pairs::text(machine.setup())) {
                BOOST_TEST(campaign.faulty == 0u);
                BOOST_TEST(campaign.runs == (ctas == 64 ? 8u : 25u));
                BOOST_TEST(campaign.longest <= campaign.steps_max);
                BOOST_TEST(campaign.accesses > 0u);
                BOOST_TEST((campaign.missed > 0 && campaign.missed < 1));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(no_run_has_more_steps_than_the_bound_says_with_any_mutant) {
    for (const auto &[ctas, rounds] : {std::pair{2, 4}, std::pair{5, 3}}) {
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            for (const Setup &setup : pairs::mutated(ctas, rounds, seed)) {
                const Machine machine(setup);
                const Campaign campaign = random_runs(machine, 10, 2, seed, false);
                BOOST_TEST(campaign.longest <= campaign.steps_max, pairs::text(setup));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(the_bound_is_what_the_formula_gives) {
    BOOST_TEST(missed_at_most(2, 100, 1, 1) == 0.5);
    const double eighth = missed_at_most(2, 100, 1, 3);
    BOOST_TEST((eighth > 0.1249 && eighth < 0.1251));
    BOOST_TEST(missed_at_most(2, 4, 2, 1) == 0.875);
    BOOST_TEST(missed_at_most(16, 200, 3, 0) == 1.0);
    const double half = missed_at_most(16, 200, 3, 1'500'000);
    BOOST_TEST((half > 0.09 && half < 0.11)); // exp(-1.5e6 / 640000)
}

BOOST_AUTO_TEST_CASE(pct_finds_a_hang_that_needs_one_change_of_priority_as_often_as_promised) {
    Setup setup = pairs::setup_of(Form::cooperative, 3, 2);
    setup.mutant = Mutant::generation_before_reset;
    const Machine machine(setup);
    const Campaign campaign = random_runs(machine, 4000, 2, 1, false);
    BOOST_TEST(campaign.stuck > 4000u / static_cast<unsigned>(3 * machine.steps_max()));
    BOOST_TEST(campaign.racy == 0u);
    BOOST_REQUIRE(campaign.first.has_value());
    Runner runner(machine);
    BOOST_TEST(runner.follow(campaign.first->choices).stuck);
    const Campaign stopped = random_runs(machine, 4000, 2, 1, true);
    BOOST_TEST(stopped.faulty == 1u);
    BOOST_TEST(stopped.first->choices == campaign.first->choices);
}

BOOST_AUTO_TEST_CASE(a_seed_is_a_schedule_and_seeds_differ) {
    const Machine machine(pairs::setup_of(Form::kernel, 4, 3));
    Runner runner(machine);
    for (const Policy policy : {Policy::random, Policy::pct}) {
        std::set<std::string> tokens;
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            const std::string token = print({machine.setup(), runner.run(policy, seed, 4).choices});
            BOOST_TEST(token == print({machine.setup(), runner.run(policy, seed, 4).choices}));
            tokens.insert(token);
        }
        BOOST_TEST(tokens.size() > 40u);
    }
}

BOOST_AUTO_TEST_CASE(fixed_policies_do_what_they_say) {
    const Machine machine(pairs::setup_of(Form::kernel, 3, 1));
    Runner runner(machine);
    BOOST_TEST(int(runner.run(Policy::first).choices.front().lane) == 0);
    BOOST_TEST(int(runner.run(Policy::last).choices.front().lane) == 2);
    const std::vector<Choice> turns = runner.run(Policy::round_robin).choices;
    BOOST_TEST((turns[0].lane == 0 && turns[1].lane == 1 && turns[2].lane == 2));
}
