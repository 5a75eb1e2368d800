// What a trace says: golden traces by hand, the laws of every trace, and where the rounds can end.
// Spec: algorithm/S3 S5 S6 S7 S8 O1 O2 O3, contract/C16. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <numeric>
#include <string>

#include <rapidcheck.h>

#include "brute.hpp"
#include "plans.hpp"

namespace {

using namespace exactk;

/// One and a half ones more than two: keys BC00 C000 BC00 BC00 BE00.
const std::vector<std::uint32_t> golden_row = {0x3C00u, 0x4000u, 0x3C00u, 0x3C00u, 0x3E00u};

RowTrace trace_of(const scene::Case &c, const Plan &plan) {
    std::vector<RowTrace> traces;
    scene::run(c, plan, &traces);
    return traces.at(0);
}

RowTrace golden_trace(std::int64_t k, Ties ties) {
    Options options;
    options.ties = ties;
    Plan plan;
    plan.ctas = 2; // chunks [0, 2) and [2, 5)
    return trace_of(scene::row_case(ScoreType::float16, golden_row, k, options), plan);
}

std::vector<std::uint32_t> histogram(std::initializer_list<std::pair<std::size_t, std::uint32_t>> counts) {
    std::vector<std::uint32_t> out(256, 0);
    for (const auto &[digit, count] : counts) {
        out[digit] = count;
    }
    return out;
}

/// The laws of O1 for one row: empty if all hold, else the one that does not.
std::string broken_round_law(const RowTrace &trace) {
    std::uint64_t candidates = static_cast<std::uint64_t>(trace.n);
    std::uint32_t above = 0;
    int open_bits = trace.key_bits;
    const auto m = static_cast<std::uint32_t>(trace.m);
    for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
        const RoundTrace &round = trace.rounds[r];
        const auto &h = round.histogram;
        if (h.size() != std::size_t{1} << round.digit_bits || round.shift != open_bits - round.digit_bits) {
            return "a round looks at the digit below the last one";
        }
        if (std::accumulate(h.begin(), h.end(), std::uint64_t{0}) != candidates) {
            return "a histogram sums to the candidates";
        }
        const auto better = std::accumulate(h.begin() + round.digit + 1, h.end(), std::uint32_t{0});
        const std::uint32_t open_before = m - above;
        if (!(better < open_before && open_before <= better + h[round.digit])) {
            return "the threshold digit holds the last winner";
        }
        if (round.population != h[round.digit]) {
            return "the population is the count of the threshold digit";
        }
        if (round.skip != (round.population == open_before - better)) {
            return "the rounds end exactly when the population is full";
        }
        if (round.skip && r + 1 != trace.rounds.size()) {
            return "no round comes after a skip";
        }
        above = round.skip ? m : above + better;
        if (round.above != above || round.above + round.open != m) {
            return "above and open sum to m";
        }
        if ((round.prefix >> round.shift & (h.size() - 1)) != round.digit ||
            (round.prefix & ((std::uint64_t{1} << round.shift) - 1)) != 0) {
            return "the prefix has the digit in its place and no open bit";
        }
        candidates = round.population;
        open_bits = round.shift;
    }
    return "";
}

/// The laws of O2 and of the row as a whole.
std::string broken_row_law(const RowTrace &trace, const Plan &plan) {
    if (trace.rounds.empty()) {
        return trace.ctas.empty() && (trace.m == 0 || trace.short_row)
                   ? ""
                   : "only rows without a cut lack rounds";
    }
    const RoundTrace &last = trace.rounds.back();
    if (!last.skip && last.shift != 0) {
        return "without a skip all digits are looked at";
    }
    if (trace.prefix != last.prefix || trace.quota != last.open || (last.skip && trace.lo != 0)) {
        return "the row ends as its last round";
    }
    if (trace.ctas.size() != static_cast<std::size_t>(plan.ctas)) {
        return "every CTA is observed";
    }
    std::int64_t next = 0;
    std::uint32_t above = 0;
    std::uint32_t equal = 0;
    for (const CtaTrace &cta : trace.ctas) {
        if (cta.first != next || cta.last < cta.first) {
            return "chunks follow one another";
        }
        if (cta.above_base != above || cta.equal_base != equal) {
            return "bases are the sums of the shares before";
        }
        next = cta.last;
        above += cta.above_share;
        equal += cta.equal_share;
    }
    if (next != trace.n) {
        return "chunks cover the row";
    }
    if (above != last.above || equal != (last.skip ? 0 : last.population)) {
        return "shares sum to the counts of the last round";
    }
    return "";
}

void expect_skip(std::vector<std::uint32_t> patterns, std::size_t rounds, bool skip) {
    const RowTrace trace = trace_of(scene::row_case(ScoreType::float32, std::move(patterns), 1), Plan{});
    BOOST_REQUIRE(trace.rounds.size() == rounds);
    BOOST_TEST(trace.rounds.back().skip == skip);
    BOOST_TEST((trace.quota == 0) == skip);
}

} // namespace

BOOST_AUTO_TEST_SUITE(traces)

BOOST_AUTO_TEST_CASE(golden_trace_without_a_skip) {
    const RowTrace trace = golden_trace(3, Ties::low);
    BOOST_TEST(trace.n == 5);
    BOOST_TEST(trace.m == 3);
    BOOST_TEST(trace.key_bits == 16);
    BOOST_TEST(!trace.short_row);
    const std::vector<RoundTrace> rounds = {
        {8, 8, histogram({{0xBC, 3}, {0xBE, 1}, {0xC0, 1}}), 0xBC, 3, 2, 1, 0xBC00, false},
        {0, 8, histogram({{0x00, 3}}), 0x00, 3, 2, 1, 0xBC00, false}};
    BOOST_TEST((trace.rounds == rounds));
    BOOST_TEST(trace.prefix == 0xBC00u);
    BOOST_TEST(trace.quota == 1u);
    BOOST_TEST(trace.lo == 0u);
    const std::vector<CtaTrace> ctas = {{0, 2, 1, 1, 0, 0}, {2, 5, 1, 2, 1, 1}};
    BOOST_TEST((trace.ctas == ctas));
    const Certificate certificate{0xBC00u, 2, 3, 1, row_boundary_tie};
    BOOST_TEST(scene::same(trace.certificate, certificate));
}

BOOST_AUTO_TEST_CASE(ties_high_take_the_last_equal_elements) {
    const RowTrace trace = golden_trace(3, Ties::high);
    BOOST_TEST(trace.lo == 2u);
    BOOST_TEST(trace.quota == 1u);
    Options options;
    options.ties = Ties::high;
    Plan plan;
    plan.ctas = 2;
    const auto answer = scene::run(scene::row_case(ScoreType::float16, golden_row, 3, options), plan);
    BOOST_TEST(answer.indices == (std::vector<std::int32_t>{1, 3, 4}));
}

BOOST_AUTO_TEST_CASE(golden_trace_with_a_skip) {
    const RowTrace trace = golden_trace(2, Ties::high);
    const std::vector<RoundTrace> rounds = {
        {8, 8, histogram({{0xBC, 3}, {0xBE, 1}, {0xC0, 1}}), 0xBE, 1, 2, 0, 0xBE00, true}};
    BOOST_TEST((trace.rounds == rounds));
    BOOST_TEST(trace.prefix == 0xBE00u);
    BOOST_TEST(trace.quota == 0u);
    BOOST_TEST(trace.lo == 0u);
    const std::vector<CtaTrace> ctas = {{0, 2, 1, 0, 0, 0}, {2, 5, 1, 0, 1, 0}};
    BOOST_TEST((trace.ctas == ctas));
    const Certificate certificate{0xBE00u, 1, 1, 1, 0};
    BOOST_TEST(scene::same(trace.certificate, certificate));
}

BOOST_AUTO_TEST_CASE(the_certificate_after_a_skip_counts_the_pivot_and_not_the_prefix) {
    // Keys BE01 BE01 BE02 BC00 with k = 3: one round, prefix BE00, and the smallest selected key is BE01.
    const RowTrace trace =
        trace_of(scene::row_case(ScoreType::float16, {0x3E01u, 0x3E01u, 0x3E02u, 0x3C00u}, 3), Plan{});
    BOOST_TEST(trace.rounds.size() == 1u);
    BOOST_TEST(trace.prefix == 0xBE00u);
    const Certificate certificate{0xBE01u, 1, 2, 2, 0};
    BOOST_TEST(scene::same(trace.certificate, certificate));
}

BOOST_AUTO_TEST_CASE(a_skip_is_reached_in_the_first_round) {
    expect_skip({0x3F800000u, 0x40000000u}, 1, true);
}

BOOST_AUTO_TEST_CASE(a_skip_is_reached_in_a_middle_round) {
    expect_skip({0x3F800000u, 0x3F900000u}, 2, true);
}

BOOST_AUTO_TEST_CASE(a_skip_is_reached_in_the_last_round) {
    expect_skip({0x3F800000u, 0x3F800001u}, 4, true);
}

BOOST_AUTO_TEST_CASE(no_skip_is_reached_where_equal_elements_are_left_out) {
    expect_skip({0x3F800000u, 0x3F800000u}, 4, false);
}

BOOST_AUTO_TEST_CASE(the_plain_cut_is_the_floor_of_equal_parts) {
    Plan plan;
    plan.ctas = 3;
    const RowTrace trace = trace_of(scene::row_case(ScoreType::float16, golden_row, 2), plan);
    BOOST_TEST(trace.ctas.at(0).last == 1);
    BOOST_TEST(trace.ctas.at(1).last == 3);
    BOOST_TEST(trace.ctas.at(2).last == 5);
}

BOOST_AUTO_TEST_CASE(given_bounds_are_clamped_to_n) {
    scene::Case c = scene::row_case(ScoreType::float16, golden_row, 1);
    c.lengths = {3};
    Plan plan;
    plan.ctas = 4;
    plan.bounds = {0, 2, 2, 4, 9};
    const RowTrace trace = trace_of(c, plan);
    const std::int64_t bounds[] = {0, 2, 2, 3, 3};
    for (std::size_t cta = 0; cta < 4; ++cta) {
        BOOST_TEST(trace.ctas.at(cta).first == bounds[cta]);
        BOOST_TEST(trace.ctas.at(cta).last == bounds[cta + 1]);
    }
}

BOOST_AUTO_TEST_CASE(every_trace_keeps_the_laws_of_rounds_and_shares) {
    BOOST_TEST(rc::check("trace laws", [] {
        const scene::Case c = plans::hostile_case();
        const Plan plan = plans::plan(c.type, c.width);
        std::vector<RowTrace> seen(5);
        const scene::Answer answer = scene::run(c, plan, &seen);
        RC_ASSERT(answer == brute::answer(c));
        RC_ASSERT(seen.size() == static_cast<std::size_t>(c.rows));
        for (std::size_t r = 0; r < seen.size(); ++r) {
            RC_ASSERT(seen[r].row == static_cast<std::int64_t>(r));
            RC_ASSERT(seen[r].m == std::min(seen[r].n, c.k));
            RC_ASSERT(broken_round_law(seen[r]) == "");
            RC_ASSERT(broken_row_law(seen[r], plan) == "");
            RC_ASSERT(scene::same(seen[r].certificate, answer.certificates[r]));
        }
    }));
}

BOOST_AUTO_TEST_CASE(direct_slots_and_merged_runs_give_one_answer_and_one_trace) {
    BOOST_TEST(rc::check("direct equals merge", [] {
        const scene::Case c = plans::hostile_case();
        Plan plan = plans::plan(c.type, c.width);
        std::vector<RowTrace> direct;
        std::vector<RowTrace> merged;
        plan.emission = Plan::Emission::direct;
        const scene::Answer by_slots = scene::run(c, plan, &direct);
        plan.emission = Plan::Emission::merge;
        RC_ASSERT(by_slots == scene::run(c, plan, &merged));
        for (std::size_t r = 0; r < direct.size(); ++r) {
            RC_ASSERT(direct[r].rounds == merged[r].rounds);
            RC_ASSERT(direct[r].ctas == merged[r].ctas);
            RC_ASSERT(direct[r].prefix == merged[r].prefix);
            RC_ASSERT(direct[r].quota == merged[r].quota);
            RC_ASSERT(direct[r].lo == merged[r].lo);
        }
    }));
}

BOOST_AUTO_TEST_CASE(rounds_do_not_depend_on_chunks_nor_the_answer_on_the_plan) {
    BOOST_TEST(rc::check("plans agree", [] {
        const scene::Case c = plans::hostile_case();
        Plan one = plans::plan(c.type, c.width);
        Plan other = plans::plan(c.type, c.width);
        std::vector<RowTrace> first;
        std::vector<RowTrace> second;
        const scene::Answer answer = scene::run(c, one, &first);
        RC_ASSERT(answer == scene::run(c, other, &second));
        for (std::size_t r = 0; r < first.size(); ++r) {
            RC_ASSERT(scene::same(first[r].certificate, second[r].certificate));
        }
        other.digits = one.digits;
        RC_ASSERT(answer == scene::run(c, other, &second));
        for (std::size_t r = 0; r < first.size(); ++r) {
            RC_ASSERT(first[r].rounds == second[r].rounds);
        }
    }));
}

BOOST_AUTO_TEST_SUITE_END()
