// The radix rounds: counting, the threshold digit, the skip.
// Spec: algorithm/S4 S5 S6 B1 O1. Layer: sim.
#include "rounds.hpp"

namespace exactk::sim {
namespace {

/// The digit that a round looks at, and the digits fixed before it.
struct Window {
    std::uint32_t prefix;
    int open_bits; ///< before the round
    int shift;
    int width;
};

/// S4: every CTA counts the candidates of its chunk on its own; at B1 the counts are summed into the row's.
void count_candidates(Scratch &scratch, const Window &window) {
    const std::uint64_t digit_mask = (std::uint64_t{1} << window.width) - 1;
    for (std::size_t cta = 0; cta + 1 < scratch.chunks.size(); ++cta) {
        bool any = false;
        for (std::int64_t i = scratch.chunks[cta]; i < scratch.chunks[cta + 1]; ++i) {
            // 64 bits, since before the first round all w = 32 bits are open.
            const std::uint64_t key = scratch.keys[static_cast<std::size_t>(i)];
            if ((key ^ window.prefix) >> window.open_bits == 0) {
                scratch.cta_counts.add(static_cast<std::uint32_t>((key >> window.shift) & digit_mask), 1);
                any = true;
            }
        }
        if (any) {
            scratch.cta_counts.drain(window.width, [&](std::uint32_t digit, std::uint32_t count) {
                scratch.row_counts.add(digit, count);
            });
        }
    }
}

struct Threshold {
    std::uint32_t digit = 0;
    std::uint32_t better = 0;
    std::uint32_t population = 0;
};

/// S5: the digit whose candidates hold the last winner.
Threshold find_threshold(const DigitCounts &counts, int width, std::uint32_t open) {
    Threshold threshold;
    counts.descend(width, [&](std::uint32_t digit, std::uint32_t count) {
        threshold.digit = digit;
        threshold.population = count;
        if (open <= threshold.better + count) {
            return false;
        }
        threshold.better += count;
        return true;
    });
    return threshold;
}

void observe(RoundTrace &round, const Window &window, const DigitCounts &counts, const Threshold &threshold) {
    round.shift = window.shift;
    round.digit_bits = window.width;
    counts.descend(window.width, [&](std::uint32_t digit, std::uint32_t count) {
        round.histogram[digit] = count;
        return true;
    });
    round.digit = threshold.digit;
    round.population = threshold.population;
}

} // namespace

Cut find_cut(Scratch &scratch, std::int64_t m, std::span<const int> digits, int key_bits, Ties ties,
             RowTrace *trace) {
    Cut cut;
    auto open = static_cast<std::uint32_t>(m);
    int open_bits = key_bits;
    std::size_t round = 0;
    while (round < digits.size() && !cut.skipped) {
        const Window window{cut.prefix, open_bits, open_bits - digits[round], digits[round]};
        count_candidates(scratch, window); // B1 is passed when this returns
        const Threshold threshold = find_threshold(scratch.row_counts, window.width, open);
        cut.prefix |= threshold.digit << window.shift;
        cut.above += threshold.better;
        cut.population = threshold.population;
        open -= threshold.better;
        open_bits = window.shift;
        if (cut.population == open) { // S6
            cut.skipped = true;
            cut.above = static_cast<std::uint32_t>(m);
            open = 0;
        }
        if (trace != nullptr) {
            RoundTrace &seen = trace->rounds[round];
            observe(seen, window, scratch.row_counts, threshold);
            seen.above = cut.above;
            seen.open = open;
            seen.prefix = cut.prefix;
            seen.skip = cut.skipped;
        }
        scratch.row_counts.clear(window.width); // the next round's histogram starts at 0
        ++round;
    }
    cut.quota = open;
    cut.lo = ties == Ties::high && !cut.skipped ? cut.population - cut.quota : 0;
    if (trace != nullptr) {
        trace->rounds.resize(round);
        trace->prefix = cut.prefix;
        trace->quota = cut.quota;
        trace->lo = cut.lo;
    }
    return cut;
}

} // namespace exactk::sim
