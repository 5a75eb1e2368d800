// The comparison behind exactk lockstep, held against planted differences by a launch that runs on the host.
// Spec: algorithm/S3 S4 S7 S8 S9 S12 F5 O1 O2 O3 O4, contract/C8 C15. Layer: proptests/device_kernels.
#define BOOST_TEST_MODULE lockstep_on_host
#include <boost/test/unit_test.hpp>

#include <array>
#include <vector>

#include <exactk/contract/text.hpp>
#include <exactk/lockstep_device.hpp>

#include "on_host.hpp"

namespace exactk {

namespace {

/// Rows of 700, 0, 40, 700 and 300 elements of a width of 700 and a pitch of 703, many of them equal.
struct Scene {
    Scene() {
        for (std::size_t place = 0; place < scores.size(); ++place) {
            scores[place] =
                static_cast<float>(place * 2654435761u % 97); // Knuth's multiplier; any spread will do
        }
        problem.scores = scores.data();
        problem.rows = 5;
        problem.width = 700;
        problem.pitch = 703;
        problem.lengths = lengths.data();
        problem.k = 20;
        on_host::spoiling() = {};
    }
    ~Scene() { on_host::spoiling() = {}; }

    device::Plan plan(device::Strategy strategy, int ctas, std::int64_t alone_max) const {
        device::Plan made;
        made.digits = {11, 11, 10};
        made.first.strategy = strategy;
        made.first.ctas = ctas;
        made.first.cta_length_max = alone_max;
        made.has_fallback = true;
        return made;
    }
    device::Plan cluster() const { return plan(device::Strategy::row_per_cluster, 4, 256); }

    std::vector<float> scores = std::vector<float>(4 * 703 + 700);
    alignas(64) std::array<std::int32_t, 5> lengths = {700, -3, 40, 1000, 300};
    Problem problem;
};

using Spoil = std::function<void(const Problem &, const Outputs &, const device::Tap &)>;

lockstep::Finding spoilt(const Scene &scene, const Spoil &spoil, const lockstep::Asked &asked = {}) {
    on_host::spoiling().spoil = spoil;
    return lockstep::run_on_device(scene.problem, scene.cluster(), asked);
}

void names(const lockstep::Finding &finding, const std::string &text) {
    BOOST_TEST(!finding.agreed());
    BOOST_TEST(lockstep::describe(finding) == text);
}

} // namespace

BOOST_AUTO_TEST_SUITE(on_host_tests)

BOOST_FIXTURE_TEST_CASE(what_is_right_agrees_under_every_strategy_and_set_of_outputs, Scene) {
    for (const std::int64_t alone_max : {std::int64_t{0}, std::int64_t{256}, std::int64_t{700}}) {
        for (const int ctas : {1, 4, 16}) {
            for (const auto strategy : {device::Strategy::row_per_cta, device::Strategy::row_per_cluster,
                                        device::Strategy::row_per_grid}) {
                for (const Order order : {Order::index, Order::rank}) {
                    problem.options.order = order;
                    for (const bool more : {false, true}) {
                        lockstep::Asked asked;
                        asked.scores = asked.facts = more;
                        asked.output_gap = more ? 3 : 0;
                        const auto finding =
                            lockstep::run_on_device(problem, plan(strategy, ctas, alone_max), asked);
                        BOOST_TEST(lockstep::describe(finding) == "agreed");
                        BOOST_TEST(finding.agreed());
                    }
                }
            }
        }
    }
    BOOST_TEST(!on_host::spoiling().fallback_seen);
    problem.rows = 0;
    BOOST_TEST(lockstep::run_on_device(problem, cluster()).agreed());
}

BOOST_FIXTURE_TEST_CASE(the_first_field_that_differs_in_a_trace_is_named, Scene) {
    names(spoilt(*this,
                 [](const Problem &, const Outputs &, const device::Tap &tap) {
                     tap.ctas[3 * 4 + 2].last -= 1; // row 3, CTA 2
                     tap.rows[3].rounds[0].digit ^= 1;
                     tap.rows[4].lo += 1;
                 }),
          "row 3 CTA 2 S3 last: expected 525, got 524");
    const auto histogram = spoilt(*this, [](const Problem &, const Outputs &, const device::Tap &tap) {
        tap.rows[4].rounds[1].histogram[0x1f] += 7;
    });
    BOOST_REQUIRE(histogram.first.has_value());
    BOOST_TEST(histogram.first->row == 4);
    BOOST_TEST(histogram.first->round == 1);
    BOOST_TEST(histogram.first->bin == 0x1f);
    BOOST_TEST(histogram.first->got == histogram.first->expected + 7);
}

BOOST_FIXTURE_TEST_CASE(rows_that_one_cta_does_alone_have_its_trace, Scene) {
    // Row 2 has 40 elements, at most the plan's 256; a trace of four CTAs would be a divergence.
    names(
        spoilt(*this, [](const Problem &, const Outputs &, const device::Tap &tap) { tap.rows[2].ctas = 4; }),
        "row 2 S3 ctas: expected 1, got 4 (malformed trace, row 2: CTA 1 wrote no record)");
}

BOOST_FIXTURE_TEST_CASE(a_malformed_trace_alone_is_no_agreement, Scene) {
    names(spoilt(*this,
                 [](const Problem &, const Outputs &, const device::Tap &tap) { tap.rows[1].short_row = 2; }),
          "malformed trace, row 1: short_row is 2, neither 0 nor 1");
}

BOOST_FIXTURE_TEST_CASE(every_byte_of_the_outputs_and_around_them_counts, Scene) {
    lockstep::Asked asked;
    asked.output_gap = 3;
    const auto with = [&](const Spoil &spoil) { return spoilt(*this, spoil, asked); };
    const auto place = [](const lockstep::Finding &finding) {
        const auto &first = finding.first;
        return first ? std::string(first->step) + " " + first->field + " row " + std::to_string(first->row) +
                           " place " + std::to_string(first->bin)
                     : std::string("nothing");
    };
    BOOST_TEST(place(with([](const Problem &, const Outputs &outputs, const device::Tap &) {
                   outputs.indices[2 * outputs.index_pitch + 5] += 1;
                   outputs.digests[0] += 1;
               })) == "S8 indices row 2 place 5");
    BOOST_TEST(place(with([](const Problem &, const Outputs &outputs, const device::Tap &) {
                   outputs.indices[1 * outputs.index_pitch + 20] = -1;
               })) == "C8 beside the indices row 1 place 20");
    BOOST_TEST(place(with([](const Problem &, const Outputs &outputs, const device::Tap &) {
                   outputs.indices[-1] = 0;
               })) == "C8 beside the input lengths row -1 place 79");
    BOOST_TEST(place(with([](const Problem &, const Outputs &outputs, const device::Tap &) {
                   static_cast<float *>(outputs.scores)[3 * outputs.score_pitch] = 0.5f;
               })) == "S10 scores row 3 place 0");
    BOOST_TEST(place(with([](const Problem &, const Outputs &outputs, const device::Tap &) {
                   outputs.status[4] ^= 0x100;
               })) == "S11 status row 4 place 0");
    BOOST_TEST(place(with([](const Problem &, const Outputs &outputs, const device::Tap &) {
                   outputs.certificates[2].quota += 1;
               })) == "S11 certificate quota row 2 place -1");
    BOOST_TEST(place(with([](const Problem &, const Outputs &outputs, const device::Tap &) {
                   outputs.digests[1] ^= 1;
               })) == "S12 digests row 1 place 0");
    BOOST_TEST(place(with([](const Problem &asked_for, const Outputs &, const device::Tap &) {
                   const_cast<float *>(static_cast<const float *>(asked_for.scores))[703 + 9] = 0.25f;
               })) == "C8 input scores row 1 place 9");
}

BOOST_FIXTURE_TEST_CASE(an_unchanged_row_answered_in_rank_order_is_named_at_its_step, Scene) {
    problem.options.order = Order::rank;
    const auto finding = spoilt(*this, [](const Problem &, const Outputs &outputs, const device::Tap &) {
        std::swap(outputs.indices[0], outputs.indices[1]);
    });
    BOOST_REQUIRE(finding.first.has_value());
    BOOST_TEST(std::string(finding.first->step) == "S9");
    BOOST_TEST(finding.first->field == std::string("indices"));
}

BOOST_FIXTURE_TEST_CASE(refusals_and_errors_are_no_agreement, Scene) {
    on_host::spoiling().refusal = {StatusCode::unsupported_device, "launch", 98, 0};
    lockstep::Finding finding = lockstep::run_on_device(problem, cluster());
    BOOST_TEST(!finding.agreed());
    BOOST_TEST((finding.status.code == StatusCode::unsupported_device));
    on_host::spoiling() = {};
    on_host::spoiling().synchronise_error = 700; // cudaErrorIllegalAddress
    names(lockstep::run_on_device(problem, cluster()),
          "the launch: cudaErrorOfTheFake: an error that the test asked for");
    on_host::spoiling() = {};
    on_host::spoiling().bytes_max = 64 * 1024;
    finding = lockstep::run_on_device(problem, cluster());
    BOOST_TEST((finding.status.code == StatusCode::out_of_memory));
    BOOST_TEST(finding.status.argument == std::string("trace of rows"));
}

BOOST_FIXTURE_TEST_CASE(filters_agree_and_what_differs_in_one_is_named, Scene) {
    device::Plan filtered = cluster();
    filtered.first.whole = 320; // rows 0 and 3 are sampled, the others with rounds listed whole
    filtered.first.list_entries = 320;
    filtered.first.sample = 128;
    BOOST_TEST(lockstep::describe(lockstep::run_on_device(problem, filtered)) == "agreed");
    lockstep::Asked asked;
    asked.threshold_forced = true;
    asked.threshold = 0xC2800000; // the key of 64
    BOOST_TEST(lockstep::describe(lockstep::run_on_device(problem, filtered, asked)) == "agreed");
    on_host::spoiling().spoil = [](const Problem &, const Outputs &, const device::Tap &tap) {
        BOOST_TEST(tap.rows[3].filter.used == 1u);
        BOOST_TEST(tap.rows[3].filter.threshold == 0xC2800000u);
        tap.rows[3].filter.kept += 1;
    };
    const auto finding = lockstep::run_on_device(problem, filtered, asked);
    BOOST_REQUIRE(finding.first.has_value());
    BOOST_TEST(finding.first->row == 3);
    BOOST_TEST(finding.first->got == finding.first->expected + 1);
}

BOOST_FIXTURE_TEST_CASE(the_fault_reaches_the_launch_and_the_filter_the_model, Scene) {
    lockstep::Asked asked;
    asked.fault = 7;
    asked.threshold_forced = true;
    asked.threshold = 0xBF801800;
    (void)lockstep::run_on_device(problem, cluster(), asked);
    BOOST_TEST(on_host::spoiling().faults_seen == 7);
    device::Plan filtered = plan(device::Strategy::row_per_grid, 8, 256);
    filtered.first.list_entries = 512;
    filtered.first.sample = 0; // then the list is that of the rounds
    filtered.first.whole = 96;
    BOOST_TEST(lockstep::model_plan(filtered, asked, true).filter.list == 0);
    BOOST_TEST(lockstep::model_plan(filtered, asked, true).filter.whole == 96);
    filtered.first.sample = 128;
    const Plan alone = lockstep::model_plan(filtered, asked, true);
    BOOST_TEST(alone.ctas == 1);
    BOOST_TEST(alone.filter.list == 512);
    BOOST_TEST(alone.filter.sample == 128);
    BOOST_TEST(alone.filter.forced);
    BOOST_TEST(alone.filter.threshold == 0xBF801800);
    const Plan shared = lockstep::model_plan(filtered, asked, false);
    BOOST_TEST(shared.ctas == 8);
    BOOST_TEST(shared.filter.list == 0);
    BOOST_TEST(shared.filter.whole == 0);
    filtered.first.strategy = device::Strategy::row_per_cluster;
    BOOST_TEST(lockstep::model_plan(filtered, asked, false).filter.list == 512);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace exactk
