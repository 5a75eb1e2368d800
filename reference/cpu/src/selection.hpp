// Finds which elements of a row with more than k of them are selected, by a radix select over its keys.
// Spec: contract/C5, algorithm/S4 S5 S6 S8. Layer: reference/cpu.
#pragma once

#include <cstdint>

#include <exactk/contract/options.hpp>

#include "row_view.hpp"

namespace exactk::cpu {

/// Where the rounds ended. The set itself is in the survivors.
struct Selection {
    std::uint32_t prefix = 0;     ///< key of the last winner; after a skip only its upper digits
    bool skipped = false;         ///< the rounds ended because all elements that could still win do
    std::uint32_t above = 0;      ///< elements above every key with this prefix
    std::uint32_t population = 0; ///< surviving elements with this prefix; without a skip all that have it
    std::uint32_t open = 0;       ///< how many of those are selected
};

/// Selects m elements, 0 < m < row.n, and leaves their indices in survivors[0, m), ascending.
/// `survivors` has room for row.n indices, which is the most that can ever survive. Time O(row.n).
template <class Bits>
Selection select(const RowView<Bits> &row, std::int64_t m, int key_bits, Ties ties, std::int32_t *survivors);

extern template Selection select(const RowView<std::uint16_t> &, std::int64_t, int, Ties, std::int32_t *);
extern template Selection select(const RowView<std::uint32_t> &, std::int64_t, int, Ties, std::int32_t *);

} // namespace exactk::cpu
