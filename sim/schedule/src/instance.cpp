// Draws the tiny row of a schedule and asks the model for its answer and trace.
// Spec: algorithm/S2 S3 S4 O1 O2, contract/C12. Layer: sim.
#include <exactk/schedule/instance.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include <exactk/contract/plan.hpp>
#include <exactk/contract/problem.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/contract/trace.hpp>
#include <exactk/sim.hpp>

#include "random.hpp"

namespace exactk::schedule {
namespace {

constexpr int key_bits = 16;               // bound: float16
constexpr std::uint32_t zero_key = 0x8000; // bound: C12, key of +0
constexpr int elements_min = 4; // convention: two equal elements at the ends, and others between them

/// How the rows of a seed look; see make_instance.
struct Kind {
    bool small;
    bool empty_chunks;
    bool all_equals;
};

Kind kind_of(std::uint64_t seed) { return {seed % 4 == 1, seed % 4 == 3, seed % 4 == 0}; }

int draw_length(const Setup &setup, const Kind &kind, Random &random) {
    const int per_cta = 2 * setup.ctas;
    if (kind.small || kind.all_equals) {
        return std::max(elements_min, per_cta);
    }
    if (kind.empty_chunks) {
        return std::max(elements_min,
                        setup.ctas / 2 + static_cast<int>(random.below(static_cast<unsigned>(setup.ctas))));
    }
    return per_cta + static_cast<int>(random.below(static_cast<unsigned>(setup.ctas) + 1));
}

/// Digits as equal as 16 bits allow.
void cut_digits(const Setup &setup, Instance &instance) {
    int shift = key_bits;
    for (int round = 0; round < setup.rounds; ++round) {
        const int width = key_bits / setup.rounds + (round < key_bits % setup.rounds ? 1 : 0);
        shift -= width;
        instance.digits.push_back(width);
        instance.shifts.push_back(shift);
    }
}

/// Digit values that the row may have in a round: two or three. Those of the first round keep away from the ends, so
/// that no key is that of an infinity or a NaN, and later ones from all ones, so that none is 0x7FFF, which no score
/// has.
std::vector<std::uint16_t> draw_palette(int round, int width, bool small, Random &random) {
    const std::uint32_t values = std::uint32_t{1} << width;
    const std::uint32_t least = round == 0 ? values / 4 : 0;
    const std::uint32_t range = round == 0 ? values / 2 : values - 1;
    const std::uint32_t wanted = std::min(range, small ? 2u : 2u + random.below(2));
    std::vector<std::uint16_t> palette;
    while (palette.size() < wanted) {
        const auto digit = static_cast<std::uint16_t>(least + random.below(range));
        const bool taken = std::find(palette.begin(), palette.end(), digit) != palette.end();
        if (!taken && digit != zero_key - 1) {
            palette.push_back(digit);
        }
    }
    std::sort(palette.begin(), palette.end());
    return palette;
}

/// A key that parts from the pivot in the digit of `first`, or the pivot itself if `first` is the number of rounds.
std::uint16_t draw_key(const Instance &instance, const std::vector<std::size_t> &pivot, std::size_t first,
                       Random &random) {
    std::uint32_t key = 0;
    for (std::size_t round = 0; round < pivot.size(); ++round) {
        const auto size = static_cast<std::uint32_t>(instance.bins[round].size());
        std::size_t at = pivot[round];
        if (round == first) {
            at = (at + 1 + random.below(size - 1)) % size;
        } else if (round > first) {
            at = random.below(size);
        }
        key |= std::uint32_t{instance.bins[round][at]} << instance.shifts[round];
    }
    return static_cast<std::uint16_t>(key);
}

/// The float16 pattern whose key (C12, direction `largest`) this is.
std::uint16_t pattern_of(std::uint16_t key) {
    return static_cast<std::uint16_t>(key >= zero_key ? key - zero_key : 0xFFFFu - key);
}

/// Draws the keys; returns the pivot's.
std::uint16_t draw_keys(const Setup &setup, Instance &instance, Random &random) {
    std::vector<std::size_t> pivot;
    for (const std::vector<std::uint16_t> &palette : instance.bins) {
        pivot.push_back(random.below(static_cast<std::uint32_t>(palette.size())));
    }
    const auto rounds = static_cast<std::size_t>(setup.rounds);
    const std::uint16_t pivot_key = draw_key(instance, pivot, rounds, random);
    for (int i = 0; i < instance.n; ++i) {
        const bool equal = i == 0 || i + 1 == instance.n || random.below(8) < 3;
        const std::size_t first = equal ? rounds : random.below(static_cast<std::uint32_t>(rounds));
        instance.keys.push_back(draw_key(instance, pivot, first, random));
    }
    return pivot_key;
}

/// Chooses k so that the cut lies among the elements equal to the pivot, or just behind them.
void choose_k(Instance &instance, std::uint16_t pivot, bool all_equals, Random &random) {
    int above = 0;
    int equal = 0;
    for (const std::uint16_t key : instance.keys) {
        above += key > pivot ? 1 : 0;
        equal += key == pivot ? 1 : 0;
    }
    const bool some_below = above + equal < instance.n;
    const int quota = all_equals && some_below
                          ? equal
                          : 1 + static_cast<int>(random.below(static_cast<unsigned>(equal - 1)));
    instance.k = above + quota;
}

/// Drops the digit values that no element has.
void keep_used_bins(Instance &instance) {
    for (std::size_t round = 0; round < instance.bins.size(); ++round) {
        std::vector<std::uint16_t> used;
        for (int i = 0; i < instance.n; ++i) {
            used.push_back(static_cast<std::uint16_t>(instance.digit(i, static_cast<int>(round))));
        }
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        instance.stride = std::max(instance.stride, static_cast<int>(used.size()));
        instance.bins[round] = used;
    }
}

/// Copies the model's trace into what the CTAs are to observe.
void expect(const Setup &setup, Instance &instance, const RowTrace &trace) {
    instance.rounds_run = static_cast<int>(trace.rounds.size());
    std::uint32_t digest = 0;
    for (std::size_t round = 0; round < trace.rounds.size(); ++round) {
        const RoundTrace &seen = trace.rounds[round];
        std::vector<std::uint16_t> counts;
        for (const std::uint16_t digit : instance.bins[round]) {
            counts.push_back(static_cast<std::uint16_t>(seen.histogram[digit]));
        }
        digest = add_round(
            digest,
            {counts.data(), static_cast<int>(counts.size()), static_cast<std::uint16_t>(seen.digit),
             static_cast<std::uint16_t>(seen.population), static_cast<std::uint16_t>(seen.above),
             static_cast<std::uint16_t>(seen.open), static_cast<std::uint16_t>(seen.prefix), seen.skip});
    }
    for (int cta = 0; cta < setup.ctas; ++cta) {
        const CtaTrace &share = trace.ctas[static_cast<std::size_t>(cta)];
        instance.chunks.push_back(static_cast<int>(share.first));
        instance.expected.push_back(
            {digest, static_cast<std::uint16_t>(trace.prefix), static_cast<std::uint16_t>(trace.quota),
             static_cast<std::uint16_t>(share.above_base), static_cast<std::uint16_t>(share.equal_base)});
    }
    instance.chunks.push_back(instance.n);
}

void ask_model(const Setup &setup, Instance &instance) {
    Problem problem;
    problem.scores = instance.patterns.data();
    problem.type = ScoreType::float16;
    problem.rows = 1;
    problem.width = problem.pitch = instance.n;
    problem.k = instance.k;
    problem.options.ties = instance.ties;
    std::vector<std::int32_t> indices(static_cast<std::size_t>(instance.k));
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = instance.k;
    Plan plan;
    plan.ctas = setup.ctas;
    plan.digits = instance.digits;
    std::vector<RowTrace> traces;
    const Status status = sim::topk(problem, outputs, plan, &traces);
    if (status.code != StatusCode::ok) {
        throw std::logic_error("the model refuses the row of a schedule: " + describe(status));
    }
    for (const std::int32_t index : indices) {
        instance.slots.push_back(static_cast<std::uint16_t>(index));
    }
    expect(setup, instance, traces.front());
}

} // namespace

std::uint32_t add_round(std::uint32_t digest, const RoundSeen &round) {
    const auto add = [&digest](std::uint32_t value) {
        digest = (digest ^ value) * 0x85EBCA6Bu; // convention: any odd factor spreads the bits
        digest ^= digest >> 15;
    };
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

int Instance::digit(int element, int round) const {
    const auto r = static_cast<std::size_t>(round);
    const unsigned key = keys[static_cast<std::size_t>(element)];
    return static_cast<int>(key >> shifts[r] & ((1u << digits[r]) - 1));
}

int Instance::bin(int element, int round) const {
    const std::vector<std::uint16_t> &values = bins[static_cast<std::size_t>(round)];
    return static_cast<int>(std::lower_bound(values.begin(), values.end(), digit(element, round)) -
                            values.begin());
}

Instance make_instance(const Setup &setup) {
    const Kind kind = kind_of(setup.seed);
    Random random(setup.seed);
    Instance instance;
    instance.n = draw_length(setup, kind, random);
    instance.ties = random.below(2) == 0 ? Ties::low : Ties::high;
    cut_digits(setup, instance);
    for (int round = 0; round < setup.rounds; ++round) {
        const int width = instance.digits[static_cast<std::size_t>(round)];
        instance.bins.push_back(draw_palette(round, width, kind.small, random));
    }
    const std::uint16_t pivot = draw_keys(setup, instance, random);
    choose_k(instance, pivot, kind.all_equals, random);
    keep_used_bins(instance);
    for (const std::uint16_t key : instance.keys) {
        instance.patterns.push_back(pattern_of(key));
    }
    ask_model(setup, instance);
    return instance;
}

} // namespace exactk::schedule
