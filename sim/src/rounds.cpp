// The radix rounds: counting, the threshold digit, the skip, and the ranking of few candidates.
// Spec: algorithm/S4 S5 S6 F6 F7 F8 B1 O1. Layer: sim.
#include "rounds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

#include "faults.hpp"

namespace exactk::sim {
namespace {

constexpr std::uint32_t few_max = 32; // bound: F7

/// The digit that a round looks at, and the digits fixed before it.
struct Window {
    std::uint32_t prefix; ///< without the field's base
    int open_bits;        ///< before the round
    int shift;
    int width;
};

/// The number that the rounds see of a key (F6). One below the base becomes a number of 64 bits, which no prefix
/// fits. The cap changes nothing where no key is beyond the field's bits.
std::uint64_t number_of(std::uint32_t key, std::uint32_t base, std::uint64_t most) {
    const std::uint64_t number = std::uint64_t{key} - base;
    return key < base ? number : std::min(number, most);
}

/// The largest number that the rounds can see in the field.
std::uint64_t most_of(const Field &field) { return (std::uint64_t{1} << field.bits) - 1; }

/// Whether such a number has the digits fixed so far. 64 bits, since before the first round all w = 32 bits are
/// open.
bool has_prefix(std::uint64_t number, std::uint32_t prefix, int open_bits) {
    return (number ^ prefix) >> open_bits == 0;
}

/// S4: every CTA counts its own candidates; at B1 the counts are summed into the row's.
void count_candidates(Scratch &scratch, const Field &field, const Window &window) {
    const std::uint64_t digit_mask = (std::uint64_t{1} << window.width) - 1;
    const std::uint32_t base = field.base;
    const std::uint64_t most = most_of(field);
    EXACTK_SIM_ONLY(std::int64_t listed = 0;)
    for (std::size_t cta = 0; cta + 1 < field.bounds.size(); ++cta) {
        bool any = false;
        const auto first = static_cast<std::size_t>(field.bounds[cta]);
        const auto last = static_cast<std::size_t>(field.bounds[cta + 1]);
        for (const std::uint32_t key : field.keys.subspan(first, last - first)) {
            const std::uint64_t number = number_of(key, base, most);
            if (has_prefix(number, window.prefix, window.open_bits)) {
                EXACTK_SIM_WHEN(
                    candidates_capped,
                    if (window.open_bits < field.bits && ++listed > faults::planted.limit) { continue; })
                scratch.cta_counts.add(static_cast<std::uint32_t>((number >> window.shift) & digit_mask), 1);
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

/// O1 of a round as far as it is S4 and S5. The histogram has the capacity already.
void observe(RoundTrace &round, const Window &window, const DigitCounts &counts, const Threshold &threshold) {
    round.shift = window.shift;
    round.digit_bits = window.width;
    round.histogram.assign(std::size_t{1} << window.width, 0);
    counts.descend(window.width, [&](std::uint32_t digit, std::uint32_t count) {
        round.histogram[digit] = count;
        return true;
    });
    round.digit = threshold.digit;
    round.population = threshold.population;
}

/// F7: ranks the candidates that have the cut's prefix, at most few_max of them, for `open` slots.
void rank_few(const Field &field, int open_bits, Cut &cut, std::uint32_t &open) {
    std::array<std::uint32_t, few_max> candidates;
    std::size_t count = 0;
    for (std::int64_t i = field.bounds.front(); i < field.bounds.back(); ++i) {
        const std::uint32_t key = field.keys[static_cast<std::size_t>(i)];
        if (has_prefix(number_of(key, field.base, most_of(field)), cut.prefix - field.base, open_bits)) {
            EXACTK_SIM_ONLY(if (count == few_max) { break; })
            candidates[count] = key;
            ++count;
        }
    }
    const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(candidates.begin(), end, std::greater<>());
    const std::uint32_t pivot =
        candidates[EXACTK_SIM_HELD(EXACTK_SIM_FAULT(few_one_early, open - 1, std::max(open, 2u) - 2), count)];
    const auto larger = static_cast<std::uint32_t>(
        std::lower_bound(candidates.begin(), end, pivot, std::greater<>()) - candidates.begin());
    cut.few = true;
    cut.prefix = pivot;
    cut.population = static_cast<std::uint32_t>(std::count(candidates.begin(), end, pivot));
    cut.above += larger;
    open -= larger;
}

/// F8: whether the candidates that have the cut's prefix all have one key, and which.
std::optional<std::uint32_t> one_key(const Field &field, int open_bits, const Cut &cut) {
    std::optional<std::uint32_t> one;
    for (std::int64_t i = field.bounds.front(); i < field.bounds.back(); ++i) {
        const std::uint32_t key = field.keys[static_cast<std::size_t>(i)];
        if (!has_prefix(number_of(key, field.base, most_of(field)), cut.prefix - field.base, open_bits)) {
            continue;
        }
        if (EXACTK_SIM_FAULT(one_key_unproven, one.has_value() && *one != key, false)) {
            return std::nullopt;
        }
        one = key;
    }
    return one;
}

} // namespace

Threshold find_threshold(const DigitCounts &counts, int width, std::uint32_t open) {
    Threshold threshold;
    counts.descend(width, [&](std::uint32_t digit, std::uint32_t count) {
        EXACTK_SIM_WHEN(counts_wrap, count %= static_cast<std::uint32_t>(faults::planted.limit);)
        threshold.digit = digit;
        threshold.population = count;
        if (EXACTK_SIM_FAULT(threshold_strict, open <= threshold.better + count,
                             open < threshold.better + count)) {
            return false;
        }
        threshold.better += count;
        return true;
    });
    return threshold;
}

std::optional<Cut> find_cut_in(Scratch &scratch, const Field &field, std::int64_t m,
                               std::span<const int> digits, Ties ties, RowTrace *trace) {
    Cut cut;
    cut.prefix = field.base;
    auto open = static_cast<std::uint32_t>(m);
    int open_bits = field.bits;
    const std::uint32_t few = EXACTK_SIM_LOWERED(few_max, 2);
    std::size_t round = 0;
    while (round <
               EXACTK_SIM_FAULT(first_digit_only,
                                EXACTK_SIM_FAULT(half_of_key_bits, digits.size(),
                                                 faults::digits_within(digits, std::max(16, field.bits / 2))),
                                std::size_t{1}) &&
           !cut.skipped && !cut.few && !cut.one_key) {
        const Window window{cut.prefix - field.base, open_bits, open_bits - digits[round], digits[round]};
        count_candidates(scratch, field, window); // B1 is passed when this returns
        const Threshold threshold = find_threshold(scratch.row_counts, window.width, open);
        // A sum and not a union of bits: base has bits of its own.
        EXACTK_SIM_WHEN(prefix_united, cut.prefix = (cut.prefix | threshold.digit << window.shift) -
                                                    (threshold.digit << window.shift);)
        cut.prefix += threshold.digit << window.shift;
        cut.above += threshold.better;
        cut.population = threshold.population;
        open -= threshold.better;
        open_bits = window.shift;
        if (EXACTK_SIM_FAULT(skip_nearly_full, cut.population == open,
                             cut.population == open || cut.population == open + 1)) { // S6
            cut.skipped = true;
            cut.above = static_cast<std::uint32_t>(m);
            open = 0;
        }
        // Keys beyond the field's bits share one digit with others, and no later digit would tell them apart.
        const bool mixed =
            field.has_more && round == 0 && threshold.digit == (std::uint32_t{1} << window.width) - 1;
        const bool goes_on = field.ranks_few && !cut.skipped && (open_bits > 0 || mixed);
        const std::optional<std::uint32_t> one = goes_on && cut.population > few
                                                     ? one_key(field, open_bits, cut)
                                                     : std::optional<std::uint32_t>(); // F8
        if (mixed && !cut.skipped && cut.population > few && !one.has_value()) {       // F6
            scratch.row_counts.clear(window.width);
            return std::nullopt;
        }
        if (trace != nullptr) {
            RoundTrace &seen = trace->rounds[round];
            observe(seen, window, scratch.row_counts, threshold);
            seen.above = cut.above;
            seen.open = open;
            seen.prefix = cut.prefix;
            seen.skip = cut.skipped;
        }
        // The next round's histogram starts at 0.
        EXACTK_SIM_FAULT(histogram_kept, scratch.row_counts.clear(window.width),
                         cut.skipped || round + 1 == digits.size() ? void()
                                                                   : scratch.row_counts.clear(window.width));
        ++round;
        if (goes_on && cut.population <= few) {
            rank_few(field, open_bits, cut, open);
        }
        if (one.has_value()) {
            cut.prefix = EXACTK_SIM_FAULT(one_key_prefix_kept, *one, cut.prefix);
            cut.one_key = true;
        }
    }
    cut.quota = open;
    EXACTK_SIM_WHEN(one_key_quota_short, cut.quota -= cut.one_key ? 1 : 0;)
    EXACTK_SIM_ONLY(cut.above = std::min(cut.above, static_cast<std::uint32_t>(m));)
    EXACTK_SIM_ONLY(cut.quota = std::min(cut.quota, static_cast<std::uint32_t>(m) - cut.above);)
    cut.lo = ties == Ties::high && !cut.skipped ? cut.population - cut.quota : 0;
    EXACTK_SIM_WHEN(last_ties_one_early, cut.lo -= cut.lo > 0 ? 1 : 0;)
    if (trace != nullptr) {
        trace->rounds.resize(round);
        trace->prefix = cut.prefix;
        trace->quota = cut.quota;
        trace->lo = cut.lo;
    }
    return cut;
}

Cut find_cut(Scratch &scratch, std::int64_t m, std::span<const int> digits, int key_bits, Ties ties,
             RowTrace *trace) {
    const Field row{scratch.keys, scratch.chunks, 0, key_bits, false, false};
    return *find_cut_in(scratch, row, m, digits, ties, trace); // no key is beyond key_bits
}

} // namespace exactk::sim
