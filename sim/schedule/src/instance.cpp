// Draws the tiny row of a schedule.
// Spec: algorithm/S2 S3 S4, contract/C12. Layer: sim.
#include <exactk/schedule/instance.hpp>

#include <algorithm>
#include <cstddef>

#include "drawing.hpp"

namespace exactk::schedule {
namespace {

constexpr int elements_min = 4; // convention: two equal elements at the ends, and others between them

int draw_length(const Setup &setup, const RowKind &kind, Random &random) {
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

void draw_row(const Setup &setup, const RowKind &kind, Random &random, Instance &instance) {
    instance.n = draw_length(setup, kind, random);
    instance.ties = random.below(2) == 0 ? Ties::low : Ties::high;
    cut_digits(setup, instance);
    for (int round = 0; round < setup.rounds; ++round) {
        const int width = instance.digits[static_cast<std::size_t>(round)];
        instance.bins.push_back(draw_palette(round, width, kind.small, random));
    }
    const std::uint16_t pivot = draw_keys(setup, instance, random);
    choose_k(instance, pivot, kind.all_equals, random);
}

} // namespace

Instance make_instance(const Setup &setup) {
    const RowKind kind = row_kind(setup.seed);
    Random random(setup.seed);
    Instance instance;
    if (setup.form == Form::cluster_list) {
        draw_list_rows(setup, kind, random, instance);
    } else {
        draw_row(setup, kind, random, instance);
    }
    keep_used_bins(instance);
    for (const std::uint16_t key : instance.keys) {
        instance.patterns.push_back(pattern_of(key));
    }
    ask_model(setup, instance);
    return instance;
}

} // namespace exactk::schedule
