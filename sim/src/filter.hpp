// The filter before the rounds: which rows have one, its threshold, the list, and the rounds on it.
// Spec: algorithm/F1 F2 F3 F4 F5 F6 F7 F8 B3 O4. Layer: sim.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <exactk/contract/options.hpp>
#include <exactk/contract/plan.hpp>
#include <exactk/contract/trace.hpp>

#include "rounds.hpp"
#include "row.hpp"
#include "scratch.hpp"
#include "sortable.hpp"

namespace exactk::sim {

inline constexpr int list_digit_bits = 11; // bound: F4 and F6

/// What F1 says of a row.
enum class Filtering : std::uint8_t { none, listed_whole, sampled };

/// F1.
Filtering filtering_of(const Plan &plan, const Row &row);

/// Most rounds on a list of keys of `key_bits` bits.
constexpr int list_rounds_max(int key_bits) { return (key_bits + list_digit_bits - 1) / list_digit_bits; }

/// s of a row of n elements under a plan of `sample`, which is positive (the table before F1).
std::int64_t row_sample(std::int64_t sample, std::int64_t n);

/// Elements of a piece of a sample of so many (F2).
std::int64_t piece_length(std::int64_t sample);

/// Where piece `piece` of `pieces` of `length` elements begins (F2), for n at least length * pieces.
std::int64_t piece_begin(std::int64_t piece, std::int64_t pieces, std::int64_t length, std::int64_t n);

/// r of F3.
std::int64_t sample_target(std::int64_t sample, std::int64_t m, std::int64_t n);

/// F4: the smallest of the largest keys of groups of q consecutive ones, q the largest power of two up to 32 that
/// leaves at least `target` groups. `keys` are filter_piece times a power of two or, for smaller examples, a power of
/// two, and at least as many as `target`, which is at least 1.
std::uint32_t group_bound(std::span<const std::uint32_t> keys, std::int64_t target);

/// F2 to F5 for a row that is listed whole or sampled: finds T, lists scratch.keys[0, n) by scratch.chunks into
/// scratch.list and scratch.kept, counts the elements with the heavy key, and says whether the row falls back by its target,
/// the number of the kept or that of the equal ones. Needs room for the sample and the list.
FilterTrace list_row(Scratch &scratch, const FilterPlan &plan, Filtering filtering, const Row &row,
                     const InfinityKeys &infinities);

/// F6 to F8 for a row that did not fall back at F5; completes `filter`. With `trace` its rounds, which must be at least list_rounds_max with the capacity of a whole
/// digit each, are written and cut down to those that ran.
Cut find_cut_on_list(Scratch &scratch, FilterTrace &filter, std::int64_t m, int key_bits, Ties ties,
                     RowTrace *trace);

/// O4 of the CTAs: copies scratch.kept to trace.ctas, which has one entry per CTA.
void observe_kept(const Scratch &scratch, RowTrace &trace);

} // namespace exactk::sim
