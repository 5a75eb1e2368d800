// Asks the model for answer and trace, and makes of the trace what the CTAs are to observe.
// Spec: algorithm/S2 to S8 F5 O1 O2 O4, contract/C5. Layer: sim.
#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include <exactk/contract/text.hpp>
#include <exactk/contract/trace.hpp>
#include <exactk/sim.hpp>

#include "drawing.hpp"

namespace exactk::schedule {
namespace {

std::uint16_t number16(std::uint64_t value) { return static_cast<std::uint16_t>(value); }

std::uint32_t mix(std::uint32_t digest, std::uint32_t value) {
    digest = (digest ^ value) * 0x85EBCA6Bu; // convention: any odd factor spreads the bits
    return digest ^ digest >> 15;
}

/// The counts of a round: those of the plan's digits where the rounds are on the row, else those that are not 0.
std::vector<std::uint16_t> counts_of(const Instance &instance, const RoundTrace &seen, std::size_t round,
                                     bool on_list) {
    std::vector<std::uint16_t> counts;
    if (on_list) {
        for (const std::uint32_t count : seen.histogram) {
            if (count != 0) {
                counts.push_back(number16(count));
            }
        }
        return counts;
    }
    for (const std::uint16_t digit : instance.bins[round]) {
        counts.push_back(number16(seen.histogram[digit]));
    }
    return counts;
}

std::uint32_t digest_rounds(const Instance &instance, const RowTrace &trace, std::uint32_t digest) {
    const bool on_list = instance.listed && !trace.filter.fell_back;
    for (std::size_t round = 0; round < trace.rounds.size(); ++round) {
        const RoundTrace &seen = trace.rounds[round];
        const std::vector<std::uint16_t> counts = counts_of(instance, seen, round, on_list);
        digest = add_round(digest, {counts.data(), static_cast<int>(counts.size()), number16(seen.digit),
                                    number16(seen.population), number16(seen.above), number16(seen.open),
                                    number16(seen.prefix), seen.skip});
    }
    return digest;
}

/// What a CTA is to observe of a row, after the digest of the rows before it.
Observation expect(const Instance &instance, const RowTrace &trace, const CtaTrace &share,
                   std::uint32_t digest) {
    if (instance.listed) {
        const FilterTrace &filter = trace.filter;
        digest = add_list(
            digest, {filter.kept, share.kept_base, filter.fell_back, filter.base, filter.top, filter.few});
    }
    const Observation row{digest_rounds(instance, trace, digest), number16(trace.prefix),
                          number16(trace.quota), number16(share.above_base), number16(share.equal_base)};
    return instance.listed ? Observation{add_end(row.rounds, row), 0, 0, 0, 0} : row;
}

void expect_all(const Setup &setup, Instance &instance, const std::vector<RowTrace> &traces) {
    instance.rounds_run = static_cast<int>(traces.back().rounds.size());
    for (const RowTrace &trace : traces) {
        const bool rounds_on_row = !instance.listed || trace.filter.fell_back;
        instance.falls_back.push_back(trace.filter.fell_back);
        instance.fallback_rounds.push_back(rounds_on_row ? static_cast<int>(trace.rounds.size()) : 0);
    }
    for (int cta = 0; cta < setup.ctas; ++cta) {
        const auto number = static_cast<std::size_t>(cta);
        instance.chunks.push_back(static_cast<int>(traces.front().ctas[number].first));
        Observation seen;
        for (const RowTrace &trace : traces) {
            seen = expect(instance, trace, trace.ctas[number], seen.rounds);
        }
        instance.expected.push_back(seen);
    }
    instance.chunks.push_back(instance.n);
}

} // namespace

std::uint32_t add_round(std::uint32_t digest, const RoundSeen &round) {
    const auto add = [&digest](std::uint32_t value) { digest = mix(digest, value); };
    add(static_cast<std::uint32_t>(round.bins) + 1); // a round of zeros changes the digest, too
    for (int bin = 0; bin < round.bins; ++bin) {
        add(round.counts[bin]);
    }
    add(round.digit);
    add(round.population);
    add(round.above);
    add(round.open);
    add(round.prefix);
    add(round.skip ? 1 : 0);
    return digest;
}

std::uint32_t add_list(std::uint32_t digest, const ListSeen &list) {
    for (const std::uint32_t value :
         {list.kept, list.kept_base, list.fell_back ? 1u : 0u, list.base, list.top, list.few ? 1u : 0u}) {
        digest = mix(digest, value);
    }
    return digest;
}

std::uint32_t add_end(std::uint32_t digest, const Observation &row) {
    for (const std::uint32_t value : {row.prefix, row.quota, row.above_base, row.equal_base}) {
        digest = mix(digest, value);
    }
    return digest;
}

Problem problem_of(const Instance &instance) {
    Problem problem;
    problem.scores = instance.patterns.data();
    problem.type = ScoreType::float16;
    problem.rows = instance.rows;
    problem.width = problem.pitch = instance.n;
    problem.k = instance.k;
    problem.options.ties = instance.ties;
    return problem;
}

Plan plan_of(const Setup &setup, const Instance &instance) {
    Plan plan;
    plan.ctas = setup.ctas;
    plan.digits = instance.digits;
    if (instance.listed) {
        plan.filter.list = instance.capacity;
        plan.filter.sample = filter_piece; // bound: F1, the least number of samples
        plan.filter.forced = true;
        plan.filter.threshold = instance.threshold;
    }
    return plan;
}

void ask_model(const Setup &setup, Instance &instance) {
    std::vector<std::int32_t> indices(static_cast<std::size_t>(instance.rows * instance.k));
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = instance.k;
    std::vector<RowTrace> traces;
    const Status status = sim::topk(problem_of(instance), outputs, plan_of(setup, instance), &traces);
    if (status.code != StatusCode::ok) {
        throw std::logic_error("the model refuses the row of a schedule: " + describe(status));
    }
    for (const std::int32_t index : indices) {
        instance.slots.push_back(static_cast<std::uint16_t>(index));
    }
    expect_all(setup, instance, traces);
}

} // namespace exactk::schedule
