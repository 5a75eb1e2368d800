// Every form with every mutant that it can have.
// Spec: algorithm/B1 B2 B3. Layer: proptests/schedule.
#pragma once

#include <boost/test/unit_test.hpp>

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include <exactk/schedule.hpp>

namespace pairs {

inline constexpr exactk::schedule::Form forms[] = {
    exactk::schedule::Form::cluster, exactk::schedule::Form::kernel, exactk::schedule::Form::cooperative,
    exactk::schedule::Form::spin, exactk::schedule::Form::cluster_list};

/// Those of one row without a list.
inline constexpr std::span<const exactk::schedule::Form> row_forms(forms, 4);

inline constexpr exactk::schedule::Form list_forms[] = {exactk::schedule::Form::cluster_list};

inline exactk::schedule::Setup setup_of(exactk::schedule::Form form, int ctas, int rounds,
                                        std::uint64_t seed = 1) {
    exactk::schedule::Setup setup;
    setup.form = form;
    setup.ctas = ctas;
    setup.rounds = rounds;
    setup.seed = seed;
    return setup;
}

/// Setups of every form given with every mutant, `none` left out.
inline std::vector<exactk::schedule::Setup> mutated(int ctas, int rounds, std::uint64_t seed = 1,
                                                    std::span<const exactk::schedule::Form> among = forms) {
    std::vector<exactk::schedule::Setup> found;
    for (const exactk::schedule::MutantInfo &mutant : exactk::schedule::mutants()) {
        for (const exactk::schedule::Form form : among) {
            const bool real = mutant.mutant != exactk::schedule::Mutant::none;
            if (real && exactk::schedule::applies(mutant, form)) {
                found.push_back(setup_of(form, ctas, rounds, seed));
                found.back().mutant = mutant.mutant;
            }
        }
    }
    return found;
}

/// What a failing test is about.
inline std::string text(const exactk::schedule::Setup &setup) { return exactk::schedule::print({setup, {}}); }

/// Explores the setup: it must end, find a fault, and the schedule that it names must lead to that fault again.
inline void expect_found(const exactk::schedule::Setup &setup) {
    const exactk::schedule::Machine machine(setup);
    const exactk::schedule::Exploration found = exactk::schedule::explore(machine);
    BOOST_TEST_CONTEXT(text(setup)) {
        BOOST_TEST(found.complete);
        BOOST_TEST(found.stuck + found.wrong > 0u);
        exactk::schedule::Runner runner(machine);
        const exactk::schedule::RunResult &run = runner.follow(found.fault);
        BOOST_TEST(run.choices == found.fault);
        BOOST_TEST(run.stuck == found.fault_is_stuck);
        BOOST_TEST(run.wrong == !found.fault_is_stuck);
    }
}

} // namespace pairs
