// The radix rounds: counting, the threshold digit, the skip.
// Spec: algorithm/S4 S5 S6 B1 O1. Layer: sim.
#pragma once

#include <cstdint>
#include <span>

#include <exactk/contract/options.hpp>
#include <exactk/contract/trace.hpp>

#include "scratch.hpp"

namespace exactk::sim {

/// Where the rounds ended: which keys are above, which are equal, and how many of those are taken.
struct Cut {
    std::uint32_t prefix = 0;
    bool skipped = false; ///< S6: no element counts as equal, and the prefix itself as above
    std::uint32_t above = 0;
    std::uint32_t population = 0;
    std::uint32_t quota = 0;
    std::uint32_t lo = 0;

    bool is_above(std::uint32_t key) const { return skipped ? key >= prefix : key > prefix; }
    bool is_equal(std::uint32_t key) const { return !skipped && key == prefix; }
};

/// Runs S4 to S6 over scratch.keys[0, n) and scratch.chunks for 1 <= m < n winners; `digits` sum to
/// `key_bits`. With `trace` its rounds, which must have one entry per digit with room for its histogram, are
/// written and cut down to those that ran.
Cut find_cut(Scratch &scratch, std::int64_t m, std::span<const int> digits, int key_bits, Ties ties,
             RowTrace *trace);

} // namespace exactk::sim
