// Writes a row's slots: rank order where it is asked for, fill, and the scores' own bits.
// Spec: contract/C6 C7 C8 C9, algorithm/S9 S10. Layer: reference/cpu.
#pragma once

#include <cstddef>
#include <cstdint>

#include <exactk/contract/options.hpp>

#include "row_view.hpp"

namespace exactk::cpu {

/// Brings slots [0, m), which hold the selected indices, into rank order. `records` has room for m.
template <class Bits>
void order_by_rank(const RowView<Bits> &row, std::int64_t m, Ties ties, std::int32_t *slots,
                   std::uint64_t *records);

/// Writes the score slots: [0, m) the bits of the elements that `slots` names, [m, k) `fill_bits`.
template <class Bits>
void write_scores(const RowView<Bits> &row, std::int64_t m, std::int64_t k, std::uint32_t fill_bits,
                  const std::int32_t *slots, std::byte *scores);

extern template void order_by_rank(const RowView<std::uint16_t> &, std::int64_t, Ties, std::int32_t *,
                                   std::uint64_t *);
extern template void order_by_rank(const RowView<std::uint32_t> &, std::int64_t, Ties, std::int32_t *,
                                   std::uint64_t *);
extern template void write_scores(const RowView<std::uint16_t> &, std::int64_t, std::int64_t, std::uint32_t,
                                  const std::int32_t *, std::byte *);
extern template void write_scores(const RowView<std::uint32_t> &, std::int64_t, std::int64_t, std::uint32_t,
                                  const std::int32_t *, std::byte *);

} // namespace exactk::cpu
