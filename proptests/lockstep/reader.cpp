// A tap written as a kernel would write it reads back as the model's trace; what no tap may hold is named.
// Spec: algorithm/S1 S4 F5 O1 O2 O3 O4. Layer: proptests/lockstep.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <memory>

#include <exactk/lockstep.hpp>
#include <exactk/sim.hpp>

#include "observe/trace_reader.hpp"

using namespace exactk;

namespace {

constexpr int records =
    5; // convention: more than the CTAs of the rows here, so that unwritten ones are read too

struct Tapped {
    device::TapRow row{};
    device::TapCta ctas[records] = {};
};

device::TapFilter filter_of(const FilterTrace &from) {
    return {from.used ? 1u : 0u,
            from.sampled ? 1u : 0u,
            from.target,
            from.lo,
            from.hi,
            from.shift,
            from.digit,
            from.reached,
            from.heavy ? 1u : 0u,
            from.threshold,
            from.kept,
            from.equal,
            from.fell_back ? 1u : 0u,
            from.base,
            from.top,
            from.few ? 1u : 0u};
}

/// Writes a trace as tapped kernels do.
std::unique_ptr<Tapped> tap_of(const RowTrace &trace) {
    auto tapped = std::make_unique<Tapped>();
    device::TapRow &row = tapped->row;
    row.n = static_cast<std::uint32_t>(trace.n);
    row.m = static_cast<std::uint32_t>(trace.m);
    row.short_row = trace.short_row ? 1 : 0;
    row.ctas = trace.ctas.empty() ? 1 : static_cast<std::uint32_t>(trace.ctas.size());
    row.prefix = static_cast<std::uint32_t>(trace.prefix);
    row.quota = trace.quota;
    row.lo = trace.lo;
    row.filter = filter_of(trace.filter);
    for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
        const RoundTrace &from = trace.rounds[r];
        device::TapRound &to = row.rounds[r];
        to.written = 1;
        to.shift = static_cast<std::uint32_t>(from.shift);
        to.digit_bits = static_cast<std::uint32_t>(from.digit_bits);
        to.digit = from.digit;
        to.population = from.population;
        to.above = from.above;
        to.open = from.open;
        to.prefix = static_cast<std::uint32_t>(from.prefix);
        to.skip = from.skip ? 1 : 0;
        std::copy(from.histogram.begin(), from.histogram.end(), to.histogram);
    }
    for (std::size_t c = 0; c < trace.ctas.size(); ++c) {
        const CtaTrace &from = trace.ctas[c];
        tapped->ctas[c] = {1,
                           static_cast<std::uint32_t>(from.first),
                           static_cast<std::uint32_t>(from.last),
                           from.above_share,
                           from.equal_share,
                           from.above_base,
                           from.equal_base,
                           from.kept_share,
                           from.kept_base};
    }
    return tapped;
}

/// Traces under 11-11-10 on three CTAs: ties, a short row, an empty row.
std::vector<RowTrace> traces_of_three_rows() {
    std::vector<std::uint32_t> scores(3 * 50);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        scores[i] = 0x3F800000u + static_cast<std::uint32_t>(i * 7 % 11);
    }
    const std::int32_t lengths[3] = {50, 2, -1};
    Problem problem;
    problem.scores = scores.data();
    problem.rows = 3;
    problem.width = 50;
    problem.pitch = 50;
    problem.lengths = lengths;
    problem.k = 7;
    problem.options.ties = Ties::high;
    std::vector<std::int32_t> indices(21);
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = 7;
    Plan plan;
    plan.ctas = 3;
    plan.digits = {11, 11, 10};
    std::vector<RowTrace> traces;
    const Status status = sim::topk(problem, outputs, plan, &traces);
    BOOST_REQUIRE(status.code == StatusCode::ok);
    return traces;
}

device::ReadTrace read(const Tapped &tapped, const RowTrace &trace) {
    return device::read_trace(tapped.row, tapped.ctas, records, trace.key_bits, trace.row,
                              &trace.certificate);
}

} // namespace

BOOST_AUTO_TEST_CASE(what_was_tapped_reads_back_as_the_trace) {
    const std::vector<RowTrace> traces = traces_of_three_rows();
    BOOST_REQUIRE(traces[0].rounds.size() == 3);
    BOOST_REQUIRE((traces[0].quota > 0 && traces[0].lo > 0)); // no skip, so that no field is 0 in any case
    for (const RowTrace &trace : traces) {
        const device::ReadTrace back = read(*tap_of(trace), trace);
        BOOST_TEST(back.malformed == "");
        const auto divergence = lockstep::first_divergence(trace, back.trace);
        BOOST_TEST(!divergence.has_value());
    }
}

/// Ramps of 90 scores on three CTAs: row 0 is sampled and listed, row 1 falls back, row 2 is listed and ends with few
/// candidates.
std::vector<RowTrace> filtered_traces() {
    std::vector<std::uint32_t> scores;
    for (std::uint32_t r = 0; r < 3; ++r) {
        for (std::uint32_t i = 0; i < 90; ++i) {
            const std::uint32_t step = i * 37 % 89;
            const std::uint32_t steps[3] = {step * 1000, i % 2, step / 8 * 4000 + i % 4};
            scores.push_back(0x3F800000u + steps[r]);
        }
    }
    const std::int32_t lengths[3] = {90, 90, 40};
    Problem problem;
    problem.scores = scores.data();
    problem.rows = 3;
    problem.width = 90;
    problem.pitch = 90;
    problem.lengths = lengths;
    problem.k = 2;
    std::vector<std::int32_t> indices(6);
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = 2;
    Plan plan;
    plan.ctas = 3;
    plan.digits = {11, 11, 10};
    plan.filter.list = 40;
    plan.filter.sample = 32;
    std::vector<RowTrace> traces;
    const Status status = sim::topk(problem, outputs, plan, &traces);
    BOOST_REQUIRE(status.code == StatusCode::ok);
    return traces;
}

BOOST_AUTO_TEST_CASE(a_filter_that_was_tapped_reads_back_as_the_trace) {
    const std::vector<RowTrace> traces = filtered_traces();
    BOOST_REQUIRE((traces[0].filter.sampled && traces[0].filter.base > 0));
    BOOST_REQUIRE(traces[1].filter.fell_back);
    BOOST_REQUIRE((traces[2].filter.few && traces[2].ctas[2].kept_base > 0));
    for (const RowTrace &trace : traces) {
        const device::ReadTrace back = read(*tap_of(trace), trace);
        BOOST_TEST(back.malformed == "");
        BOOST_TEST((back.trace.filter == trace.filter));
        BOOST_TEST((back.trace.ctas == trace.ctas));
        BOOST_TEST(!lockstep::first_divergence(trace, back.trace).has_value());
    }
}

BOOST_AUTO_TEST_CASE(every_word_of_a_tapped_filter_has_its_field) {
    // Numbers that are all different, so that no two fields can be exchanged unseen.
    const auto tapped = tap_of(filtered_traces()[0]);
    tapped->row.filter = {1, 0, 2, 3, 4, 5, 6, 7, 1, 8, 9, 14, 0, 10, 11, 1};
    tapped->ctas[1].kept_share = 12;
    tapped->ctas[1].kept_base = 13;
    const RowTrace back = device::read_trace(tapped->row, tapped->ctas, records, 32, 0, nullptr).trace;
    const FilterTrace expected{true, false, 2, 3, 4, 5, 6, 7, true, 8, 9, 14, false, 10, 11, true};
    BOOST_TEST((back.filter == expected));
    BOOST_TEST(back.ctas[1].kept_share == 12u);
    BOOST_TEST(back.ctas[1].kept_base == 13u);
}

BOOST_AUTO_TEST_CASE(without_a_certificate_it_stays_zero) {
    const RowTrace trace = traces_of_three_rows()[0];
    const auto tapped = tap_of(trace);
    const device::ReadTrace back = device::read_trace(tapped->row, tapped->ctas, records, 32, 0, nullptr);
    BOOST_TEST(back.trace.certificate.pivot == 0u);
    BOOST_TEST(!lockstep::first_divergence(trace, back.trace, {false}).has_value());
    BOOST_TEST(lockstep::first_divergence(trace, back.trace, {true}).has_value());
}

BOOST_AUTO_TEST_CASE(what_no_tap_may_hold_is_named) {
    struct Plant {
        std::string named;
        std::function<void(Tapped &)> change;
    };
    const std::vector<Plant> plants = {
        {"short_row is 7, neither 0 nor 1", [](Tapped &t) { t.row.short_row = 7; }},
        {"filter used is 2, neither 0 nor 1", [](Tapped &t) { t.row.filter.used = 2; }},
        {"filter sampled is 3, neither 0 nor 1", [](Tapped &t) { t.row.filter.sampled = 3; }},
        {"filter heavy is 2, neither 0 nor 1", [](Tapped &t) { t.row.filter.heavy = 2; }},
        {"filter fell_back is 4, neither 0 nor 1", [](Tapped &t) { t.row.filter.fell_back = 4; }},
        {"filter few is 5, neither 0 nor 1", [](Tapped &t) { t.row.filter.few = 5; }},
        {"round 1 written is 2, neither 0 nor 1", [](Tapped &t) { t.row.rounds[1].written = 2; }},
        {"round 1 skip is 3, neither 0 nor 1", [](Tapped &t) { t.row.rounds[1].skip = 3; }},
        {"round 1 took place after a round that did not", [](Tapped &t) { t.row.rounds[0].written = 0; }},
        {"round 0 has a digit of 12 bits", [](Tapped &t) { t.row.rounds[0].digit_bits = 12; }},
        {"round 0 has a digit of 4294967295 bits",
         [](Tapped &t) { t.row.rounds[0].digit_bits = 0xFFFFFFFFu; }},
        {"round 2 counts in bin 1024 of 1024", [](Tapped &t) { t.row.rounds[2].histogram[1024] = 1; }},
        {"6 CTAs, more than there are records", [](Tapped &t) { t.row.ctas = 6; }},
        {"CTA 1 wrote no record", [](Tapped &t) { t.ctas[1].written = 0; }},
        {"CTA 3 wrote a record beyond the row's CTAs", [](Tapped &t) { t.ctas[3].written = 1; }},
        {"CTA 4 written is 9, neither 0 nor 1", [](Tapped &t) { t.ctas[4].written = 9; }},
    };
    const RowTrace trace = traces_of_three_rows()[0];
    for (const Plant &plant : plants) {
        const auto tapped = tap_of(trace);
        plant.change(*tapped);
        BOOST_TEST(read(*tapped, trace).malformed == plant.named);
    }
}

BOOST_AUTO_TEST_CASE(a_row_without_rounds_has_no_shares) {
    const RowTrace trace = traces_of_three_rows()[1];
    const auto tapped = tap_of(trace);
    tapped->ctas[0].written = 1;
    BOOST_TEST(read(*tapped, trace).malformed == "CTA 0 wrote a record beyond the row's CTAs");
}
