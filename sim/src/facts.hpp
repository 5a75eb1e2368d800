// Facts about a row: its keys and classes, its certificate, its status bits, its digest.
// Spec: algorithm/S2 S11 S12 O3, contract/C12 C13 C14. Layer: sim.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <exactk/contract/problem.hpp>

#include "rounds.hpp"
#include "scratch.hpp"

namespace exactk::sim {

/// S2: writes the keys of the n elements of `row` to keys[0, n), reading each element once. Returns the
/// status bits row_nan_present and row_inf_present as they apply.
std::uint32_t load_keys(const std::byte *row, std::int64_t n, ScoreType type, const Options &options,
                        std::uint32_t *keys);

/// S11 without a skip: the values at hand, status left 0.
Certificate certificate_at_hand(const Cut &cut);

/// S11 after a skip or on a short row: counted over the n eligible elements, status left 0. Needs at least
/// one selected index.
Certificate certificate_counted(const Scratch &scratch, std::int64_t n,
                                std::span<const std::int32_t> selected);

/// The finaliser of C14.
std::uint64_t mix64(std::uint64_t z);

/// S12: the digest of a row's k slots as written.
std::uint64_t row_digest(std::span<const std::int32_t> slots);

} // namespace exactk::sim
