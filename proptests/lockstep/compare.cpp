// Each field of a trace, planted wrong, is named with its place; the first of two faults wins.
// Spec: algorithm/S0 S1 S3 S4 S5 S6 S7 S8 S11 F1 F3 F4 F5 F6 F7 O1 O2 O3 O4. Layer: proptests/lockstep.
#define BOOST_TEST_MODULE lockstep
#include <boost/test/unit_test.hpp>

#include <bit>
#include <functional>

#include <exactk/lockstep.hpp>
#include <exactk/sim.hpp>

using namespace exactk;

namespace {

/// Traces of two rows on three CTAs: one of ties, one short. Without a filter the first has four rounds of eight bits.
std::vector<RowTrace> model_traces(const FilterPlan &filter = {}) {
    std::vector<std::uint32_t> scores(80);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        scores[i] = std::bit_cast<std::uint32_t>(static_cast<float>(i % 7));
    }
    const std::int32_t lengths[2] = {40, 3};
    Problem problem;
    problem.scores = scores.data();
    problem.rows = 2;
    problem.width = 40;
    problem.pitch = 40;
    problem.lengths = lengths;
    problem.k = 8;
    std::vector<std::int32_t> indices(16);
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = 8;
    Plan plan;
    plan.ctas = 3;
    plan.filter = filter;
    std::vector<RowTrace> traces;
    const Status status = sim::topk(problem, outputs, plan, &traces);
    BOOST_REQUIRE(status.code == StatusCode::ok);
    return traces;
}

struct Plant {
    std::string named; ///< how the divergence must be described, up to the values
    std::function<void(RowTrace &)> change;
};

const std::vector<Plant> &plants() {
    static const std::vector<Plant> list = {
        {"row 0 S0 row", [](RowTrace &t) { t.row ^= 1; }},
        {"row 0 S0 n", [](RowTrace &t) { t.n -= 1; }},
        {"row 0 S0 m", [](RowTrace &t) { t.m += 1; }},
        {"row 0 S1 short_row", [](RowTrace &t) { t.short_row = true; }},
        {"row 0 S2 key_bits", [](RowTrace &t) { t.key_bits = 16; }},
        {"row 0 S3 ctas", [](RowTrace &t) { t.ctas.pop_back(); }},
        {"row 0 CTA 2 S3 first", [](RowTrace &t) { t.ctas[2].first += 1; }},
        {"row 0 CTA 1 S3 last", [](RowTrace &t) { t.ctas[1].last -= 1; }},
        {"row 0 F1 used", [](RowTrace &t) { t.filter.used = !t.filter.used; }},
        {"row 0 F1 sampled", [](RowTrace &t) { t.filter.sampled = !t.filter.sampled; }},
        {"row 0 F3 target", [](RowTrace &t) { t.filter.target += 1; }},
        {"row 0 F4 lo", [](RowTrace &t) { t.filter.lo ^= 1; }},
        {"row 0 F4 hi", [](RowTrace &t) { t.filter.hi ^= 1; }},
        {"row 0 F4 shift", [](RowTrace &t) { t.filter.shift += 1; }},
        {"row 0 F4 digit", [](RowTrace &t) { t.filter.digit += 1; }},
        {"row 0 F4 reached", [](RowTrace &t) { t.filter.reached += 1; }},
        {"row 0 F4 heavy", [](RowTrace &t) { t.filter.heavy = !t.filter.heavy; }},
        {"row 0 F4 threshold", [](RowTrace &t) { t.filter.threshold ^= 1; }},
        {"row 0 CTA 1 F5 kept_share", [](RowTrace &t) { t.ctas[1].kept_share += 1; }},
        {"row 0 CTA 2 F5 kept_base", [](RowTrace &t) { t.ctas[2].kept_base += 1; }},
        {"row 0 F5 kept", [](RowTrace &t) { t.filter.kept += 1; }},
        {"row 0 F5 equal", [](RowTrace &t) { t.filter.equal += 1; }},
        {"row 0 F5 fell_back", [](RowTrace &t) { t.filter.fell_back = !t.filter.fell_back; }},
        {"row 0 F6 base", [](RowTrace &t) { t.filter.base ^= 1; }},
        {"row 0 F6 top", [](RowTrace &t) { t.filter.top ^= 1; }},
        {"row 0 round 1 S4 shift", [](RowTrace &t) { t.rounds[1].shift -= 1; }},
        {"row 0 round 1 S4 digit_bits", [](RowTrace &t) { t.rounds[1].digit_bits = 7; }},
        {"row 0 round 0 S4 histogram bins", [](RowTrace &t) { t.rounds[0].histogram.push_back(0); }},
        {"row 0 round 0 S4 histogram[0xff]", [](RowTrace &t) { t.rounds[0].histogram[255] += 1; }},
        {"row 0 round 0 S5 digit", [](RowTrace &t) { t.rounds[0].digit += 1; }},
        {"row 0 round 0 S5 population", [](RowTrace &t) { t.rounds[0].population += 1; }},
        {"row 0 round 0 S6 skip", [](RowTrace &t) { t.rounds[0].skip = !t.rounds[0].skip; }},
        {"row 0 round 0 S5 above", [](RowTrace &t) { t.rounds[0].above += 1; }},
        {"row 0 round 0 S5 open", [](RowTrace &t) { t.rounds[0].open -= 1; }},
        {"row 0 round 0 S5 prefix", [](RowTrace &t) { t.rounds[0].prefix ^= 1; }},
        {"row 0 F7 few", [](RowTrace &t) { t.filter.few = !t.filter.few; }},
        {"row 0 S6 rounds", [](RowTrace &t) { t.rounds.pop_back(); }},
        {"row 0 S6 prefix", [](RowTrace &t) { t.prefix ^= 4; }},
        {"row 0 S6 quota", [](RowTrace &t) { t.quota += 1; }},
        {"row 0 CTA 0 S7 above_share", [](RowTrace &t) { t.ctas[0].above_share += 1; }},
        {"row 0 CTA 1 S7 equal_share", [](RowTrace &t) { t.ctas[1].equal_share += 1; }},
        {"row 0 CTA 1 S7 above_base", [](RowTrace &t) { t.ctas[1].above_base += 1; }},
        {"row 0 CTA 2 S7 equal_base", [](RowTrace &t) { t.ctas[2].equal_base += 1; }},
        {"row 0 S8 lo", [](RowTrace &t) { t.lo += 1; }},
        {"row 0 S11 certificate pivot", [](RowTrace &t) { t.certificate.pivot += 1; }},
        {"row 0 S11 certificate above", [](RowTrace &t) { t.certificate.above += 1; }},
        {"row 0 S11 certificate population", [](RowTrace &t) { t.certificate.population += 1; }},
        {"row 0 S11 certificate quota", [](RowTrace &t) { t.certificate.quota += 1; }},
        {"row 0 S11 certificate status", [](RowTrace &t) { t.certificate.status ^= 1; }},
    };
    return list;
}

std::string named(const std::optional<lockstep::Divergence> &found) {
    if (!found.has_value()) {
        return "nothing";
    }
    const std::string text = lockstep::describe(*found);
    return text.substr(0, text.find(": expected "));
}

} // namespace

BOOST_AUTO_TEST_CASE(a_trace_does_not_diverge_from_itself) {
    const std::vector<RowTrace> traces = model_traces();
    BOOST_REQUIRE(traces[0].rounds.size() > 1);
    BOOST_REQUIRE(traces[1].short_row);
    BOOST_TEST(named(lockstep::first_divergence(traces, traces)) == "nothing");
}

BOOST_AUTO_TEST_CASE(every_field_planted_wrong_is_named) {
    const std::vector<RowTrace> expected = model_traces();
    for (const Plant &plant : plants()) {
        std::vector<RowTrace> got = expected;
        plant.change(got[0]);
        BOOST_TEST(named(lockstep::first_divergence(expected, got)) == plant.named);
    }
}

BOOST_AUTO_TEST_CASE(every_field_of_a_filter_planted_wrong_is_named) {
    // Forced: 1.0 and above are kept. Of the 40 scores 0 to 6 in turn these are 34.
    const FilterPlan listed{0, 36, 32, true, 0xBF800000u};
    // Of the sample's 32 scores the target are 27, which are those of 1.0 and above. The cut is among five of 5.0.
    const FilterPlan few{0, 36, 32, false, 0};
    for (const FilterPlan &filter : {listed, few}) {
        const std::vector<RowTrace> expected = model_traces(filter);
        BOOST_REQUIRE((expected[0].filter.used && !expected[0].filter.fell_back));
        BOOST_REQUIRE((expected[0].filter.sampled == !filter.forced && expected[0].filter.few));
        BOOST_TEST(named(lockstep::first_divergence(expected, expected)) == "nothing");
        int planted = 0;
        for (const Plant &plant : plants()) {
            if (plant.named.find(" F") == std::string::npos) {
                continue;
            }
            std::vector<RowTrace> got = expected;
            plant.change(got[0]);
            BOOST_TEST(named(lockstep::first_divergence(expected, got)) == plant.named);
            ++planted;
        }
        BOOST_TEST(planted == 18); // 14 fields of FilterTrace and 2 of CtaTrace
    }
}

BOOST_AUTO_TEST_CASE(the_field_of_the_earlier_step_is_named_first) {
    const std::vector<RowTrace> expected = model_traces();
    const std::vector<Plant> &list = plants();
    // A shorter list of CTAs or rounds leaves no place for some later plants, so those two come alone.
    for (std::size_t early = 1; early + 1 < list.size(); ++early) {
        if (list[early].named == "row 0 S3 ctas" || list[early + 1].named == "row 0 S3 ctas") {
            continue;
        }
        std::vector<RowTrace> got = expected;
        list[early].change(got[0]);
        list.back().change(got[0]);
        BOOST_TEST(named(lockstep::first_divergence(expected, got)) == list[early].named);
    }
}

BOOST_AUTO_TEST_CASE(the_lowest_row_is_named_first) {
    const std::vector<RowTrace> expected = model_traces();
    std::vector<RowTrace> got = expected;
    got[1].n = 4;
    BOOST_TEST(named(lockstep::first_divergence(expected, got)) == "row 1 S0 n");
    got[0].certificate.status ^= 8;
    BOOST_TEST(named(lockstep::first_divergence(expected, got)) == "row 0 S11 certificate status");
}

BOOST_AUTO_TEST_CASE(a_missing_row_is_named) {
    const std::vector<RowTrace> expected = model_traces();
    std::vector<RowTrace> got = expected;
    got.pop_back();
    BOOST_TEST(lockstep::describe(*lockstep::first_divergence(expected, got)) ==
               "S0 rows: expected 2, got 1");
}

BOOST_AUTO_TEST_CASE(a_certificate_that_was_not_asked_for_is_not_compared) {
    const std::vector<RowTrace> expected = model_traces();
    std::vector<RowTrace> got = expected;
    got[0].certificate = Certificate{};
    BOOST_TEST(named(lockstep::first_divergence(expected, got, {false})) == "nothing");
    BOOST_TEST(named(lockstep::first_divergence(expected, got, {true})) == "row 0 S11 certificate pivot");
}

BOOST_AUTO_TEST_CASE(keys_are_written_in_hexadecimal_and_counts_in_decimal) {
    std::vector<RowTrace> expected = model_traces();
    std::vector<RowTrace> got = expected;
    expected[0].prefix = 0xC0800000u;
    got[0].prefix = 0xC0800001u;
    BOOST_TEST(lockstep::describe(*lockstep::first_divergence(expected, got)) ==
               "row 0 S6 prefix: expected 0xc0800000, got 0xc0800001");
    got[0] = expected[0];
    got[0].filter.lo = 0xBF80000Au;
    BOOST_TEST(lockstep::describe(*lockstep::first_divergence(expected, got)) ==
               "row 0 F4 lo: expected 0x0, got 0xbf80000a");
    got[0].filter = expected[0].filter;
    got[0].filter.kept = 10;
    BOOST_TEST(lockstep::describe(*lockstep::first_divergence(expected, got)) ==
               "row 0 F5 kept: expected 0, got 10");
    got[0].filter = expected[0].filter;
    got[0].filter.top = 10;
    BOOST_TEST(lockstep::describe(*lockstep::first_divergence(expected, got)) ==
               "row 0 F6 top: expected 0x0, got 0xa");
    got[0].n = 41;
    BOOST_TEST(lockstep::describe(*lockstep::first_divergence(expected, got)) ==
               "row 0 S0 n: expected 40, got 41");
}
