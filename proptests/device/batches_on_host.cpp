// Made batches do to a sample what they are for, and random ones reach fall-backs: told by the model, without a GPU.
// Spec: algorithm/F2 F4 F5 O4. Layer: proptests/device.
#define BOOST_TEST_MODULE device_batches
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <exactk/cases/sampling.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/sim.hpp>

#include "crafted.hpp"
#include "filter_batch.hpp"
#include "random_batch.hpp"

using namespace exactk;
using namespace exactk::device_tests;

namespace {

std::vector<RowTrace> traces_of(const Problem &problem, const Plan &plan) {
    std::vector<std::int32_t> indices(static_cast<std::size_t>(problem.rows * problem.k));
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = problem.k;
    std::vector<RowTrace> traces;
    const Status status = sim::topk(problem, outputs, plan, &traces);
    BOOST_REQUIRE_MESSAGE(status.code == StatusCode::ok, describe(status));
    return traces;
}

/// Traces of one CTA a row that lists up to `list` elements by at most `sample` samples.
std::vector<RowTrace> traces_of(const Problem &problem, std::int64_t list, std::int64_t sample) {
    Plan plan;
    plan.filter = {0, list, sample, false, 0};
    return traces_of(problem, plan);
}

/// How rows fall back where one CTA does the row, and where several do.
struct Reached {
    cases::FallBack row_per_cta;
    cases::FallBack row_per_cluster;
};

void add_reached(const Problem &problem, const device::Plan &plan, Reached &reached) {
    const device::Form &form = plan.first;
    if (form.sample == 0) {
        return;
    }
    Plan model;
    model.digits = plan.digits;
    model.filter = {form.whole, form.list_entries, form.sample, false, 0};
    for (const RowTrace &trace : traces_of(problem, model)) {
        if (form.strategy == device::Strategy::row_per_cta || trace.n <= form.cta_length_max) {
            reached.row_per_cta.add(trace.filter);
        }
    }
    if (form.strategy == device::Strategy::row_per_cluster && form.ctas > 1) {
        model.ctas = form.ctas;
        for (const RowTrace &trace : traces_of(problem, model)) {
            if (trace.n > form.cta_length_max) {
                reached.row_per_cluster.add(trace.filter);
            }
        }
    }
}

/// Batches that are reached through a fall-back, by what made a row fall back.
struct Batches {
    int by_list = 0;
    int by_target = 0;
    int at_all = 0; ///< by either

    void add(const cases::FallBack &found) {
        by_list += found.by_list ? 1 : 0;
        by_target += found.by_target ? 1 : 0;
        at_all += found.by_list || found.by_target ? 1 : 0;
    }
};

std::ostream &operator<<(std::ostream &out, const Batches &batches) {
    return out << batches.by_list << " by the list and " << batches.by_target << " by the target, in all "
               << batches.at_all;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_burst_lies_where_no_sample_looks) {
    for (int number = 0; number < 2 * score_type_count; ++number) {
        const ScoreType type = static_cast<ScoreType>(number / 2);
        const Direction direction = number % 2 == 0 ? Direction::largest : Direction::smallest;
        // Of the longer ones 1024 samples are taken, in shorter pieces.
        for (const std::int64_t n : {5000, 6000, 8193, 20000, 32768}) {
            for (const std::int64_t burst : {20, 300, 700}) {
                HostBatch host(type, 1, n, burst);
                host.options().direction = direction;
                host.set_row(0, burst_patterns(type, direction, n, burst, burst == 20));
                for (std::int64_t sample = 64; sample <= filter_batch_list; sample *= 2) {
                    const RowTrace trace = traces_of(host.problem(), n, sample).front();
                    BOOST_TEST_CONTEXT(name(type) << " " << name(direction) << " n " << n << " burst "
                                                  << burst << " sample " << sample) {
                        BOOST_TEST(trace.filter.sampled);
                        BOOST_TEST(trace.filter.hi > 0u);
                        BOOST_TEST(trace.filter.hi < trace.certificate.pivot); // the burst's least key
                        BOOST_TEST(trace.certificate.population == 1u);
                    }
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(of_random_batches_each_strategy_is_reached_through_its_fall_back) {
    constexpr int percent_least = 20; // convention: as often as what is on the way of most rows
    constexpr int by_list_least = 10; // convention: half of them; 32 or 64 samples are too few for most ks
    constexpr int batches = 500;      // convention: a second; those of a run are these and others
    const device::Profile &profile = *device::find_profile("h200");
    for (const std::uint64_t seed : {1, 2}) {
        Batches row_per_cta;
        Batches row_per_cluster;
        for (std::uint64_t number = 0; number < batches; ++number) {
            const RandomBatch batch = random_batch(seed, number, 100000, profile);
            const Problem problem = batch.host.problem();
            Reached reached;
            for (const NamedWishes &named : batch.wishes) {
                add_reached(problem, plan_for(shape_of(problem), profile, named), reached);
            }
            row_per_cta.add(reached.row_per_cta);
            row_per_cluster.add(reached.row_per_cluster);
        }
        BOOST_TEST_MESSAGE("seed " << seed << ": of " << batches
                                   << " batches reach the fall-back of row_per_cta " << row_per_cta
                                   << ", that of row_per_cluster " << row_per_cluster);
        // Where the target is above the sample nothing is done in vain, so that this is not to be all.
        BOOST_TEST(100 * row_per_cta.by_list >= by_list_least * batches);
        BOOST_TEST(100 * row_per_cluster.by_list >= by_list_least * batches);
        BOOST_TEST(100 * row_per_cta.at_all >= percent_least * batches);
        BOOST_TEST(100 * row_per_cluster.at_all >= percent_least * batches);
    }
}

BOOST_AUTO_TEST_CASE(a_row_that_misleads_has_its_heavy_key_where_the_sample_looks_and_nowhere_else) {
    for (const Crafted &crafted : crafted_batches()) {
        BOOST_TEST_CONTEXT(crafted.name) {
            const RowTrace trace = traces_of(crafted.host.problem(), 2048, 1024).back();
            BOOST_TEST((trace.filter.sampled && trace.filter.heavy && trace.filter.fell_back));
            BOOST_TEST(trace.filter.reached == 400u); // samples
            BOOST_TEST(trace.filter.equal == 400u);   // elements
            BOOST_TEST(trace.filter.kept == 0u);
        }
    }
}
