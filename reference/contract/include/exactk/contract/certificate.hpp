// The facts about a row that come with its answer: certificate and status bits.
// Spec: contract/C12 C13. Layer: reference/contract.
#pragma once

#include <cstdint>

namespace exactk {

/// Status bits of a row (C13). Bits without a name are 0.
enum RowStatus : std::uint32_t {
    row_empty = 1u << 0,          ///< m = 0
    row_all_selected = 1u << 1,   ///< n <= k
    row_nan_present = 1u << 2,    ///< an eligible element is NaN
    row_inf_present = 1u << 3,    ///< an eligible element is +inf or -inf
    row_length_clamped = 1u << 4, ///< the given length was below 0 or above the width
    row_boundary_tie = 1u << 5,   ///< m > 0 and population > quota
};

/// What proves a row's cut (C12). All fields but `status` are 0 when m = 0.
struct Certificate {
    std::uint64_t pivot = 0;      ///< canonical key of the last-ranked selected element
    std::uint32_t above = 0;      ///< eligible elements strictly preferred to the pivot
    std::uint32_t population = 0; ///< eligible elements equal to the pivot
    std::uint32_t quota = 0;      ///< how many of those were selected
    std::uint32_t status = 0;     ///< RowStatus bits
};

static_assert(sizeof(Certificate) == 24, "C12 fixes the size of a certificate");

} // namespace exactk
