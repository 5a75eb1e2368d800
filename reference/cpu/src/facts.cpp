// The facts that come with a row's answer: certificate, status bits and digest.
// Spec: contract/C12 C13 C14, algorithm/S11 S12. Layer: reference/cpu.
#include "facts.hpp"

#include "faults.hpp"

namespace exactk::cpu {

namespace {

/// The finaliser of splitmix64.
std::uint64_t mix64(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u; // convention: C14, a published mixer
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu; // convention: C14, a published mixer
    return z ^ (z >> 31);
}

} // namespace

template <class Bits> std::uint32_t value_bits(const RowView<Bits> &row) {
    std::uint32_t nan = 0;
    std::uint32_t infinite = 0;
    for (std::int64_t i = 0; i < row.n; ++i) {
        const std::uint32_t bits = row.bits(i);
        nan |= static_cast<std::uint32_t>(row.map.is_nan(bits));
        infinite |= static_cast<std::uint32_t>(row.map.is_infinite(bits));
    }
    return (nan != 0 ? row_nan_present : 0u) | (infinite != 0 ? row_inf_present : 0u);
}

template <class Bits>
Certificate certify_selected(const RowView<Bits> &row, std::int64_t m, const std::int32_t *slots) {
    std::uint32_t pivot = row.key(EXACTK_CPU_IN_ROW(slots[0]));
    std::uint32_t equal = 0;
    for (std::int64_t j = 0; j < m; ++j) {
        const std::uint32_t key = row.key(EXACTK_CPU_IN_ROW(slots[j]));
        if (key < pivot) {
            pivot = key;
            equal = EXACTK_CPU_FAULT(equal_counted_from_start, 0, equal);
        }
        equal += key == pivot ? 1u : 0u;
    }
    return Certificate{pivot, static_cast<std::uint32_t>(m) - equal, equal, equal, 0};
}

Certificate certify_cut(const Selection &selection) {
    return Certificate{selection.prefix, selection.above, selection.population, selection.open, 0};
}

std::uint64_t digest_of(const std::int32_t *slots, std::int64_t k) {
    std::uint64_t digest = mix64(static_cast<std::uint64_t>(k));
    for (std::int64_t j = 0; j < k; ++j) {
        EXACTK_CPU_WHEN(
            digest_without_fill, if (slots[j] < 0) { continue; })
        digest += mix64((static_cast<std::uint64_t>(j) << 32) + static_cast<std::uint32_t>(slots[j]));
    }
    return digest;
}

template std::uint32_t value_bits(const RowView<std::uint16_t> &);
template std::uint32_t value_bits(const RowView<std::uint32_t> &);
template Certificate certify_selected(const RowView<std::uint16_t> &, std::int64_t, const std::int32_t *);
template Certificate certify_selected(const RowView<std::uint32_t> &, std::int64_t, const std::int32_t *);

} // namespace exactk::cpu
