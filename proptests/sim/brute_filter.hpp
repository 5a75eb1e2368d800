// The filter of a row by its words, with sorting in place of counting; for tests of the model only.
// Spec: algorithm/F1 F2 F3 F4 F5 F6 F7 F8 O1 O4. Layer: proptests/sim.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <iterator>
#include <vector>

#include "brute.hpp"

namespace brute {

using Keys = std::vector<std::uint64_t>;

/// What the filter makes of a row: O4, and if the row did not fall back O1.
struct FilteredRow {
    exactk::FilterTrace filter;
    std::vector<std::uint32_t> kept; ///< per CTA; empty without a filter
    std::vector<exactk::RoundTrace> rounds;
    std::uint64_t prefix = 0;
    std::uint32_t quota = 0;
    std::uint32_t crowd = 0;       ///< samples of a crowd of several keys; 0: there is no such crowd
    std::uint32_t above_crowd = 0; ///< samples above it
};

inline Keys keys_of(const scene::Case &c, std::int64_t row) {
    const std::int64_t n = std::clamp<std::int64_t>(c.length(row), 0, c.width);
    Keys out;
    for (std::int64_t i = 0; i < n; ++i) {
        out.push_back(key(c.patterns[static_cast<std::size_t>(row * c.pitch + i)], c.type, c.options));
    }
    return out;
}

inline std::int64_t count_from(const Keys &keys, std::uint64_t least) {
    return std::count_if(keys.begin(), keys.end(), [&](std::uint64_t k) { return k >= least; });
}

inline int bits_of(std::uint64_t difference) {
    return difference < 2 ? 1 : static_cast<int>(std::bit_width(difference));
}

/// Indices of a row's sample.
inline std::vector<std::int64_t> sampled_indices(std::int64_t sample, std::int64_t n) {
    std::vector<std::int64_t> out;
    const std::int64_t length = sample < 1024 ? 32 : 16;
    const std::int64_t pieces = sample / length;
    for (std::int64_t p = 0; p < pieces; ++p) {
        const std::int64_t from = p * n / pieces;
        const std::int64_t gap = (p + 1) * n / pieces - from;
        const auto hash = static_cast<std::uint64_t>(p) * 0x9E3779B1u % 0x100000000u;
        const auto step =
            static_cast<std::int64_t>(hash * static_cast<std::uint64_t>(gap - length + 1) / 0x100000000u);
        for (std::int64_t j = 0; j < length; ++j) {
            out.push_back((from + step) / length * length + j);
        }
    }
    return out;
}

/// r of F3, the root found by trying.
inline std::int64_t target(std::int64_t sample, std::int64_t m, std::int64_t n) {
    const std::int64_t u = (sample * m + n - 1) / n;
    std::int64_t root = 0;
    while ((root + 1) * (root + 1) <= 30 * u) {
        ++root;
    }
    return u + root + 6;
}

/// lo of F4: the groups' largest keys are sorted.
inline std::uint64_t bound(const Keys &keys, std::int64_t wanted) {
    for (std::ptrdiff_t q = 32;; q /= 2) {
        Keys largest;
        for (auto first = keys.begin(); first != keys.end(); first += q) {
            largest.push_back(*std::max_element(first, first + q));
        }
        if (static_cast<std::int64_t>(largest.size()) >= wanted) {
            std::sort(largest.begin(), largest.end());
            return largest.front();
        }
    }
}

/// s of a row: of the sizes below S that are powers of two, the first that is large enough.
inline std::int64_t samples_of_row(const exactk::FilterPlan &plan, std::int64_t n) {
    for (std::int64_t size = 1; size < plan.sample; size *= 2) {
        if (size >= 32 && size * size / 32 >= n) {
            return size;
        }
    }
    return plan.sample;
}

/// F2 to F4 but for its end; the digit is the largest that leaves r samples at or above the threshold.
/// `worst` and `best` are the infinities' keys.
inline void sample_row(const Keys &keys, const exactk::FilterPlan &plan, std::int64_t m, std::uint64_t worst,
                       std::uint64_t best, FilteredRow &row) {
    exactk::FilterTrace &filter = row.filter;
    const auto n = static_cast<std::int64_t>(keys.size());
    const std::int64_t samples_wanted = samples_of_row(plan, n);
    const std::int64_t r = target(samples_wanted, m, n);
    filter.sampled = true;
    filter.target = static_cast<std::uint32_t>(r);
    if (r > samples_wanted) {
        return;
    }
    Keys samples;
    for (const std::int64_t i : sampled_indices(samples_wanted, n)) {
        samples.push_back(keys[static_cast<std::size_t>(i)]);
    }
    const std::uint64_t lo = bound(samples, r);
    const std::uint64_t hi = *std::max_element(samples.begin(), samples.end());
    const int shift = std::max(0, bits_of(hi - lo) - 11);
    std::uint64_t digit = 0;
    while (count_from(samples, lo + ((digit + 1) << shift)) >= r) {
        ++digit;
    }
    const std::uint64_t threshold = lo + (digit << shift);
    filter.lo = static_cast<std::uint32_t>(lo);
    filter.hi = static_cast<std::uint32_t>(hi);
    filter.shift = static_cast<std::uint32_t>(shift);
    filter.digit = static_cast<std::uint32_t>(digit);
    filter.reached = static_cast<std::uint32_t>(count_from(samples, threshold));
    filter.threshold = static_cast<std::uint32_t>(threshold);
    Keys same;
    std::copy_if(samples.begin(), samples.end(), std::back_inserter(same), [&](std::uint64_t k) {
        return k >= threshold && k < threshold + (std::uint64_t{1} << shift);
    });
    if (same.size() > 32 && filter.reached > r + r / 4 + 16) {
        std::sort(same.begin(), same.end());
        filter.heavy = same.front() == same.back() && same.front() >= worst && same.front() < best;
        const int finer = std::max(0, bits_of(same.back() - same.front()) - 11);
        std::uint64_t further = same.front();
        while (count_from(samples, further + (std::uint64_t{1} << finer)) >= r) {
            further += std::uint64_t{1} << finer;
        }
        filter.threshold = static_cast<std::uint32_t>(filter.heavy ? same.front() + 1 : further);
        row.crowd = same.front() == same.back() ? 0 : static_cast<std::uint32_t>(same.size());
        row.above_crowd = row.crowd == 0 ? 0 : filter.reached - row.crowd;
    }
}

inline std::uint64_t worst_infinity(const scene::Case &c) {
    return key(default_fill(c.type, c.options.direction), c.type, c.options);
}

inline std::uint64_t best_infinity(const scene::Case &c) {
    const auto other_direction = c.options.direction == exactk::Direction::largest
                                     ? exactk::Direction::smallest
                                     : exactk::Direction::largest;
    return key(default_fill(c.type, other_direction), c.type, c.options);
}

/// The end of F4, for T of any origin.
inline std::uint32_t between_infinities(const scene::Case &c, std::uint64_t threshold) {
    if (threshold <= worst_infinity(c)) {
        return 0;
    }
    return static_cast<std::uint32_t>(std::min(threshold, best_infinity(c)));
}

/// base of F6 where it is not T, from the sorted list: at least m keys are near if and only if the m-th is. Of no use
/// where the others are not more than those m. No number of base's bits leads beyond 32 bits.
inline std::uint64_t base_of_list(const Keys &list, std::int64_t m, int key_bits) {
    Keys sorted = list;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const std::uint64_t span = key_bits == 32 ? 0x3FFFFFFu : 0x1FFFu;
    const std::uint64_t top = sorted.front();
    std::uint64_t base = sorted.back();
    if (static_cast<std::int64_t>(list.size()) > 2 * m && top - base > span &&
        top - sorted[static_cast<std::size_t>(m) - 1] <= span) {
        base = top - span;
    }
    const std::uint64_t numbers = std::uint64_t{1} << bits_of(top - base);
    return base + numbers > 0x100000000u ? 0x100000000u - numbers : base;
}

/// The digit of a key in a round on the keys from `low` up, 0 for `low`. The largest has no end: it also has the keys
/// behind it, which in all rounds but a sampled row's first are none.
inline std::uint64_t digit_of(std::uint64_t k, std::uint64_t low, const exactk::RoundTrace &round) {
    const std::uint64_t largest = (std::uint64_t{1} << round.digit_bits) - 1;
    return std::min((k - low) / (std::uint64_t{1} << round.shift), largest);
}

/// F6 to F8 on a list, every round from the whole list again. `more`: keys may be above top.
inline void rounds_on(const Keys &list, std::int64_t m, bool more, FilteredRow &row) {
    const std::uint64_t base = row.filter.base;
    const int bits = bits_of(row.filter.top - base);
    std::uint64_t low = base; // candidates are the keys in [low, end)
    std::uint64_t end = more ? std::uint64_t{1} << 33 : base + (std::uint64_t{1} << bits);
    for (int open_bits = bits; open_bits > 0;) {
        exactk::RoundTrace round;
        round.digit_bits = std::min(open_bits, 11);
        open_bits = round.shift = open_bits - round.digit_bits;
        round.histogram.resize(std::size_t{1} << round.digit_bits);
        for (const std::uint64_t k : list) {
            if (k >= low && k < end) {
                ++round.histogram[digit_of(k, low, round)];
            }
        }
        const std::uint64_t largest = (std::uint64_t{1} << round.digit_bits) - 1;
        while (round.digit < largest &&
               count_from(list, low + (std::uint64_t{round.digit + 1} << round.shift)) >= m) {
            ++round.digit;
        }
        const bool unending = more && row.rounds.empty() && round.digit == largest;
        low += std::uint64_t{round.digit} << round.shift;
        end = unending ? end : low + (std::uint64_t{1} << round.shift);
        const auto above = static_cast<std::uint32_t>(count_from(list, end));
        round.population = static_cast<std::uint32_t>(count_from(list, low)) - above;
        round.skip = above + round.population == static_cast<std::uint64_t>(m);
        round.above = round.skip ? static_cast<std::uint32_t>(m) : above;
        round.open = static_cast<std::uint32_t>(m) - round.above;
        round.prefix = low;
        Keys candidates;
        std::copy_if(list.begin(), list.end(), std::back_inserter(candidates),
                     [&](std::uint64_t k) { return k >= low && k < end; });
        std::sort(candidates.begin(), candidates.end());
        const bool one = !round.skip && round.population > 32 && (open_bits > 0 || unending) &&
                         candidates.front() == candidates.back();
        if (unending && !round.skip && round.population > 32 && !one) {
            row.filter.base = static_cast<std::uint32_t>(low);
            row.filter.top = static_cast<std::uint32_t>(*std::max_element(list.begin(), list.end()));
            const std::uint64_t reach = std::uint64_t{1} << bits_of(row.filter.top - low);
            if (low + reach > 0x100000000u) {
                row.filter.base = static_cast<std::uint32_t>(0x100000000u - reach);
            }
            rounds_on(list, m, false, row);
            return;
        }
        row.rounds.push_back(round);
        row.prefix = low;
        row.quota = round.open;
        if (one) {
            row.prefix = candidates.front();
        }
        if (round.skip || one) {
            return;
        }
        if ((open_bits > 0 || unending) && round.population <= 32) {
            Keys best = list;
            std::sort(best.begin(), best.end(), std::greater<>());
            row.filter.few = true;
            row.prefix = best[static_cast<std::size_t>(m) - 1];
            row.quota = static_cast<std::uint32_t>(m - count_from(list, row.prefix + 1));
            return;
        }
    }
}

/// Row `row` of a case under a filter; `chunks` are the chunk bounds of the row.
inline FilteredRow filtered(const scene::Case &c, std::int64_t row, const exactk::FilterPlan &plan,
                            const std::vector<std::int64_t> &chunks) {
    FilteredRow out;
    const Keys keys = keys_of(c, row);
    const auto n = static_cast<std::int64_t>(keys.size());
    const std::int64_t m = std::min(n, c.k);
    const bool whole = chunks.size() == 2 && n <= plan.whole;
    if (m == 0 || n <= c.k || (!whole && (plan.sample == 0 || n < samples_of_row(plan, n)))) {
        return out;
    }
    exactk::FilterTrace &filter = out.filter;
    filter.used = true;
    if (!whole && plan.forced) {
        filter.threshold = plan.threshold;
    } else if (!whole) {
        sample_row(keys, plan, m, worst_infinity(c), best_infinity(c), out);
        if (filter.target > samples_of_row(plan, n)) {
            filter.fell_back = true;
            out.kept.assign(chunks.size() - 1, 0);
            return out;
        }
    }
    filter.threshold = between_infinities(c, filter.threshold);
    Keys list;
    bool room = true;
    for (std::size_t cta = 0; cta + 1 < chunks.size(); ++cta) {
        const std::size_t before = list.size();
        std::int64_t heavy = 0;
        for (std::int64_t i = chunks[cta]; i < chunks[cta + 1]; ++i) {
            if (keys[static_cast<std::size_t>(i)] >= filter.threshold) {
                list.push_back(keys[static_cast<std::size_t>(i)]);
            } else if (filter.heavy && keys[static_cast<std::size_t>(i)] + 1 == filter.threshold) {
                ++heavy;
            }
        }
        out.kept.push_back(static_cast<std::uint32_t>(list.size() - before));
        filter.equal += static_cast<std::uint32_t>(heavy);
        room = room && out.kept.back() + m <= plan.list;
    }
    const auto kept = static_cast<std::int64_t>(list.size());
    filter.kept = static_cast<std::uint32_t>(kept);
    const bool pivot = filter.heavy && room && kept + filter.equal >= m;
    filter.fell_back = (kept < m && !pivot) || (!whole && kept > plan.list);
    if (!filter.fell_back && kept < m) {
        out.prefix = filter.threshold - 1;
        out.quota = static_cast<std::uint32_t>(m - kept);
    } else if (!filter.fell_back) {
        const int key_bits = c.type == exactk::ScoreType::float32 ? 32 : 16;
        const std::uint64_t base = filter.sampled ? filter.threshold : base_of_list(list, m, key_bits);
        const std::uint64_t top = filter.sampled ? std::max(filter.hi, filter.threshold)
                                                 : *std::max_element(list.begin(), list.end());
        filter.base = static_cast<std::uint32_t>(base);
        filter.top = static_cast<std::uint32_t>(top);
        rounds_on(list, m, filter.sampled, out);
    }
    return out;
}

} // namespace brute
