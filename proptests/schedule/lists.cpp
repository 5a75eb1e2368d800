// Rows with lists in sequence: what is drawn, whole spaces of schedules, and the faults that only they can have.
// Spec: algorithm/F1 F5 F6 F7 S7 S8 B3 O4, contract/C5 C15. Layer: proptests/schedule.
#include <algorithm>
#include <set>
#include <string>

#include <boost/test/unit_test.hpp>

#include <exactk/schedule.hpp>

#include "pairs.hpp"

using namespace exactk::schedule;

namespace {

Setup lists_of(int ctas, int rounds, std::uint64_t seed = 1, Mutant mutant = Mutant::none) {
    Setup setup = pairs::setup_of(Form::cluster_list, ctas, rounds, seed);
    setup.mutant = mutant;
    return setup;
}

/// C5 without keys of the model: an element is selected if and only if fewer than k precede it.
bool selected(const Instance &rows, int row, int element) {
    const auto key = [&](int i) { return rows.keys[static_cast<std::size_t>(row * rows.n + i)]; };
    int before = 0;
    for (int i = 0; i < rows.n; ++i) {
        const bool first = rows.ties == exactk::Ties::low ? i < element : i > element;
        before += key(i) > key(element) || (key(i) == key(element) && first) ? 1 : 0;
    }
    return before < rows.k;
}

/// What one row is to be like.
void check_row(const Instance &rows, int row, std::uint64_t seed) {
    std::vector<int> indices;
    for (int i = 0; i < rows.n; ++i) {
        if (selected(rows, row, i)) {
            indices.push_back(i);
        }
    }
    BOOST_REQUIRE(static_cast<int>(indices.size()) == rows.k);
    std::uint16_t last = 0xFFFF;
    for (int slot = 0; slot < rows.k; ++slot) {
        const int element = rows.slots[static_cast<std::size_t>(row * rows.k + slot)];
        BOOST_TEST(element == indices[static_cast<std::size_t>(slot)]);
        last = std::min(last, rows.keys[static_cast<std::size_t>(row * rows.n + element)]);
    }
    int all = 0;
    std::set<int> holders; // of elements equal to the last winner
    for (std::size_t cta = 0; cta + 1 < rows.chunks.size(); ++cta) {
        int own = 0;
        for (int i = rows.chunks[cta]; i < rows.chunks[cta + 1]; ++i) {
            own += kept(rows, row * rows.n + i) ? 1 : 0;
            if (rows.keys[static_cast<std::size_t>(row * rows.n + i)] == last) {
                holders.insert(static_cast<int>(cta));
            }
        }
        all += own;
        if (!rows.falls_back[static_cast<std::size_t>(row)]) {
            BOOST_TEST(own <= list_cells);
            BOOST_TEST((seed % 4 != 1 || own == 2));
        }
    }
    const bool usable = all >= rows.k && all <= rows.capacity;
    BOOST_TEST(rows.falls_back[static_cast<std::size_t>(row)] == !usable);
    BOOST_TEST((!usable || holders.size() >= 2));
}

void expect_clean(const Setup &setup) {
    const Exploration found = explore(Machine(setup));
    BOOST_TEST_CONTEXT(pairs::text(setup)) {
        BOOST_TEST(found.complete);
        BOOST_TEST(found.outcomes.size() == 1u);
        BOOST_TEST(found.stuck + found.wrong == 0u);
        BOOST_TEST(found.ends > 0u);
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(rows_with_lists_are_what_make_instance_says) {
    int empty_lists = 0;
    int skipped = 0;
    for (const int ctas : {2, 3, 4, 7, 11, 16, 64}) {
        for (int rounds = 1; rounds <= rounds_max; rounds += 1 + rounds / 3) {
            for (std::uint64_t seed = 0; seed < 16; ++seed) {
                const Instance rows = make_instance(lists_of(ctas, rounds, seed));
                BOOST_TEST_CONTEXT("ctas " << ctas << " rounds " << rounds << " seed " << seed) {
                    BOOST_TEST(rows.rows == list_rows);
                    BOOST_TEST((rows.n >= 36 && rows.n < 256));
                    BOOST_TEST((rows.k >= 2 && rows.k <= 4));
                    BOOST_TEST(rows.stride <= bins_max);
                    const bool first = seed / 4 % 2 == 1;
                    BOOST_TEST((rows.falls_back == std::vector<bool>{first, false, true}));
                    BOOST_TEST(rows.fallback_rounds[1] == 0);
                    for (int row = 0; row < rows.rows; ++row) {
                        check_row(rows, row, seed);
                    }
                    for (std::size_t cta = 0; cta + 1 < rows.chunks.size(); ++cta) {
                        int own = 0;
                        for (int i = rows.chunks[cta]; i < rows.chunks[cta + 1]; ++i) {
                            own += kept(rows, rows.n + i) ? 1 : 0;
                        }
                        empty_lists += own == 0 ? 1 : 0;
                    }
                    skipped += rows.fallback_rounds[2] < rounds ? 1 : 0;
                }
            }
        }
    }
    BOOST_TEST(empty_lists > 50);
    BOOST_TEST(skipped > 20);
}

BOOST_AUTO_TEST_CASE(all_of_2_to_4_ctas_with_lists_give_the_models_bytes) {
    for (std::uint64_t seed = 0; seed < 48; ++seed) {
        expect_clean(lists_of(2 + static_cast<int>(seed % 2), 1 + static_cast<int>(seed / 2 % 5), seed));
    }
    for (const std::uint64_t seed : {2, 3, 6, 12}) {
        expect_clean(lists_of(4, 2, seed));
    }
}

// One schedule of each: lists of many kinds, among them prefixes that elements share which are not listed.
BOOST_AUTO_TEST_CASE(one_schedule_of_each_of_4000_rows_with_lists_gives_the_models_bytes) {
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const int ctas = 2 + static_cast<int>(seed / 4 % 3);
        const Machine machine(lists_of(ctas, 1 + static_cast<int>(seed / 12 % rounds_max), seed));
        Runner runner(machine);
        const RunResult &run = runner.run(Policy::random, seed);
        BOOST_TEST(!run.faulty(), pairs::text(machine.setup()) << " " << fault_text(machine, run));
    }
}

BOOST_AUTO_TEST_CASE(all_of_2_and_3_ctas_with_lists_and_delays_give_the_models_bytes) {
    for (std::uint64_t seed = 2; seed < 14; ++seed) {
        Setup setup = lists_of(seed == 6 ? 3 : 2, 1 + static_cast<int>(seed % 3), seed);
        setup.delayed = true;
        expect_clean(setup);
    }
}

BOOST_AUTO_TEST_CASE(every_fault_of_lists_that_changes_something_to_see_is_found_in_a_small_space) {
    int found_here = 0;
    for (const Setup &setup : pairs::mutated(2, 3, 1, pairs::list_forms)) {
        const MutantKind kind = info(setup.mutant).kind;
        const bool gone =
            setup.mutant == Mutant::b3_is_cta_barrier || setup.mutant == Mutant::list_release_is_cta_barrier;
        const bool silent = (kind == MutantKind::fence || kind == MutantKind::scope) && !gone;
        if (silent || setup.mutant == Mutant::no_await_on_fallback) {
            continue; // the race checker's
        }
        pairs::expect_found(setup);
        ++found_here;
    }
    BOOST_TEST(found_here >= 16);
}

BOOST_AUTO_TEST_CASE(faults_that_pair_barriers_wrongly_leave_a_cta_waiting_in_every_schedule) {
    for (const Mutant mutant : {Mutant::fallback_by_own_number, Mutant::fallback_skips_release}) {
        for (const int ctas : {2, 3}) {
            const Machine machine(lists_of(ctas, 2, 1, mutant));
            const Exploration found = explore(machine);
            BOOST_TEST_CONTEXT(pairs::text(machine.setup())) {
                BOOST_TEST(found.complete);
                BOOST_TEST(found.ends > 0u);
                BOOST_TEST(found.stuck == found.ends);
                Runner runner(machine);
                const std::string words = fault_text(machine, runner.follow(found.fault));
                BOOST_TEST(words.find("stuck: CTA ") != std::string::npos, words);
                BOOST_TEST(words.find("for ever") != std::string::npos, words);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(
    what_is_read_ahead_of_a_fall_back_is_dropped_so_only_the_race_checker_sees_it_overwritten) {
    for (const int ctas : {2, 3}) {
        const Machine machine(lists_of(ctas, 2, 4, Mutant::no_await_on_fallback));
        const Exploration found = explore(machine);
        BOOST_TEST(found.complete);
        BOOST_TEST(found.stuck + found.wrong == 0u);
        Runner runner(machine);
        const RunResult &run = runner.run(Policy::first);
        BOOST_REQUIRE(run.race.has_value());
        BOOST_TEST(machine.place_text(run.race->cell).find(" of the list of CTA ") != std::string::npos);
    }
}

// What the release of the lists orders is reads before writes, which no delay of writes can swap.
BOOST_AUTO_TEST_CASE(a_missing_release_at_b3_leaves_lists_unseen_where_visibility_is_delayed_and_only_there) {
    Setup setup = lists_of(2, 1, 1, Mutant::b3_no_release);
    const Exploration strong = explore(Machine(setup));
    BOOST_TEST(strong.stuck + strong.wrong == 0u);
    setup.delayed = true;
    const Exploration delayed = explore(Machine(setup));
    BOOST_TEST(delayed.complete);
    BOOST_TEST(delayed.wrong > 0u);
}

BOOST_AUTO_TEST_CASE(reduction_is_for_lists_without_a_fault) {
    const Exploration full = explore(Machine(lists_of(3, 1, 1, Mutant::no_list_await)));
    const Exploration reduced =
        explore(Machine(lists_of(3, 1, 1, Mutant::no_list_await)), {true, states_max});
    BOOST_TEST(reduced.states == full.states);
    for (const int ctas : {2, 3, 4}) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            const Machine machine(lists_of(ctas, 2, seed));
            const Exploration all = explore(machine);
            const Exploration some = explore(machine, {true, states_max});
            BOOST_TEST(some.states < all.states);
            BOOST_TEST((some.outcomes == all.outcomes));
        }
    }
}

BOOST_AUTO_TEST_CASE(words_tell_the_steps_of_lists) {
    const Machine machine(lists_of(2, 1, 1));
    Runner runner(machine);
    std::string problem;
    const std::string text = narrate(machine, runner.run(Policy::first).choices, nullptr, problem);
    BOOST_TEST(problem == "");
    for (const char *words :
         {"rows: 3 of 36 float16 scores, k ", ", threshold 0x",
          "keys of row 2: ", "CTA 0 clears the histograms of CTA 0\n", "CTA 1 lists 2 elements\n",
          "CTA 1 publishes that its list has 2 elements\n", "CTA 0 arrives at B3; ",
          "CTA 0 reads 2 from the number of CTA 1\n", "CTA 0 reads the list of CTA 1 and copies 2 elements\n",
          "CTA 1 arrives at the release of the lists; ", "CTA 1 counts its copy in histogram 0 of CTA 1\n",
          "to slot 1 of row 1\n", "CTA 1 passes the release of the lists\n",
          "CTA 1 keeps keys where its list was\n", "CTA 1 passes the exit barrier\n", "verdict: passed\n"}) {
        BOOST_TEST(text.find(words) != std::string::npos, words << " is not in\n" << text);
    }
}
