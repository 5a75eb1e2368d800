// Each law catches its own fault, soon, and nothing where there is none; the judge's law catches weak judges.
// Spec: contract/C1 to C18. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
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

/// Scores whose signs, or those of zeros alone, are taken from the elements at their indices.
verify::Report with_right_signs(const Problem &problem, const verify::Answer &answer,
                                const verify::Demand &demand, bool of_zeros) {
    if (answer.scores == nullptr) {
        return verify::judge(problem, answer, demand);
    }
    const auto bytes = static_cast<std::size_t>(score_bytes[static_cast<int>(problem.type)]);
    const std::uint32_t sign = std::uint32_t{1} << (8 * bytes - 1);
    const auto *const given = static_cast<const std::byte *>(answer.scores);
    const auto *const input = static_cast<const std::byte *>(problem.scores);
    std::vector<std::byte> scores(given, given + static_cast<std::size_t>(problem.rows * problem.k) * bytes);
    for (std::int64_t row = 0; row < problem.rows; ++row) {
        const std::int64_t length = problem.lengths == nullptr ? problem.width : problem.lengths[row];
        const std::int64_t n = std::clamp<std::int64_t>(length, 0, problem.width);
        for (std::int64_t slot = 0; slot < std::min(problem.k, n); ++slot) {
            const std::int32_t index =
                static_cast<const std::int32_t *>(answer.indices)[row * answer.index_pitch + slot];
            if (index < 0 || index >= n) {
                continue;
            }
            std::byte *const place = scores.data() + static_cast<std::size_t>(row * problem.k + slot) * bytes;
            std::uint32_t own = 0;
            std::uint32_t right = 0;
            std::memcpy(&own, place, bytes);
            std::memcpy(&right, input + static_cast<std::size_t>(row * problem.pitch + index) * bytes, bytes);
            if (!of_zeros || (own & ~sign) == 0) {
                own = (own & ~sign) | (right & sign);
                std::memcpy(place, &own, bytes);
            }
        }
    }
    verify::Answer blind = answer;
    blind.scores = scores.data();
    return verify::judge(problem, blind, demand);
}

verify::Report no_signs(const Problem &problem, const verify::Answer &answer, const verify::Demand &demand) {
    return with_right_signs(problem, answer, demand, false);
}

verify::Report no_signs_of_zeros(const Problem &problem, const verify::Answer &answer,
                                 const verify::Demand &demand) {
    return with_right_signs(problem, answer, demand, true);
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
                  {"no signs of scores", no_signs},
                  {"no signs of zeros", no_signs_of_zeros},
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
