// What drawn cases hold: every predicate of at least one case in two hundred, whatever the swarm leaves out.
// Spec: contract/C1 to C13, algorithm/S3 to S8 F1 to F7. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <map>
#include <set>
#include <string>

#include <exactk/laws.hpp>

using namespace exactk;

namespace {

constexpr int cases = 3000;            // convention: the rarest predicate is met fifteen times and more
constexpr std::uint64_t per_seed = 50; // convention: sixty swarms
constexpr double least_percent = 0.5;  // convention: as the campaign promises

/// How often each predicate holds; `first` is the first seed.
std::map<std::string, int> count(std::uint64_t first) {
    std::map<std::string, int> held;
    for (std::uint64_t number = 0; number < cases; ++number) {
        const casefile::CaseFile one =
            laws::make_case(laws::draw_knobs(first + number / per_seed, number % per_seed));
        const std::vector<RowTrace> traces = laws::traces_of(one);
        for (const laws::Predicate &predicate : laws::predicates()) {
            held[predicate.name] += predicate.holds(one, traces) ? 1 : 0;
        }
    }
    return held;
}

} // namespace

BOOST_AUTO_TEST_SUITE(coverage)

BOOST_AUTO_TEST_CASE(every_predicate_holds_of_half_a_percent_of_the_cases) {
    const std::map<std::string, int> held = count(1);
    BOOST_TEST(laws::predicates().size() >= 30u);
    BOOST_TEST(held.size() == laws::predicates().size()); // no name stands twice
    for (const laws::Predicate &predicate : laws::predicates()) {
        const int times = held.at(predicate.name);
        const double percent = 100.0 * times / cases;
        BOOST_TEST(percent >= least_percent, predicate.name << " holds of " << percent << " %");
        BOOST_TEST(times < cases, predicate.name << " holds always, so it says nothing");
        BOOST_TEST_MESSAGE(predicate.name << ": " << percent << " %");
    }
}

BOOST_AUTO_TEST_CASE(each_feature_is_on_in_some_swarms_and_off_in_others) {
    const std::size_t features = laws::feature_names().size();
    std::uint32_t on = 0;
    std::uint32_t off = 0;
    std::set<std::uint32_t> swarms;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const std::uint32_t bits = laws::features_of(seed);
        on |= bits;
        off |= ~bits;
        swarms.insert(bits);
    }
    const std::uint32_t all = (std::uint32_t{1} << features) - 1;
    BOOST_TEST(on == all);
    BOOST_TEST((off & all) == all);
    BOOST_TEST(swarms.size() == 60u);
}

BOOST_AUTO_TEST_SUITE_END()
