// Storing states and leaving out schedules change what is walked and not what is found.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: proptests/schedule.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <exactk/schedule.hpp>

#include "pairs.hpp"

using namespace exactk::schedule;

namespace {

std::set<Outcome> outcomes_without_stored_states(const Machine &machine, bool reduce, std::uint64_t runs_max,
                                                 std::uint64_t &runs) {
    std::set<Outcome> outcomes;
    runs = for_each_schedule(machine, reduce, runs_max, [&](std::span<const Choice>, const State &state) {
        outcomes.insert(outcome_of(machine, state));
    });
    return outcomes;
}

} // namespace

BOOST_AUTO_TEST_CASE(on_3_ctas_x_3_rounds_stored_states_and_reduction_on_and_off_reach_the_same_outcomes) {
    for (const Form form : pairs::forms) {
        for (const std::uint64_t seed : {1, 2, 4}) {
            const Machine machine(pairs::setup_of(form, 3, 3, seed));
            BOOST_TEST_CONTEXT(pairs::text(machine.setup())) {
                const Exploration full = explore(machine);
                const Exploration reduced = explore(machine, {true, states_max});
                std::uint64_t runs = 0;
                constexpr std::uint64_t limit = 1'000'000; // convention: seconds
                const auto single = outcomes_without_stored_states(machine, true, limit, runs);
                BOOST_TEST(runs <= limit);
                BOOST_TEST(std::to_string(runs) == reduced.interleavings);
                BOOST_TEST(reduced.states < full.states);
                BOOST_TEST((full.outcomes == reduced.outcomes));
                BOOST_TEST((full.outcomes == single));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(stored_states_count_the_interleavings_that_are_there) {
    for (const Form form : pairs::row_forms) { // rows in sequence have too many
        const Machine machine(pairs::setup_of(form, 2, 1));
        const Exploration full = explore(machine);
        std::uint64_t runs = 0;
        constexpr std::uint64_t limit = 1'000'000; // convention: a second; there are fewer
        const auto single = outcomes_without_stored_states(machine, false, limit, runs);
        BOOST_TEST_CONTEXT(pairs::text(machine.setup())) {
            BOOST_TEST(runs > 100'000u);
            BOOST_TEST(full.interleavings == std::to_string(runs));
            BOOST_TEST((full.outcomes == single));
        }
    }
}

namespace {

constexpr std::uint64_t prime = 1'000'000'007; // convention: large, and its square fits 64 bits

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (; exponent > 0; exponent /= 2, base = base * base % prime) {
        result = exponent % 2 == 1 ? result * base % prime : result;
    }
    return result;
}

std::uint64_t factorial(std::uint64_t n) { return n == 0 ? 1 : n * factorial(n - 1) % prime; }

/// Barriers part a schedule into intervals; within one the CTAs' steps can be shuffled at will. So there are as many
/// schedules as the product of the intervals' multinomials, here modulo a prime.
std::uint64_t shuffles(const Machine &machine, const std::vector<Choice> &choices) {
    const auto ctas = static_cast<std::size_t>(machine.setup().ctas);
    std::vector<std::vector<std::uint64_t>> steps(1, std::vector<std::uint64_t>(ctas, 0));
    std::vector<std::size_t> interval(ctas, 0);
    State state = machine.initial();
    for (const Choice choice : choices) {
        Event event;
        machine.step(state, choice, &event);
        std::size_t &mine = interval[choice.lane];
        mine += event.at == At::wait ? 1 : 0;
        steps.resize(std::max(steps.size(), mine + 1), std::vector<std::uint64_t>(ctas, 0));
        ++steps[mine][choice.lane];
    }
    std::uint64_t product = 1;
    for (const std::vector<std::uint64_t> &lanes : steps) {
        std::uint64_t all = 0;
        for (const std::uint64_t lane : lanes) {
            all += lane;
            product = product * power(factorial(lane), prime - 2) % prime;
        }
        product = product * factorial(all) % prime;
    }
    return product;
}

} // namespace

BOOST_AUTO_TEST_CASE(numbers_of_interleavings_of_many_digits_are_products_of_multinomials) {
    for (const int ctas : {2, 3, 4}) {
        for (const std::uint64_t seed : {1, 2, 3, 4}) {
            const Machine machine(pairs::setup_of(Form::kernel, ctas, 4, seed));
            Runner runner(machine);
            const std::uint64_t wanted = shuffles(machine, runner.run(Policy::random, seed).choices);
            const std::string number = explore(machine).interleavings;
            std::uint64_t got = 0;
            for (const char digit : number) {
                got = (got * 10 + static_cast<std::uint64_t>(digit - '0')) % prime;
            }
            BOOST_TEST_CONTEXT(pairs::text(machine.setup())) {
                BOOST_TEST(got == wanted);
                BOOST_TEST(number.size() > 12u);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(with_any_mutant_reduction_on_and_off_reach_the_same_outcomes) {
    int different = 0;
    for (const auto &[ctas, rounds] : {std::pair{2, 3}, std::pair{3, 1}, std::pair{3, 2}}) {
        for (const Setup &setup : pairs::mutated(ctas, rounds, 5, pairs::row_forms)) {
            const bool large =
                ctas == 3 && rounds == 2 &&
                (info(setup.mutant).kind == MutantKind::barrier || setup.form == Form::cluster ||
                 info(setup.mutant).kind == MutantKind::counter);
            if (large) {
                continue;
            }
            const Machine machine(setup);
            const Exploration full = explore(machine);
            const Exploration reduced = explore(machine, {true, states_max});
            BOOST_TEST_CONTEXT(pairs::text(setup)) {
                BOOST_TEST(full.complete);
                BOOST_TEST((full.outcomes == reduced.outcomes));
                different += full.outcomes.size() > 1 ? 1 : 0;
            }
        }
    }
    BOOST_TEST(different > 50); // else sets of one outcome were compared
}

BOOST_AUTO_TEST_CASE(reduced_spaces_of_more_ctas_end_and_are_clean) {
    for (const Form form : pairs::forms) {
        const Machine machine(pairs::setup_of(form, 8, 4, 2));
        const Exploration reduced = explore(machine, {true, states_max});
        BOOST_TEST_CONTEXT(pairs::text(machine.setup())) {
            BOOST_TEST(reduced.complete);
            BOOST_TEST(reduced.outcomes.size() == 1u);
            BOOST_TEST(reduced.stuck + reduced.wrong == 0u);
        }
    }
}
