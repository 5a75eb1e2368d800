// Law of sequences: by index is ascending, by rank is best first, and both hold the same elements.
// Spec: contract/C4 C6. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

namespace exactk::laws {

namespace {

/// Whether one element goes before another by rank.
bool precedes(const CaseFile &one, std::int64_t row, std::int32_t first, std::int32_t second) {
    const std::vector<std::uint32_t> &scores = row_of(one, row);
    const std::uint64_t key = key_of(scores[static_cast<std::size_t>(first)], one.type, one.options);
    const std::uint64_t other = key_of(scores[static_cast<std::size_t>(second)], one.type, one.options);
    if (key != other) {
        return key > other;
    }
    return one.options.ties == Ties::low ? first < second : first > second;
}

std::string broken(const Implementation &implementation, const CaseFile &given, Engine &) {
    CaseFile one = asking(given, false, false);
    one.options.order = Order::rank;
    CaseFile by_index = one;
    by_index.options.order = Order::index;
    const Answer ranked = answer(implementation, one);
    const Answer indexed = answer(implementation, by_index);
    if (ranked.refused() || indexed.refused()) {
        return refusal(ranked.refused() ? ranked : indexed);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::int32_t *const slots = ranked.row(row, one.k);
        if (std::string words = strays(one, row, slots); !words.empty()) {
            return words;
        }
        const std::int64_t m = m_of(one, row);
        for (std::int64_t slot = 1; slot < m; ++slot) {
            if (!precedes(one, row, slots[slot - 1], slots[slot])) {
                return "by rank slots " + std::to_string(slot - 1) + " and " + std::to_string(slot) +
                       " of row " + std::to_string(row) + " are the wrong way round";
            }
        }
        std::vector<std::int32_t> sorted(slots, slots + m);
        std::sort(sorted.begin(), sorted.end());
        for (std::int64_t slot = 0; slot < m; ++slot) {
            const std::int32_t got = indexed.row(row, one.k)[slot];
            if (got != sorted[static_cast<std::size_t>(slot)]) {
                return "by index " + slot_words(row, slot, got, sorted[static_cast<std::size_t>(slot)]);
            }
        }
    }
    return "";
}

} // namespace

constinit const Law sequence_law = {
    "sequence", "C6 C4",
    "By rank the better stands first; by index the same elements stand in ascending order.", on<broken>};

} // namespace exactk::laws
