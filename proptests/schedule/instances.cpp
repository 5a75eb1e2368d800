// The tiny rows: what make_instance promises of them, and that the machine's memory has a place for everything.
// Spec: algorithm/S3 S4 S6, contract/C5 C12. Layer: proptests/schedule.
#include <algorithm>
#include <set>
#include <string>

#include <boost/test/unit_test.hpp>

#include <exactk/schedule.hpp>

#include "pairs.hpp"

using namespace exactk::schedule;

namespace {

/// C5 without keys: an element is selected if and only if fewer than k precede it.
std::vector<std::uint16_t> selected(const Instance &row) {
    std::vector<std::uint16_t> indices;
    for (int i = 0; i < row.n; ++i) {
        int before = 0;
        for (int j = 0; j < row.n; ++j) {
            const int a = row.keys[static_cast<std::size_t>(j)];
            const int b = row.keys[static_cast<std::size_t>(i)];
            const bool first = row.ties == exactk::Ties::low ? j < i : j > i;
            before += a > b || (a == b && first) ? 1 : 0;
        }
        if (before < row.k) {
            indices.push_back(static_cast<std::uint16_t>(i));
        }
    }
    return indices;
}

} // namespace

BOOST_AUTO_TEST_CASE(rows_are_what_make_instance_says_and_the_model_answers_them_by_c5) {
    int skipped = 0;
    int with_empty_chunks = 0;
    for (int ctas = ctas_min; ctas <= 9; ++ctas) {
        for (int rounds = 1; rounds <= rounds_max; ++rounds) {
            for (std::uint64_t seed = 0; seed < 24; ++seed) {
                const Instance row = make_instance(pairs::setup_of(Form::kernel, ctas, rounds, seed));
                BOOST_TEST_CONTEXT("ctas " << ctas << " rounds " << rounds << " seed " << seed) {
                    BOOST_TEST(row.slots == selected(row), boost::test_tools::per_element());
                    BOOST_TEST(row.k < row.n);
                    BOOST_TEST(row.chunks.size() == static_cast<std::size_t>(ctas) + 1);
                    BOOST_TEST(std::is_sorted(row.chunks.begin(), row.chunks.end()));
                    BOOST_TEST(row.stride <= bins_max);
                    const std::uint16_t pivot = row.keys.front();
                    BOOST_TEST(pivot == row.keys.back());
                    BOOST_TEST(row.chunks[1] < row.n); // the two lie in two chunks
                    const auto above = std::count_if(row.keys.begin(), row.keys.end(),
                                                     [pivot](std::uint16_t key) { return key > pivot; });
                    const auto equal = std::count(row.keys.begin(), row.keys.end(), pivot);
                    BOOST_TEST(row.k > above);
                    if (seed % 4 == 0) {
                        BOOST_TEST(row.k <= above + equal);
                        skipped += row.rounds_run < rounds ? 1 : 0;
                    } else {
                        BOOST_TEST(row.k < above + equal);
                        BOOST_TEST(row.rounds_run == rounds);
                    }
                    if (seed % 4 == 1) {
                        BOOST_TEST(row.n == std::max(4, 2 * ctas));
                        BOOST_TEST(row.stride <= 2);
                    }
                    const bool empty =
                        std::adjacent_find(row.chunks.begin(), row.chunks.end()) != row.chunks.end();
                    with_empty_chunks += empty ? 1 : 0;
                }
            }
        }
    }
    BOOST_TEST(skipped > 50);
    BOOST_TEST(with_empty_chunks > 50);
}

BOOST_AUTO_TEST_CASE(rows_differ_by_their_seed_and_not_by_form_or_fault) {
    std::set<std::vector<std::uint16_t>> rows;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        rows.insert(make_instance(pairs::setup_of(Form::cluster, 4, 3, seed)).patterns);
    }
    BOOST_TEST(rows.size() > 95u);
    const Instance row = make_instance(pairs::setup_of(Form::cluster, 4, 3, 7));
    for (const Setup &setup : pairs::mutated(4, 3, 7, pairs::row_forms)) {
        BOOST_TEST(make_instance(setup).patterns == row.patterns);
    }
}

BOOST_AUTO_TEST_CASE(every_cell_has_one_place) {
    for (const Form form : pairs::forms) {
        const Machine machine(pairs::setup_of(form, 5, 3, 2));
        std::set<std::string> names;
        for (int cell = 0; cell < machine.cells(); ++cell) {
            names.insert(machine.place_text(cell));
        }
        BOOST_TEST(names.size() == static_cast<std::size_t>(machine.cells()));
        BOOST_TEST(machine.place_text(machine.share(3)) == "the share of CTA 3");
        const std::string row = machine.lists() ? " of row 0" : "";
        BOOST_TEST(machine.place_text(machine.slot(0)) == "slot 0" + row);
        const std::string owner = machine.grid() ? "" : " of CTA 4";
        BOOST_TEST(machine.place_text(machine.histogram(4, 1, 1)) == "bin 1 of histogram 1" + owner);
    }
}

BOOST_AUTO_TEST_CASE(setups_outside_their_limits_are_named) {
    Setup setup;
    BOOST_TEST(problem_with(setup) == "");
    const auto problem = [](auto change) {
        Setup changed;
        change(changed);
        return problem_with(changed);
    };
    BOOST_TEST(problem([](Setup &s) { s.ctas = 1; }) == "ctas is 1; the limit is 2");
    BOOST_TEST(problem([](Setup &s) { s.ctas = 65; }) == "ctas is 65; the limit is 64");
    BOOST_TEST(problem([](Setup &s) { s.rounds = 0; }) == "rounds is 0; the limit is 1");
    BOOST_TEST(problem([](Setup &s) { s.rounds = 9; }) == "rounds is 9; the limit is 8");
    BOOST_TEST(problem([](Setup &s) { s.resident = -1; }) == "resident is -1; the limit is 0");
    BOOST_TEST(problem([](Setup &s) { s.resident = 5; }) == "resident is 5; the limit is 4");
    BOOST_TEST(problem([](Setup &s) { s.mutant = Mutant::leader_resets; }) ==
               "mutant leader_resets is none of form cluster");
}

BOOST_AUTO_TEST_CASE(mutants_have_names_and_forms_and_are_enough) {
    std::set<std::string> names;
    int must = 0;
    for (const MutantInfo &mutant : mutants()) {
        names.insert(mutant.name);
        Mutant read = Mutant::none;
        BOOST_TEST(parse(mutant.name, read));
        BOOST_TEST((read == mutant.mutant));
        BOOST_TEST(mutant.forms != 0u);
        must += must_race(mutant) ? 1 : 0;
    }
    BOOST_TEST(names.size() == mutants().size());
    BOOST_TEST(mutants().size() > 18u);
    BOOST_TEST(must >= 16);
    Mutant unknown = Mutant::none;
    BOOST_TEST(!parse("no_such", unknown));
    Form form = Form::spin;
    BOOST_TEST(!parse("grid", form));
}
