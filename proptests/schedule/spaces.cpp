// Whole spaces of schedules: every interleaving gives the model's answer, and what is broken is found.
// Spec: algorithm/S4 to S8 B1 B2 B3 O1 O2, contract/C15. Layer: proptests/schedule.
#include <boost/test/unit_test.hpp>

#include <exactk/schedule.hpp>

#include "pairs.hpp"

using namespace exactk::schedule;

namespace {

void expect_clean(const Setup &setup, const ExploreOptions &options = {}) {
    const Machine machine(setup);
    const Exploration found = explore(machine, options);
    BOOST_TEST_CONTEXT(pairs::text(setup)) {
        BOOST_TEST(found.complete);
        BOOST_TEST(found.outcomes.size() == 1u);
        BOOST_TEST(found.stuck == 0u);
        BOOST_TEST(found.wrong == 0u);
        BOOST_TEST(found.fault.empty());
        BOOST_TEST(found.ends > 0u);
    }
    BOOST_TEST_MESSAGE(pairs::text(setup) << " states " << found.states << " interleavings of "
                                          << found.interleavings.size() << " digits");
}

} // namespace

BOOST_AUTO_TEST_CASE(all_of_4_ctas_x_4_rounds_give_the_models_bytes_in_every_form) {
    for (const Form form : pairs::forms) {
        for (const std::uint64_t seed : {1, 4, 5, 7}) {
            expect_clean(pairs::setup_of(form, 4, 4, seed));
        }
    }
}

BOOST_AUTO_TEST_CASE(all_of_6_ctas_give_the_models_bytes_in_every_form_of_one_row) {
    for (const Form form : pairs::row_forms) {
        expect_clean(pairs::setup_of(form, 6, form == Form::cluster ? 1 : 4));
    }
}

BOOST_AUTO_TEST_CASE(all_of_3_or_4_ctas_with_delayed_visibility_give_the_models_bytes) {
    for (const Form form : pairs::forms) {
        Setup tiny = pairs::setup_of(form, 2, 1);
        tiny.delayed = true;
        const Exploration found = explore(Machine(tiny));
        BOOST_REQUIRE(found.outcomes.size() == 1u); // where not, larger spaces are too large to wait for
        Setup setup = pairs::setup_of(form, form == Form::cluster_list ? 3 : 4, in_cluster(form) ? 2 : 4);
        setup.delayed = true;
        expect_clean(setup);
    }
}

BOOST_AUTO_TEST_CASE(many_small_rows_give_the_models_bytes_in_every_form) {
    for (const Form form : pairs::forms) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            expect_clean(
                pairs::setup_of(form, 2 + static_cast<int>(seed % 2), 1 + static_cast<int>(seed % 5), seed));
        }
    }
}

BOOST_AUTO_TEST_CASE(every_mutant_that_changes_something_to_see_is_found_in_a_small_space) {
    int found_here = 0;
    for (const Setup &setup : pairs::mutated(3, 3, 1, pairs::row_forms)) {
        const MutantKind kind = info(setup.mutant).kind;
        const bool silent = kind == MutantKind::fence ||
                            (kind == MutantKind::scope && setup.mutant != Mutant::add_not_atomic);
        const bool large = kind == MutantKind::barrier || setup.mutant == Mutant::one_arrival_short;
        if (silent || large) {
            continue; // the race checker's, and the next test's
        }
        pairs::expect_found(setup);
        ++found_here;
    }
    BOOST_TEST(found_here >= 30);
}

BOOST_AUTO_TEST_CASE(every_missing_barrier_leads_to_a_wrong_answer_in_some_schedule) {
    int found_here = 0;
    for (const Setup &setup : pairs::mutated(2, 2, 1, pairs::row_forms)) {
        const bool gone = info(setup.mutant).kind == MutantKind::barrier ||
                          setup.mutant == Mutant::b1_is_cta_barrier ||
                          setup.mutant == Mutant::b2_is_cta_barrier;
        if (gone) {
            const Exploration found = explore(Machine(setup));
            BOOST_TEST_CONTEXT(pairs::text(setup)) {
                BOOST_TEST(found.complete);
                BOOST_TEST(found.wrong > 0u);
            }
            ++found_here;
        }
    }
    BOOST_TEST(found_here >= 20);
}

BOOST_AUTO_TEST_CASE(a_missing_release_shows_where_visibility_is_delayed_and_only_there) {
    int found_here = 0;
    for (Setup setup : pairs::mutated(2, 1, 1, pairs::row_forms)) {
        const std::string name = info(setup.mutant).name;
        if (name.find("release") == std::string::npos) {
            continue;
        }
        BOOST_TEST_CONTEXT(pairs::text(setup)) {
            const Exploration strong = explore(Machine(setup));
            BOOST_TEST(strong.stuck + strong.wrong == 0u);
            setup.delayed = true;
            const Exploration delayed = explore(Machine(setup));
            BOOST_TEST(delayed.complete);
            BOOST_TEST(delayed.wrong > 0u);
        }
        ++found_here;
    }
    BOOST_TEST(found_here >= 10);
}

BOOST_AUTO_TEST_CASE(a_cta_sees_its_own_writes_before_others_do) {
    Setup setup = pairs::setup_of(Form::cluster, 2, 2);
    setup.mutant = Mutant::no_b1;
    setup.delayed = true;
    const Machine machine(setup);
    State state = machine.initial();
    while (state.lanes[0].at != At::read) {
        machine.step(state, {0, -1});
    }
    const int own = machine.instance().chunks[1];
    const auto &cells = state.cells;
    BOOST_TEST(state.lanes[0].counts[0] + state.lanes[0].counts[1] == own);
    BOOST_TEST(cells[static_cast<std::size_t>(machine.histogram(0, 0, 0))] ==
               cells[static_cast<std::size_t>(machine.histogram(1, 0, 0))]);
}

BOOST_AUTO_TEST_CASE(a_space_that_is_too_large_is_said_to_be_incomplete) {
    const Machine machine(pairs::setup_of(Form::kernel, 4, 4));
    const Exploration whole = explore(machine);
    const Exploration part = explore(machine, {false, whole.states - 1});
    BOOST_TEST(whole.complete);
    BOOST_TEST(!part.complete);
    BOOST_TEST(part.states < whole.states);
    BOOST_TEST(explore(machine, {false, whole.states}).complete);
}
