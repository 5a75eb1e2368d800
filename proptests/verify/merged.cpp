// Tests that rows judged apart, in any order, by a judge that is used again give the report of all rows at once.
// Spec: contract/C1 to C9, C15. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "case.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

auto facts(const Finding &finding) {
    const Example &first = finding.first;
    return std::tuple(finding.fault, finding.rows_hit, finding.occurrences, finding.winners_lost,
                      finding.worst_rank_lost, first.run, first.row, first.slot, first.index,
                      first.score_known, first.score_bits, first.detail);
}

bool same(const Report &one, const Report &other) {
    if (std::tie(one.verdict, one.reason, one.rows, one.runs) !=
            std::tie(other.verdict, other.reason, other.rows, other.runs) ||
        one.findings.size() != other.findings.size())
        return false;
    for (std::size_t at = 0; at < one.findings.size(); ++at)
        if (facts(one.findings[at]) != facts(other.findings[at]))
            return false;
    return true;
}

/// Rows [first, end) of a case as one of its own.
Case part_of(const Case &whole, std::int64_t first, std::int64_t end) {
    Case part = whole;
    part.rows = end - first;
    const auto cut = [&](auto &all, std::int64_t runs, std::int64_t each) {
        auto old = std::exchange(all, {});
        for (std::int64_t run = 0; run < runs; ++run)
            all.insert(all.end(), old.begin() + (run * whole.rows + first) * each,
                       old.begin() + (run * whole.rows + end) * each);
    };
    cut(part.scores, 1, whole.width);
    cut(part.lengths, 1, 1);
    cut(part.indices, whole.runs, whole.k);
    return part;
}

} // namespace

BOOST_AUTO_TEST_CASE(parts_merge_to_the_report_of_the_whole) {
    BOOST_TEST(rc::check("parts merge", [] {
        Case whole;
        whole.rows = *rc::gen::inRange(1, 9);
        whole.width = *rc::gen::inRange(1, 20);
        whole.k = *rc::gen::inRange(1, 8);
        whole.runs = *rc::gen::inRange(1, 4);
        const auto draw = [](std::int64_t count, auto gen) {
            using Value = typename decltype(gen)::ValueType;
            return *rc::gen::container<std::vector<Value>>(static_cast<std::size_t>(count), gen);
        };
        whole.scores =
            draw(whole.rows * whole.width, rc::gen::element<std::uint32_t>(0, 0x3F800000, 0x40000000));
        whole.lengths =
            draw(whole.rows, rc::gen::inRange<std::int32_t>(0, static_cast<int>(whole.width) + 1));
        whole.indices =
            draw(whole.runs * whole.rows * whole.k, rc::gen::inRange<std::int64_t>(-1, whole.width + 1));
        Demand demand;
        demand.repeatable = *rc::gen::arbitrary<bool>();
        demand.order = static_cast<OrderDemand>(*rc::gen::inRange(0, 3));
        demand.ties = static_cast<TiesDemand>(*rc::gen::inRange(0, 3));

        std::vector<std::int64_t> cuts = {0, whole.rows};
        for (int cut = *rc::gen::inRange(0, 4); cut > 0; --cut)
            cuts.push_back(*rc::gen::inRange<std::int64_t>(0, whole.rows + 1));
        std::sort(cuts.begin(), cuts.end());
        std::vector<std::pair<std::int64_t, std::int64_t>> parts;
        for (std::size_t at = 1; at < cuts.size(); ++at)
            if (cuts[at] > cuts[at - 1])
                parts.emplace_back(cuts[at - 1], cuts[at]);
        if (*rc::gen::arbitrary<bool>())
            std::reverse(parts.begin(), parts.end());
        Report merged;
        for (const auto &[first, end] : parts)
            merge(merged, part_of(whole, first, end).judged(demand), first);
        RC_ASSERT(same(merged, whole.judged(demand)));
    }));
}

BOOST_AUTO_TEST_CASE(a_judge_that_is_used_again_knows_nothing_of_what_was_before) {
    // The first row selects elements 64 and up, the second has those places and selects others.
    const std::vector<float> scores(130, 1.0f);
    std::vector<std::int32_t> first(130);
    for (std::size_t at = 0; at < first.size(); ++at)
        first[at] = static_cast<std::int32_t>(at);
    const std::int32_t second[] = {0, 1, 2, 3};
    Problem problem;
    problem.scores = scores.data();
    problem.rows = 1;
    problem.width = 130;
    problem.pitch = 130;
    problem.k = 130;
    Answer answer;
    answer.indices = first.data();
    answer.index_pitch = answer.index_run_pitch = 130;
    Judge judge;
    BOOST_TEST((judge(problem, answer, Demand{}).verdict == Verdict::passed));
    problem.k = 4;
    answer.indices = second;
    BOOST_TEST((judge(problem, answer, Demand{}).verdict == Verdict::passed));
    const std::int32_t wrong[] = {0, 1, 2, 64};
    answer.indices = wrong;
    const Report report = judge(problem, answer, Demand{});
    BOOST_TEST((find(report, Fault::wrong_tie) != nullptr));
}
