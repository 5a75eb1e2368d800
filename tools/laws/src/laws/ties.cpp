// Law of ties: the reversed row under the other tie rule gives the mirrored answer.
// Spec: contract/C4 C6 C12. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

namespace exactk::laws {

namespace {

/// All but the digest is kept: the same elements are selected, of which the digest sees the places, which are others.
std::string row_broken(const CaseFile &one, const Answer &mine, const Answer &mirrored, std::int64_t row) {
    const std::int64_t m = m_of(one, row);
    const std::string which = "row " + std::to_string(row);
    for (std::int64_t slot = 0; slot < one.k; ++slot) {
        // In index order the mirrored slots come from the end, by rank they come in the same sequence; fills stay.
        const bool turned = slot < m && one.options.order == Order::index;
        const std::int64_t other = turned ? m - 1 - slot : slot;
        const std::int64_t own = mine.row(row, one.k)[slot];
        const std::int64_t wanted = slot < m ? one.n(row) - 1 - own : own;
        const std::int64_t got = mirrored.row(row, one.k)[other];
        if (got != wanted) {
            return slot_words(row, other, got, wanted);
        }
        const auto first = static_cast<std::size_t>(row * one.k);
        if (one.wants_scores && mirrored.scores[first + static_cast<std::size_t>(other)] !=
                                    mine.scores[first + static_cast<std::size_t>(slot)]) {
            return which + " slot " + std::to_string(other) + " has other score bits";
        }
    }
    return facts_difference(mirrored, row, mine, row);
}

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
        if (std::string words = row_broken(one, mine, mirrored, row); !words.empty()) {
            return "reversed under the other tie rule, " + words;
        }
    }
    return "";
}

} // namespace

constinit const Law ties_law = {
    "ties", "C4 C6 C12",
    "The reversed row under the other tie rule gives the mirrored slots and the same facts.", on<broken>};

} // namespace exactk::laws
