// Every law holds of every implementation, on drawn cases.
// Spec: contract/C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 C13 C14 C15 C16 C17 C18. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <set>
#include <string>

#include <exactk/casefile/store.hpp>

#include "knobs_gen.hpp"

using namespace exactk;
using laws::Law;

namespace {

/// Rows that the sorting oracle does in a moment; the campaign has longer ones.
constexpr laws::Reach reach{6000, 12000, cta_count_max}; // convention: keeps a property within a second

std::int64_t told; ///< implementations that a law was asked about, of the property at hand

void law_holds(const Law &law) {
    const laws::Knobs knobs = *knobs_gen::knobs(reach);
    const std::uint64_t seed = *rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>());
    const casefile::CaseFile one = laws::make_case(knobs);
    for (const Implementation &implementation : implementations()) {
        if (laws::applies(law, implementation, one)) {
            const std::string words = law.broken(implementation, one, seed);
            RC_LOG() << implementation.name << ": " << words << std::endl;
            RC_ASSERT(words == "");
            ++told;
        }
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(laws_hold)

BOOST_AUTO_TEST_CASE(of_every_implementation_on_drawn_cases) {
    for (const Law &law : laws::laws()) {
        told = 0;
        BOOST_TEST(rc::check(law.name, [&law] { law_holds(law); }));
        // Were a law about no implementation, or hardly any case, it would hold for nothing.
        BOOST_TEST(told >= (law.needs_plan ? 40 : 120), law.name << " was asked only " << told << " times");
    }
}

/// Case files of public and past faults, with their generators.
BOOST_AUTO_TEST_CASE(of_the_corpus_too) {
    int files = 0;
    for (const char *name : {"report-05-a8", "report-09-lengths", "report-14-d1-smallest", "report-07-f4",
                             "fault-keep-rule-float32-at", "fault-last-digit-wraps"}) {
        casefile::CaseFile one;
        const casefile::Defect bad = casefile::load(std::string(EXACTK_CORPUS) + "/" + name + ".case", one);
        BOOST_TEST(!bad, name << ": " << casefile::describe(bad));
        if (bad) {
            continue;
        }
        ++files;
        for (const Law &law : laws::laws()) {
            for (const Implementation &implementation : implementations()) {
                if (laws::applies(law, implementation, one)) {
                    const std::string words = law.broken(implementation, one, 1);
                    BOOST_TEST(words == "",
                               name << ", " << law.name << " of " << implementation.name << ": " << words);
                }
            }
        }
    }
    BOOST_TEST(files == 6);
}

BOOST_AUTO_TEST_CASE(names_are_single_and_found) {
    std::set<std::string> names;
    for (const Law &law : laws::laws()) {
        BOOST_TEST(names.insert(law.name).second);
        BOOST_TEST(laws::find_law(law.name) == &law);
        BOOST_TEST(std::string(law.words).back() == '.');
    }
    BOOST_TEST(names.size() >= 28u);
    BOOST_TEST(laws::find_law("no such law") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
