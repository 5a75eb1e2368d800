// The facts that come with a row's answer: certificate, status bits and digest.
// Spec: contract/C12 C13 C14, algorithm/S11 S12. Layer: reference/cpu.
#pragma once

#include <cstdint>

#include <exactk/contract/certificate.hpp>

#include "row_view.hpp"
#include "selection.hpp"

namespace exactk::cpu {

/// NAN_PRESENT and INF_PRESENT over all eligible elements. One pass over the row.
template <class Bits> std::uint32_t value_bits(const RowView<Bits> &row);

/// Pivot, above, population and quota of a row all of whose elements equal to the pivot are selected, as on a
/// short row and after a skip: everything can be counted among the m > 0 selected that `slots` names.
template <class Bits>
Certificate certify_selected(const RowView<Bits> &row, std::int64_t m, const std::int32_t *slots);

/// The same where the rounds fixed the whole key: the values at hand.
Certificate certify_cut(const Selection &selection);

/// Digest of k slots as written (C14).
std::uint64_t digest_of(const std::int32_t *slots, std::int64_t k);

extern template std::uint32_t value_bits(const RowView<std::uint16_t> &);
extern template std::uint32_t value_bits(const RowView<std::uint32_t> &);
extern template Certificate certify_selected(const RowView<std::uint16_t> &, std::int64_t,
                                             const std::int32_t *);
extern template Certificate certify_selected(const RowView<std::uint32_t> &, std::int64_t,
                                             const std::int32_t *);

} // namespace exactk::cpu
