// Finds which elements of a row with more than k of them are selected, by a radix select over its keys.
// Spec: contract/C5, algorithm/S4 S5 S6 S8. Layer: reference/cpu.
#include "selection.hpp"

#include <algorithm>
#include <array>

#include "faults.hpp"

namespace exactk::cpu {

namespace {

// None of these changes an answer. Times were taken with float32 rows of normal and of uniform scores.
constexpr int wide_digit = 11;             // measured: within a tenth of the best of 8 to 13, and fits L1
constexpr int narrow_digit = 8;            // convention: any width is right; short is cheap to clear and scan
constexpr std::int64_t few_elements = 512; // measured: best of 512 to 16384 at n = 1000 to 10000
constexpr std::int64_t block = 64;         // measured: best of 16 to 128 at n = 10^6, k = 2048
constexpr std::int64_t sample_factor = 16; // measured: best of 8 to 128 at n = 10^6, k = 2048
constexpr std::int64_t sample_least = 4096; // measured: best of 1024 to 16384 at k = 16, n = 2^16 and 10^6
constexpr std::int64_t sample_share = 8;    // measured: best of 1 to 8 at k = 2048, n = 2^17 and 2^18

using Histogram = std::array<std::uint32_t, std::size_t{1} << wide_digit>;
using KeyBlock = std::array<std::uint32_t, block>;

/// Keys of elements [begin, begin + count), made in loops of their own so that they can be vectorised; the
/// row is a copy so that no store to the keys can be suspected of changing its map. A full block has a loop
/// of known length, which is what most compilers need.
template <class Bits>
void make_keys(RowView<Bits> row, std::int64_t begin, std::int64_t count, KeyBlock &keys) {
    if (count == block) {
        for (std::int64_t i = 0; i < block; ++i) {
            keys[static_cast<std::size_t>(i)] = row.key(begin + i);
        }
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        keys[static_cast<std::size_t>(i)] = row.key(begin + i);
    }
    std::fill(keys.begin() + count, keys.end(), 0u);
}

/// Whether a block has a key at or above the bound; places beyond the row hold 0 and may answer for nothing
/// worse than a look at the block.
bool reaches(const KeyBlock &keys, std::uint32_t bound) {
    std::uint32_t any = 0;
    for (const std::uint32_t key : keys) {
        any |= key >= bound ? 1u : 0u;
    }
    return any != 0;
}

/// S4 of the first round: every eligible element is a candidate.
template <class Bits> void count_row(RowView<Bits> row, int shift, Histogram &histogram) {
    KeyBlock keys;
    for (std::int64_t begin = 0; begin < row.n; begin += block) {
        const std::int64_t count = std::min(block, row.n - begin);
        make_keys(row, begin, count, keys);
        for (std::int64_t i = 0; i < count; ++i) {
            ++histogram[keys[static_cast<std::size_t>(i)] >> shift];
        }
    }
}

/// S4 among survivors. The distance to the prefix has the open bits in place and nothing else; survivors
/// above all of the prefix's range are farther away than the open bits can tell and count as 0.
template <class Bits>
void count_survivors(RowView<Bits> row, const std::int32_t *survivors, std::int64_t count,
                     std::uint32_t prefix, int open_bits, int shift, Histogram &histogram) {
    const std::uint32_t greatest = static_cast<std::uint32_t>((std::uint64_t{1} << open_bits) - 1);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint32_t distance = row.key(survivors[i]) - prefix;
        histogram[(distance & greatest) >> shift] += distance <= greatest ? 1u : 0u;
    }
}

/// Keeps the indices of all elements with key >= prefix, ascending. An index is stored before it is known to
/// stay, at a place that is never beyond its own: so no test guards the store and room for n is enough.
template <class Bits>
std::int64_t gather_row(RowView<Bits> row, std::uint32_t prefix, std::int32_t *survivors) {
    KeyBlock keys;
    std::int64_t kept = 0;
    for (std::int64_t begin = 0; begin < row.n; begin += block) {
        const std::int64_t count = std::min(block, row.n - begin);
        make_keys(row, begin, count, keys);
        if (!reaches(keys, prefix)) {
            continue;
        }
        for (std::int64_t i = 0; i < count; ++i) {
            EXACTK_CPU_WHEN(
                last_block_unread,
                if (begin + i >= row.n / faults::now.limit * faults::now.limit) { continue; })
            EXACTK_CPU_WHEN(
                survivors_capped, if (kept >= faults::now.limit) { return kept; })
            survivors[kept] = static_cast<std::int32_t>(begin + i);
            kept += keys[static_cast<std::size_t>(i)] >= prefix ? 1 : 0;
        }
    }
    return kept;
}

/// The same among survivors, in place.
template <class Bits>
std::int64_t narrow_survivors(RowView<Bits> row, std::uint32_t prefix, std::int32_t *survivors,
                              std::int64_t count) {
    std::int64_t kept = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int32_t index = survivors[i];
        survivors[kept] = index;
        kept += row.key(index) >= prefix ? 1 : 0;
    }
    return kept;
}

/// S8 without a skip: of the survivors equal to the prefix only those the tie rule wants stay, in place.
template <class Bits>
void take_equals(RowView<Bits> row, const Selection &selection, Ties ties, std::int32_t *survivors) {
    const std::uint32_t first = ties == Ties::low ? 0 : selection.population - selection.open;
    const std::int64_t count = std::int64_t{selection.above} + selection.population;
    std::int64_t kept = 0;
    std::uint32_t ordinal = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int32_t index = survivors[i];
        survivors[kept] = index;
        const bool equal = row.key(EXACTK_CPU_IN_ROW(index)) == selection.prefix;
        const bool wanted = EXACTK_CPU_FAULT(ties_by_thread, ordinal,
                                             faults::place_by_thread(ordinal, selection.population)) -
                                first <
                            selection.open; // ordinals below first wrap to huge ones
        kept += !equal || wanted ? 1 : 0;
        ordinal += equal ? 1 : 0;
    }
}

/// S5. The walk ends because the candidates number at least `open`, so their sum reaches it at digit 0
/// latest.
std::uint32_t fix_digit(const Histogram &histogram, int digit_bits, Selection &selection) {
    std::uint32_t digit = (1u << digit_bits) - 1;
    while (histogram[digit] < selection.open) {
        EXACTK_CPU_ONLY(if (digit == 0) { break; })
        selection.open -= histogram[digit];
        selection.above += histogram[digit];
        --digit;
    }
    selection.population = histogram[digit];
    return digit;
}

/// The rounds of S4 to S6 over `count` survivors, or over the whole row if nothing was gathered yet.
/// Afterwards the survivors are the elements at or above the prefix, above + population of them, ascending.
template <class Bits>
Selection run_rounds(const RowView<Bits> &row, std::int64_t m, int key_bits, bool gathered,
                     std::int64_t count, std::int32_t *survivors) {
    Histogram histogram;
    Selection selection;
    selection.open = static_cast<std::uint32_t>(m);
    int open_bits = key_bits;
    while (open_bits > EXACTK_CPU_FAULT(sixteen_bits_sorted, 0, key_bits - 16) && !selection.skipped) {
        const int digit_bits = std::min(open_bits, count < few_elements ? narrow_digit : wide_digit);
        const int shift = open_bits - digit_bits;
        std::fill_n(histogram.begin(), std::size_t{1} << digit_bits, 0u);
        if (gathered) {
            count_survivors(row, survivors, count, selection.prefix, open_bits, shift, histogram);
        } else {
            count_row(row, shift, histogram);
        }
        selection.prefix |= fix_digit(histogram, digit_bits, selection) << shift;
        count = gathered ? narrow_survivors(row, selection.prefix, survivors, count)
                         : gather_row(row, selection.prefix, survivors);
        gathered = true;
        selection.skipped = EXACTK_CPU_FAULT(skip_one_short, selection.population == selection.open,
                                             selection.population - selection.open <= 1);
        open_bits = shift;
    }
    return selection;
}

/// Whether the bound, which at least m elements reach, is itself the last winner's key: it is if fewer than m
/// of the survivors, which are all those elements, are above it. Rows of many equal scores end here.
template <class Bits>
bool ends_at_bound(RowView<Bits> row, std::int64_t m, std::uint32_t bound, const std::int32_t *survivors,
                   std::int64_t count, Selection &selection) {
    std::int64_t above = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        above += row.key(survivors[i]) > bound ? 1 : 0;
    }
    selection.prefix = bound;
    selection.above = static_cast<std::uint32_t>(above);
    selection.population = static_cast<std::uint32_t>(count - above);
    selection.open = static_cast<std::uint32_t>(m - above);
    return above < m;
}

/// A long row is thinned first: the m-th best of any m or more elements is no better than the m-th best of
/// all, so elements worse than that of a sample cannot be winners, nor equal to the last winner. A sample
/// that represents the row badly costs time and nothing else.
template <class Bits>
Selection select_thinned(const RowView<Bits> &row, std::int64_t m, int key_bits, std::int64_t sample,
                         std::int32_t *survivors) {
    const std::int64_t step = row.n / sample;
    for (std::int64_t j = 0; j < sample; ++j) {
        survivors[j] = static_cast<std::int32_t>(j * step);
    }
    const Selection best = run_rounds(row, m, key_bits, true, sample, survivors);
    EXACTK_CPU_WHEN(
        sample_decides,
        if (!best.skipped) { take_equals(row, best, Ties::low, survivors); } Selection sampled = best;
        sampled.skipped = true; return sampled;)
    const std::int64_t count = gather_row(row, best.prefix, survivors);
    Selection selection;
    if (ends_at_bound(row, m, best.prefix, survivors, count, selection)) {
        return selection;
    }
    return run_rounds(row, m, key_bits, true, count, survivors);
}

} // namespace

template <class Bits>
Selection select(const RowView<Bits> &row, std::int64_t m, int key_bits, Ties ties, std::int32_t *survivors) {
    const std::int64_t sample = EXACTK_CPU_FAULT(sample_decides, std::max(sample_least, sample_factor * m),
                                                 std::max(faults::now.limit, m));
    const Selection selection = sample <= row.n / sample_share
                                    ? select_thinned(row, m, key_bits, sample, survivors)
                                    : run_rounds(row, m, key_bits, false, row.n, survivors);
    if (!selection.skipped) {
        take_equals(row, selection, ties, survivors);
    }
    return selection;
}

template Selection select(const RowView<std::uint16_t> &, std::int64_t, int, Ties, std::int32_t *);
template Selection select(const RowView<std::uint32_t> &, std::int64_t, int, Ties, std::int32_t *);

} // namespace exactk::cpu
