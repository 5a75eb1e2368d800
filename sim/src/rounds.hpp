// The radix rounds: counting, the threshold digit, the skip, and the ranking of few candidates.
// Spec: algorithm/S4 S5 S6 F6 F7 F8 B1 O1. Layer: sim.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <exactk/contract/options.hpp>
#include <exactk/contract/trace.hpp>

#include "scratch.hpp"

namespace exactk::sim {

/// Where the rounds ended: which keys are above, which are equal, and how many of those are taken.
struct Cut {
    std::uint32_t prefix = 0;
    bool skipped = false; ///< S6: no element counts as equal, and the prefix itself as above
    bool few = false;     ///< F7: the prefix is a whole key, found by ranking the last candidates
    bool one_key = false; ///< F8: the prefix is a whole key, the only one of the last candidates
    std::uint32_t above = 0;
    std::uint32_t population = 0;
    std::uint32_t quota = 0;
    std::uint32_t lo = 0;

    /// F5: no element with a smaller key was listed. After a skip the prefix may be below it, since base may be.
    std::uint32_t least = 0;

    bool is_above(std::uint32_t key) const { return skipped ? key >= prefix && key >= least : key > prefix; }
    bool is_equal(std::uint32_t key) const { return !skipped && key == prefix; }
};

/// Where the rounds look: at `keys`, CTA c at those of [bounds[c], bounds[c + 1]), and of them at those that are
/// at least `base`. They see min(key - base, 2^bits - 1), of which all `bits` bits are open at first.
struct Field {
    std::span<const std::uint32_t> keys;
    std::span<const std::int64_t> bounds; ///< [CTAs + 1]
    std::uint32_t base = 0;
    int bits = 0;
    bool ranks_few = false; ///< F7 and F8 may end the rounds
    bool has_more = false;  ///< F6, sampled rows: keys of 2^bits above base and more may be among them
};

/// What S5 finds: a digit, how many candidates have a larger one, and how many have it.
struct Threshold {
    std::uint32_t digit = 0;
    std::uint32_t better = 0;
    std::uint32_t population = 0;
};

/// S5: the digit of `width` bits in which candidate number `open`, best first and counted from 1, lies. `counts`
/// are those of at least `open` candidates, open at least 1.
Threshold find_threshold(const DigitCounts &counts, int width, std::uint32_t open);

/// Runs S4 to S6, F7 and F8 where the field says so, over at least m candidates, m at least 1. `digits` sum to the
/// field's bits. None, with `trace` untouched, if the field has more than its digits can tell, too many of them for F7
/// and not of one key (F6: the rounds begin anew). With `trace` its rounds, which must have one entry per digit whose histogram has
/// the capacity, are written and cut down to those that ran.
std::optional<Cut> find_cut_in(Scratch &scratch, const Field &field, std::int64_t m,
                               std::span<const int> digits, Ties ties, RowTrace *trace);

/// Runs S4 to S6 over scratch.keys and scratch.chunks for 1 <= m < n winners; `digits` sum to
/// `key_bits`. `trace` as for find_cut_in.
Cut find_cut(Scratch &scratch, std::int64_t m, std::span<const int> digits, int key_bits, Ties ties,
             RowTrace *trace);

} // namespace exactk::sim
