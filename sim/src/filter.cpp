// The filter before the rounds: which rows have one, its threshold, the list, and the rounds on it.
// Spec: algorithm/F1 F2 F3 F4 F5 F6 F7 F8 B3 O4. Layer: sim.
#include "filter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>

#include "faults.hpp"

namespace exactk::sim {
namespace {

constexpr std::uint32_t piece_hash = 0x9E3779B1u; // bound: F2
constexpr std::int64_t short_pieces_from = 1024;  // bound: F2
constexpr std::int64_t short_piece = 16;          // bound: F2
constexpr std::int64_t group_max = 32;            // bound: F4
constexpr std::int64_t square_share = 32;         // bound: s in the table before F1
constexpr std::uint64_t target_spread = 30;       // bound: F3
constexpr std::int64_t target_least = 6;          // bound: F3
constexpr int near_bits_wide = 26;                // bound: F6, keys of 32 bits
constexpr int near_bits_narrow = 13;              // bound: F6, keys of 16 bits
constexpr std::uint32_t crowd_least = 33;         // bound: F4
constexpr std::uint32_t crowd_reserve = 16;       // bound: F4

/// floor(sqrt(value)), in integers: the rounding mode of the floating point unit must not matter (C15).
std::uint64_t floor_root(std::uint64_t value) {
    std::uint64_t root = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= value) {
            root += bit;
        }
    }
    return root;
}

/// Bits that a difference of keys has, at least 1.
int difference_bits(std::uint32_t difference) {
    return std::max(1, static_cast<int>(std::bit_width(difference)));
}

/// F2: writes the keys of the sample to scratch.samples and returns them.
std::span<const std::uint32_t> take_sample(Scratch &scratch, std::int64_t sample, std::int64_t n) {
    const std::int64_t length = piece_length(sample);
    const std::int64_t pieces = sample / length;
    std::uint32_t *out = scratch.samples.data();
    for (std::int64_t piece = 0; piece < pieces; ++piece) {
        const std::uint32_t *const from = scratch.keys.data() + piece_begin(piece, pieces, length, n);
        out = std::copy(from, from + length, out);
    }
    return {scratch.samples.data(), static_cast<std::size_t>(sample)};
}

/// Smallest and largest key of a crowd.
struct Crowd {
    std::uint32_t smallest;
    std::uint32_t largest;
};

/// F4: of the samples with the threshold digit, those from `first` to `last`.
Crowd crowd_between(std::span<const std::uint32_t> samples, std::uint32_t first, std::uint32_t last) {
    Crowd crowd{last, first};
    for (const std::uint32_t key : samples) {
        if (key >= first && key <= last) {
            crowd = {std::min(crowd.smallest, key), std::max(crowd.largest, key)};
        }
    }
    return crowd;
}

/// F4: whether a crowd has one key that can be heavy.
bool is_heavy(const Crowd &crowd, const InfinityKeys &infinities) {
    return crowd.smallest == crowd.largest && crowd.largest >= infinities.other &&
           crowd.largest < infinities.preferred;
}

/// F4: T from a crowd's keys, of which `open` are to reach it.
std::uint32_t threshold_in_crowd(Scratch &scratch, std::span<const std::uint32_t> samples, const Crowd &crowd,
                                 std::uint32_t open) {
    const int shift = std::max(0, difference_bits(crowd.largest - crowd.smallest) - list_digit_bits);
    for (const std::uint32_t key : samples) {
        if (key >= crowd.smallest &&
            EXACTK_SIM_FAULT(crowd_largest_left_out, key <= crowd.largest, key < crowd.largest)) {
            scratch.row_counts.add((key - crowd.smallest) >> shift, 1);
        }
    }
    const Threshold found = find_threshold(scratch.row_counts, list_digit_bits, open);
    scratch.row_counts.clear(list_digit_bits);
    return crowd.smallest + (EXACTK_SIM_FAULT(crowd_digit_one_up, found.digit, found.digit + 1) << shift);
}

/// F4: completes `filter` up to the threshold for the target that it holds; it may still lie beyond an infinity.
void find_sample_threshold(Scratch &scratch, std::span<const std::uint32_t> samples,
                           const InfinityKeys &infinities, FilterTrace &filter) {
    filter.lo = group_bound(samples, filter.target);
    filter.hi = *std::max_element(samples.begin(), samples.end());
    const int shift = std::max(0, difference_bits(filter.hi - filter.lo) - list_digit_bits);
    for (const std::uint32_t key : samples) {
        if (key >= filter.lo) {
            scratch.row_counts.add((key - filter.lo) >> shift, 1);
        }
    }
    const Threshold found = find_threshold(scratch.row_counts, list_digit_bits, filter.target);
    scratch.row_counts.clear(list_digit_bits);
    filter.shift = static_cast<std::uint32_t>(shift);
    filter.digit = found.digit;
    filter.reached = found.better + found.population;
    filter.threshold = filter.lo + (found.digit << shift);
    if (found.population < EXACTK_SIM_LOWERED(crowd_least, 2) ||
        filter.reached <= filter.target + filter.target / 4 + EXACTK_SIM_LOWERED(crowd_reserve, 0)) {
        return;
    }
    const Crowd crowd = crowd_between(
        samples, filter.threshold,
        filter.threshold + std::min((std::uint32_t{1} << shift) - 1, filter.hi - filter.threshold));
    filter.heavy = is_heavy(crowd, infinities);
    filter.threshold =
        filter.heavy ? crowd.largest + 1
                     : threshold_in_crowd(
                           scratch, samples, crowd,
                           EXACTK_SIM_FAULT(crowd_rank_whole, filter.target - found.better, filter.target));
}

/// F4: where T of any origin ends up.
std::uint32_t between(const InfinityKeys &infinities, std::uint32_t threshold) {
    return threshold <= infinities.other ? 0 : std::min(threshold, infinities.preferred);
}

/// F5: every CTA counts what it keeps. Returns M.
std::int64_t count_kept(Scratch &scratch, std::uint32_t threshold) {
    std::int64_t kept = 0;
    scratch.kept[0] = 0;
    for (std::size_t cta = 0; cta + 1 < scratch.chunks.size(); ++cta) {
        const auto first = scratch.keys.begin() + scratch.chunks[cta];
        const auto last = scratch.keys.begin() + scratch.chunks[cta + 1];
        kept += std::count_if(first, last, [threshold](std::uint32_t key) { return key >= threshold; });
        scratch.kept[cta + 1] = kept;
    }
    return kept;
}

/// F5: counts the elements with the heavy key into `filter`. False if a CTA has no room to note the places of `noted_max`
/// of them beside its list of at most `capacity`.
bool note_equal(const Scratch &scratch, std::int64_t capacity, std::int64_t noted_max, FilterTrace &filter) {
    bool room = true;
    for (std::size_t cta = 0; cta + 1 < scratch.chunks.size(); ++cta) {
        const auto first = scratch.keys.begin() + scratch.chunks[cta];
        const auto last = scratch.keys.begin() + scratch.chunks[cta + 1];
        filter.equal += static_cast<std::uint32_t>(std::count(first, last, filter.threshold - 1));
        room = room && scratch.kept[cta + 1] - scratch.kept[cta] + noted_max <= capacity;
    }
    return room;
}

/// F5: the cut where the heavy key is the pivot.
Cut cut_at_heavy(const FilterTrace &filter, std::int64_t m, Ties ties, RowTrace *trace) {
    Cut cut;
    cut.prefix = filter.threshold - 1;
    cut.least = cut.prefix;
    cut.above = filter.kept;
    cut.population = filter.equal;
    cut.quota = static_cast<std::uint32_t>(m) - filter.kept;
    EXACTK_SIM_ONLY(cut.quota = std::min(cut.quota, cut.population);)
    cut.lo = EXACTK_SIM_FAULT(heavy_ties_low, ties == Ties::high, false) ? cut.population - cut.quota : 0;
    if (trace != nullptr) {
        trace->rounds.clear();
        trace->prefix = cut.prefix;
        trace->quota = cut.quota;
        trace->lo = cut.lo;
    }
    return cut;
}

/// F5: the CTAs' lists, one after the other. Only for a row that does not fall back: its list has the room.
void list_kept(Scratch &scratch, std::uint32_t threshold) {
    for (std::size_t cta = 0; cta + 1 < scratch.chunks.size(); ++cta) {
        const auto first = scratch.keys.begin() + scratch.chunks[cta];
        const auto last = scratch.keys.begin() + scratch.chunks[cta + 1];
        EXACTK_SIM_WHEN(list_truncated,
                        faults::copy_within(first, last, scratch.list.begin() + scratch.kept[cta],
                                            scratch.list.begin() + scratch.kept[cta + 1], threshold);
                        continue;)
        std::copy_if(first, last, scratch.list.begin() + scratch.kept[cta],
                     [threshold](std::uint32_t key) { return key >= threshold; });
    }
}

/// What base is at most so that base + 2^v, for a largest key `top`, is not above 2^32.
std::uint32_t below_end(std::uint32_t base, std::uint32_t top) {
    const std::uint64_t span = std::uint64_t{1} << difference_bits(top - base);
    return std::min(base, static_cast<std::uint32_t>((std::uint64_t{1} << 32) - span));
}

/// F6: base of a list whose largest key is `top`, where no sample says it.
std::uint32_t base_without_sample(std::span<const std::uint32_t> list, std::uint32_t top, std::int64_t m,
                                  int key_bits) {
    const std::uint32_t least = *std::min_element(list.begin(), list.end());
    const int bits = key_bits == 32 ? near_bits_wide : near_bits_narrow;
    const std::uint32_t reach = (std::uint32_t{1} << bits) - 1;
    const std::uint32_t near = top < reach ? 0 : top - reach;
    const auto members =
        std::count_if(list.begin(), list.end(), [near](std::uint32_t key) { return key >= near; });
    // Where the winners are half of the list or more, the cut is seldom near the top.
    const bool minority = 2 * m < static_cast<std::int64_t>(list.size());
    const bool nearby = minority && EXACTK_SIM_FAULT(near_base_unchecked, members >= m, members > 0);
    return below_end(nearby ? std::max(near, least) : least, top);
}

/// base and top of F6.
struct Range {
    std::uint32_t base;
    std::uint32_t top;
};

/// F6 to F8 between them. None if there are keys above top, as `has_more` admits, and they must be told apart.
std::optional<Cut> find_cut_between(Scratch &scratch, FilterTrace &filter, Range range, bool has_more,
                                    std::int64_t m, Ties ties, RowTrace *trace) {
    const std::span<const std::uint32_t> list(scratch.list.data(), filter.kept);
    const Field field{list, scratch.kept, range.base, difference_bits(range.top - range.base),
                      true, has_more};
    std::array<int, list_rounds_max(32)> digits{};
    std::size_t count = 0;
    for (int open = field.bits; open > 0; open -= digits[count], ++count) {
        digits[count] = std::min(open, list_digit_bits);
    }
    filter.base = range.base;
    filter.top = range.top;
    return find_cut_in(scratch, field, m, {digits.data(), count}, ties, trace);
}

} // namespace

Filtering filtering_of(const Plan &plan, const Row &row) {
    if (!row.has_rounds()) {
        return Filtering::none;
    }
    if (plan.ctas == 1 && row.n <= plan.filter.whole) {
        return Filtering::listed_whole;
    }
    const bool sampled = plan.filter.sample > 0 && row.n >= row_sample(plan.filter.sample, row.n);
    return sampled ? Filtering::sampled : Filtering::none;
}

std::int64_t row_sample(std::int64_t sample, std::int64_t n) {
    std::int64_t wanted = EXACTK_SIM_LOWERED(filter_piece, 4);
    // n < 2^31, so wanted stays below 2^19
    while (wanted * wanted < EXACTK_SIM_LOWERED(square_share, 2) * n) {
        wanted *= 2;
    }
    return std::min(sample, wanted);
}

std::int64_t piece_length(std::int64_t sample) {
    return sample >= short_pieces_from ? short_piece : EXACTK_SIM_LOWERED(filter_piece, 4);
}

std::int64_t piece_begin(std::int64_t piece, std::int64_t pieces, std::int64_t length, std::int64_t n) {
    // pieces <= 2^26 and n < 2^31, so the products of both stay below 2^57; gap < 2^31 and hash < 2^32.
    const std::int64_t bound = piece * n / pieces;
    const std::int64_t gap = (piece + 1) * n / pieces - bound;
    const std::uint64_t hash = static_cast<std::uint32_t>(piece) * piece_hash;
    const std::uint64_t offset = hash * static_cast<std::uint64_t>(gap - (length - 1)) >> 32;
    const std::int64_t begin = bound + static_cast<std::int64_t>(offset);
    return begin - begin % length;
}

std::int64_t sample_target(std::int64_t sample, std::int64_t m, std::int64_t n) {
    const std::int64_t winners = (sample * m + n - 1) / n; // sample and m are below 2^31
    const auto spread = static_cast<std::int64_t>(
        floor_root(EXACTK_SIM_LOWERED(target_spread, 1) * static_cast<std::uint64_t>(winners)));
    return winners + EXACTK_SIM_FAULT(target_without_spread, spread, 0) + EXACTK_SIM_LOWERED(target_least, 1);
}

std::uint32_t group_bound(std::span<const std::uint32_t> keys, std::int64_t target) {
    const auto count = static_cast<std::int64_t>(keys.size());
    std::int64_t group = group_max;
    while (count / group < target) {
        group /= 2;
    }
    const auto step = static_cast<std::size_t>(group);
    std::uint32_t bound = *std::max_element(keys.begin(), keys.end());
    for (std::size_t first = 0; first < keys.size(); first += step) {
        const std::span<const std::uint32_t> members = keys.subspan(first, step);
        bound = std::min(bound, *std::max_element(members.begin(), members.end()));
    }
    return bound;
}

FilterTrace list_row(Scratch &scratch, const FilterPlan &plan, Filtering filtering, const Row &row,
                     const InfinityKeys &infinities) {
    FilterTrace filter;
    filter.used = true;
    if (filtering == Filtering::sampled && plan.forced) {
        filter.threshold = plan.threshold;
    } else if (filtering == Filtering::sampled) {
        filter.sampled = true;
        const std::int64_t sample = row_sample(plan.sample, row.n);
        const std::int64_t target = sample_target(sample, row.m, row.n);
        filter.target = static_cast<std::uint32_t>(target); // F3 keeps it below 2^32
        if (target > sample) {
            std::fill(scratch.kept.begin(), scratch.kept.end(), 0);
            filter.fell_back = true;
            return filter;
        }
        find_sample_threshold(scratch, take_sample(scratch, sample, row.n), infinities, filter);
    }
    filter.threshold = between(infinities, filter.threshold);
    const std::int64_t kept = count_kept(scratch, filter.threshold);
    filter.kept = static_cast<std::uint32_t>(kept);
    const bool too_many =
        filtering == Filtering::sampled && EXACTK_SIM_FAULT(list_truncated, kept > plan.list, false);
    EXACTK_SIM_WHEN(list_truncated, filter.kept = static_cast<std::uint32_t>(faults::cut_to(
                                        scratch.kept, filtering == Filtering::sampled ? plan.list : kept));)
    // B3 is passed.
    if (filter.heavy) {
        const bool room = note_equal(scratch, plan.list, row.m, filter);
        const bool proven =
            EXACTK_SIM_FAULT(heavy_unproven, kept + filter.equal >= row.m, kept + filter.equal > 0);
        filter.fell_back = too_many || (kept < row.m && (!room || !proven));
    } else {
        filter.fell_back = EXACTK_SIM_FAULT(short_list_kept, kept < row.m, kept == 0) || too_many;
    }
    if (!filter.fell_back) {
        list_kept(scratch, filter.threshold);
    }
    return filter;
}

Cut find_cut_on_list(Scratch &scratch, FilterTrace &filter, std::int64_t m, int key_bits, Ties ties,
                     RowTrace *trace) {
    if (filter.heavy && filter.kept < m) {
        return cut_at_heavy(filter, m, ties, trace);
    }
    const std::span<const std::uint32_t> list(scratch.list.data(), filter.kept);
    // The sample says where the list begins and about where it ends; else the list itself must be asked.
    const std::uint32_t top =
        filter.sampled ? std::max(filter.hi, filter.threshold) : *std::max_element(list.begin(), list.end());
    const std::uint32_t base =
        filter.sampled ? filter.threshold : base_without_sample(list, top, m, key_bits);
    std::optional<Cut> cut =
        find_cut_between(scratch, filter, {base, top},
                         EXACTK_SIM_FAULT(above_top_mixed, filter.sampled, false), m, ties, trace);
    if (!cut.has_value()) {
        const int bits = difference_bits(top - base);
        const int shift = bits - std::min(bits, list_digit_bits);
        const std::uint32_t largest_digit = (std::uint32_t{1} << (bits - shift)) - 1;
        Range above{base + (largest_digit << shift), *std::max_element(list.begin(), list.end())};
        above.base = below_end(above.base, above.top);
        cut = find_cut_between(scratch, filter, above, false, m, ties, trace);
    }
    cut->least = filter.threshold;
    filter.few = cut->few;
    return *cut;
}

void observe_kept(const Scratch &scratch, RowTrace &trace) {
    for (std::size_t cta = 0; cta < trace.ctas.size(); ++cta) {
        trace.ctas[cta].kept_share = static_cast<std::uint32_t>(scratch.kept[cta + 1] - scratch.kept[cta]);
        trace.ctas[cta].kept_base = static_cast<std::uint32_t>(scratch.kept[cta]);
    }
}

} // namespace exactk::sim
