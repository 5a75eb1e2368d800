// Each law catches its own fault, soon, and nothing where there is none; the judge's law catches weak judges.
// Spec: contract/C1 to C18. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>
#include <string>

#include <exactk/laws.hpp>

#include "faults.hpp"

using namespace exactk;
using casefile::CaseFile;

namespace {

constexpr std::uint64_t cases_max = 3000;   // convention: the rarest fault here takes a tenth of it
constexpr laws::Reach reach{400, 2000, 64}; // convention: small cases do for these faults

CaseFile drawn(std::uint64_t number) {
    constexpr std::uint64_t per_seed = 20; // convention: many swarms within a few hundred cases
    return laws::make_case(laws::draw_knobs(number / per_seed, number, reach));
}

/// Cases until the law sees it, from 1; 0: never.
std::uint64_t cases_until(const std::function<std::string(const CaseFile &, std::uint64_t)> &broken) {
    for (std::uint64_t number = 0; number < cases_max; ++number) {
        if (!broken(drawn(number), number).empty()) {
            return number + 1;
        }
    }
    return 0;
}

/// Judges that people use, each blind in its own way.
verify::Report accept_all(const Problem &, const verify::Answer &, const verify::Demand &) { return {}; }

/// The set of indices alone: sequence, ties and scores are not looked at.
verify::Report any_sequence(const Problem &problem, const verify::Answer &answer, const verify::Demand &) {
    verify::Demand demand;
    demand.order = verify::OrderDemand::any;
    return verify::judge(problem, answer, demand);
}

verify::Report any_ties(const Problem &problem, const verify::Answer &answer, const verify::Demand &wanted) {
    verify::Demand demand = wanted;
    demand.ties = verify::TiesDemand::any;
    return verify::judge(problem, answer, demand);
}

verify::Report no_scores(const Problem &problem, const verify::Answer &answer, const verify::Demand &demand) {
    verify::Answer blind = answer;
    blind.scores = nullptr;
    return verify::judge(problem, blind, demand);
}

verify::Report only_the_first_row(const Problem &problem, const verify::Answer &answer,
                                  const verify::Demand &demand) {
    Problem first = problem;
    first.rows = std::min<std::int64_t>(problem.rows, 1);
    return verify::judge(first, answer, demand);
}

verify::Report refuse_all(const Problem &, const verify::Answer &, const verify::Demand &) {
    verify::Report report;
    report.verdict = verify::Verdict::failed;
    return report;
}

} // namespace

BOOST_AUTO_TEST_SUITE(catches)

BOOST_AUTO_TEST_CASE(each_law_catches_its_own_fault) {
    std::set<std::string> caught;
    for (const faults::Fault &fault : faults::faults()) {
        const laws::Law *const law = laws::find_law(fault.law);
        BOOST_REQUIRE(law != nullptr);
        const std::uint64_t cases = cases_until([&](const CaseFile &one, std::uint64_t seed) {
            return laws::applies(*law, fault.implementation, one)
                       ? law->broken(fault.implementation, one, seed)
                       : std::string();
        });
        BOOST_TEST(cases > 0u, fault.law << " does not see that " << fault.words);
        BOOST_TEST_MESSAGE(fault.law << ": " << fault.words << ": case " << cases);
        if (cases > 0) {
            caught.insert(fault.law);
        }
    }
    BOOST_TEST(caught.size() == laws::laws().size());
}

BOOST_AUTO_TEST_CASE(no_law_is_broken_where_there_is_no_fault) {
    for (std::uint64_t number = 0; number < 60; ++number) {
        const CaseFile one = drawn(number);
        for (const laws::Law &law : laws::laws()) {
            for (const Implementation &implementation : implementations()) {
                if (laws::applies(law, implementation, one)) {
                    BOOST_TEST(law.broken(implementation, one, number) == "");
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(the_law_of_the_judge_catches_weak_judges) {
    const struct {
        const char *name;
        laws::Judge judge;
    } judges[] = {{"accept all", accept_all},
                  {"any sequence", any_sequence},
                  {"any ties", any_ties},
                  {"no scores", no_scores},
                  {"only the first row", only_the_first_row},
                  {"refuse all", refuse_all}};
    for (const auto &weak : judges) {
        const std::uint64_t cases = cases_until([&](const CaseFile &one, std::uint64_t seed) {
            return laws::judge_broken(weak.judge, *find_implementation("cpu"), one, seed);
        });
        BOOST_TEST(cases > 0u, weak.name << " passes for a judge");
        BOOST_TEST_MESSAGE(weak.name << ": case " << cases);
    }
    BOOST_TEST(cases_until([&](const CaseFile &one, std::uint64_t seed) {
                   return laws::judge_broken(verify::judge, *find_implementation("cpu"), one, seed);
               }) == 0u);
}

BOOST_AUTO_TEST_CASE(a_law_says_the_same_again) {
    const faults::Fault &fault = faults::faults().front();
    const laws::Law &law = *laws::find_law(fault.law);
    int red = 0;
    for (std::uint64_t number = 0; number < 200; ++number) {
        const CaseFile one = drawn(number);
        const std::string words = law.broken(fault.implementation, one, number);
        BOOST_TEST(words == law.broken(fault.implementation, one, number));
        red += words.empty() ? 0 : 1;
    }
    BOOST_TEST(red > 0);
}

BOOST_AUTO_TEST_SUITE_END()
