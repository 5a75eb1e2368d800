// Law of score bits: an output score is the element's own, bit for bit.
// Spec: contract/C9. Layer: tools/laws.
#include "law_list.hpp"

namespace exactk::laws {

namespace {

std::string broken(const Implementation &implementation, const CaseFile &given, Engine &) {
    const CaseFile one = asking(given, true, given.wants_facts);
    const Answer found = answer(implementation, one);
    if (found.refused()) {
        return refusal(found);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::int32_t *const slots = found.row(row, one.k);
        if (std::string words = strays(one, row, slots); !words.empty()) {
            return words;
        }
        for (std::int64_t slot = 0; slot < m_of(one, row); ++slot) {
            const std::uint32_t bits = found.scores[static_cast<std::size_t>(row * one.k + slot)];
            if (bits != row_of(one, row)[static_cast<std::size_t>(slots[slot])]) {
                return "the score of row " + std::to_string(row) + " slot " + std::to_string(slot) +
                       " is not that of index " + std::to_string(slots[slot]);
            }
        }
    }
    return "";
}

} // namespace

constinit const Law bits_law = {
    "bits", "C9", "Output scores are the bits of the elements whose index they stand at.", on<broken>};

} // namespace exactk::laws
