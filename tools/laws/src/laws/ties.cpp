// Law of ties: the reversed row under the other tie rule gives the mirrored indices.
// Spec: contract/C4 C6. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

namespace exactk::laws {

namespace {

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &) {
    CaseFile dual = one;
    dual.options.ties = one.options.ties == Ties::low ? Ties::high : Ties::low;
    for (std::vector<std::uint32_t> &row : dual.scores) {
        std::reverse(row.begin(), row.end());
    }
    const Answer mine = answer(implementation, one);
    const Answer mirrored = answer(implementation, dual);
    if (mine.refused() || mirrored.refused()) {
        return refusal(mine.refused() ? mine : mirrored);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::int64_t m = m_of(one, row);
        for (std::int64_t slot = 0; slot < m; ++slot) {
            // In index order the mirrored slots come from the end, by rank they come in the same sequence.
            const std::int64_t other = one.options.order == Order::index ? m - 1 - slot : slot;
            const std::int64_t wanted = one.n(row) - 1 - mine.row(row, one.k)[slot];
            const std::int64_t got = mirrored.row(row, one.k)[other];
            if (got != wanted) {
                return "reversed under the other tie rule, " + slot_words(row, other, got, wanted);
            }
        }
        const std::size_t place = static_cast<std::size_t>(row);
        if (one.wants_facts && mine.certificates[place].pivot != mirrored.certificates[place].pivot) {
            return "reversed under the other tie rule, row " + std::to_string(row) + " has another pivot";
        }
    }
    return "";
}

} // namespace

constinit const Law ties_law = {
    "ties", "C4 C6", "The reversed row under the other tie rule gives the mirrored indices.", on<broken>};

} // namespace exactk::laws
