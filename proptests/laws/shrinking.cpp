// How small the shrinker makes failing cases, and how soon.
// Spec: contract/C4 C5 C15, algorithm/S3 S6 F5. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <string>

#include <exactk/laws.hpp>

#include "faults.hpp"

using namespace exactk;
using casefile::CaseFile;

namespace {

constexpr double seconds_max = 5; // convention: what a person waits for

std::int64_t keys_of(const CaseFile &one) {
    std::int64_t keys = 0;
    for (const std::vector<std::uint32_t> &row : one.scores) {
        keys += static_cast<std::int64_t>(row.size());
    }
    return keys;
}

/// A large case, in number `number` of a list that does not change.
CaseFile large(std::uint64_t number) {
    constexpr laws::Reach reach{20000, 40000, 256}; // convention: far above what is left in the end
    return laws::make_case(laws::draw_knobs(100 + number / 10, number, reach));
}

struct Shrunk {
    CaseFile from;
    CaseFile to;
    double seconds = 0;
};

/// The first large case that fails, made small.
Shrunk shrunk(const std::function<bool(const CaseFile &)> &still) {
    Shrunk result;
    for (std::uint64_t number = 0; number < 4000; ++number) {
        CaseFile one = large(number);
        if (keys_of(one) >= 500 && still(one)) { // convention: so that there is something to lose
            result.from = one;
            const auto start = std::chrono::steady_clock::now();
            result.to = laws::shrink(std::move(one), still, seconds_max);
            result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            BOOST_TEST(still(result.to));
            BOOST_TEST(!casefile::check(result.to));
            return result;
        }
    }
    BOOST_TEST(false, "no case fails");
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(shrinking)

BOOST_AUTO_TEST_CASE(nineteen_of_twenty_faults_shrink_to_16_keys_and_3_ctas_in_5_seconds) {
    int small = 0;
    int all = 0;
    std::string slow;
    for (const faults::Fault &fault : faults::faults()) {
        const laws::Law &law = *laws::find_law(fault.law);
        if (fault.law == "golden" || fault.law == "refusal") {
            continue; // Their cases are their own, whatever they are given.
        }
        const Shrunk result = shrunk([&](const CaseFile &one) {
            return laws::applies(law, fault.implementation, one) &&
                   !law.broken(fault.implementation, one, 1).empty();
        });
        ++all;
        const bool good =
            keys_of(result.to) <= 16 && result.to.plan.ctas <= 3 && result.seconds <= seconds_max;
        small += good ? 1 : 0;
        BOOST_TEST_MESSAGE(fault.law << ": " << fault.words << ": from " << keys_of(result.from)
                                     << " keys to " << keys_of(result.to) << ", " << result.to.plan.ctas
                                     << " CTAs, k " << result.to.k << ", " << result.seconds << " s, "
                                     << casefile::print(result.to).size() << " bytes");
        slow += good ? "" : " " + fault.law;
    }
    BOOST_TEST(small * 20 >= all * 19, "too large or too slow:" << slow);
}

/// A made-up fault that needs all of it: two tied keys on both sides of an edge, k 1, and merging.
BOOST_AUTO_TEST_CASE(what_is_needed_stays_and_nothing_else) {
    const Shrunk result = shrunk([](const CaseFile &one) {
        if (one.plan.emission != Plan::Emission::merge || one.plan.ctas < 2) {
            return false;
        }
        const std::vector<RowTrace> traces = laws::traces_of(one);
        return std::any_of(traces.begin(), traces.end(), [](const RowTrace &trace) {
            return std::count_if(trace.ctas.begin(), trace.ctas.end(),
                                 [](const CtaTrace &cta) { return cta.equal_share > 0; }) > 1;
        });
    });
    BOOST_TEST(keys_of(result.to) == 2);
    BOOST_TEST(result.to.rows == 1);
    BOOST_TEST(result.to.k == 1);
    BOOST_TEST(result.to.plan.ctas == 2);
    BOOST_TEST(result.to.plan.digits.empty());
    BOOST_TEST(result.to.scores[0][0] == 0u);
    BOOST_TEST(result.to.scores[0][1] == 0u);
    BOOST_TEST(result.to.lengths.empty());
    BOOST_TEST(result.to.offset == 0);
}

/// A fault of a capacity stays at the capacity: the shrinker lowers what is in the case, here the filter's list.
BOOST_AUTO_TEST_CASE(capacities_are_lowered_with_the_rows) {
    const Shrunk result = shrunk([](const CaseFile &one) {
        const std::vector<RowTrace> traces = laws::traces_of(one);
        return std::any_of(traces.begin(), traces.end(), [&one](const RowTrace &trace) {
            return trace.filter.fell_back && trace.filter.kept > one.plan.filter.list;
        });
    });
    // 32 samples are the fewest, so a row has as many elements, and a list that overflows one more.
    BOOST_TEST(result.to.plan.filter.list == filter_piece);
    BOOST_TEST(result.to.plan.filter.sample == filter_piece);
    BOOST_TEST(keys_of(result.to) == filter_piece + 1);
    BOOST_TEST(result.to.plan.ctas == 1);
}

BOOST_AUTO_TEST_CASE(a_schedule_gets_shorter_too) {
    CaseFile one = laws::make_case(laws::draw_knobs(1, 3, {40, 100, 4}));
    one.schedule = "x1:spin:6:4:1:3:none:strong:1x2,2x2,3x2,0,1,2f1";
    // Needs CTA 3 twice in turn, and at least four CTAs.
    const CaseFile small = laws::shrink(
        one,
        [](const CaseFile &candidate) {
            const std::string &token = candidate.schedule;
            const bool twice =
                token.find(",3x2") != std::string::npos || token.find(":3x2") != std::string::npos;
            return twice && token[8] >= '4';
        },
        seconds_max);
    BOOST_TEST(small.schedule == "x1:spin:4:1:1:3:none:strong:3x2");
    BOOST_TEST(keys_of(small) == 0);
}

BOOST_AUTO_TEST_CASE(a_case_that_does_not_fail_comes_back_as_it_is) {
    CaseFile one = laws::make_case(laws::draw_knobs(2, 5, {200, 400, 8}));
    one.note = "untouched";
    const CaseFile same = laws::shrink(
        one, [](const CaseFile &) { return false; }, seconds_max);
    BOOST_TEST((same == one));
}

BOOST_AUTO_TEST_CASE(the_time_is_kept) {
    const CaseFile one = large(3);
    const auto start = std::chrono::steady_clock::now();
    laws::shrink(
        one, [](const CaseFile &) { return true; }, 0);
    BOOST_TEST(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < 2);
}

BOOST_AUTO_TEST_SUITE_END()
