// Writes a row's slots: rank order where it is asked for, fill, and the scores' own bits.
// Spec: contract/C6 C7 C8 C9, algorithm/S9 S10. Layer: reference/cpu.
#include "emission.hpp"

#include <algorithm>
#include <cstring>

#include "faults.hpp"

namespace exactk::cpu {

/// A record is the inverted key above the index (inverted for ties `high`): all records of a row differ and
/// their numeric order is the rank, so any correct sort gives the same sequence.
template <class Bits>
void order_by_rank(const RowView<Bits> &row, std::int64_t m, Ties ties, std::int32_t *slots,
                   std::uint64_t *records) {
    const std::uint32_t inversion = ties == Ties::low ? 0u : ~0u;
    for (std::int64_t j = 0; j < m; ++j) {
        const std::uint64_t inverted_key = EXACTK_CPU_FAULT(
            rank_by_float16_key, ~row.key(EXACTK_CPU_IN_ROW(slots[j])), ~(row.key(slots[j]) >> 16));
        records[j] = inverted_key << 32 | (static_cast<std::uint32_t>(slots[j]) ^ inversion);
    }
    std::sort(records, records + m);
    for (std::int64_t j = 0; j < m; ++j) {
        slots[j] = static_cast<std::int32_t>(static_cast<std::uint32_t>(records[j]) ^ inversion);
    }
}

template <class Bits>
void write_scores(const RowView<Bits> &row, std::int64_t m, std::int64_t k, std::uint32_t fill_bits,
                  const std::int32_t *slots, std::byte *scores) {
    constexpr auto bytes = std::int64_t{sizeof(Bits)};
    for (std::int64_t j = 0; j < m; ++j) {
        std::memcpy(scores + j * bytes, row.first + EXACTK_CPU_IN_ROW(slots[j]) * bytes, sizeof(Bits));
    }
    const auto fill = static_cast<Bits>(EXACTK_CPU_FAULT(fill_is_zero, fill_bits, 0u));
    for (std::int64_t j = m; j < k; ++j) {
        std::memcpy(scores + j * bytes, &fill, sizeof(Bits));
    }
}

template void order_by_rank(const RowView<std::uint16_t> &, std::int64_t, Ties, std::int32_t *,
                            std::uint64_t *);
template void order_by_rank(const RowView<std::uint32_t> &, std::int64_t, Ties, std::int32_t *,
                            std::uint64_t *);
template void write_scores(const RowView<std::uint16_t> &, std::int64_t, std::int64_t, std::uint32_t,
                           const std::int32_t *, std::byte *);
template void write_scores(const RowView<std::uint32_t> &, std::int64_t, std::int64_t, std::uint32_t,
                           const std::int32_t *, std::byte *);

} // namespace exactk::cpu
