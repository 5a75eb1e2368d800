// Law of fills: they stand in the slots behind the elements and nowhere else, whatever they are.
// Spec: contract/C7. Layer: tools/laws.
#include "law_list.hpp"

namespace exactk::laws {

namespace {

std::string broken(const Implementation &implementation, const CaseFile &given, Engine &engine) {
    CaseFile one = asking(given, true, false);
    if (once_in(engine, 2)) {
        one.k += uniform(engine, 1, 4); // so that there are fills in most cases
    }
    CaseFile other = one;
    other.options.fill_index = pick(engine, std::array<std::int32_t, 6>{-1, -2, 0, 1, INT32_MIN, INT32_MAX});
    other.options.fill_score_given = once_in(engine, 2);
    const Format &format = format_of(one.type);
    other.options.fill_score_bits = static_cast<std::uint32_t>(engine()) & (format.sign | (format.sign - 1));
    const Answer before = answer(implementation, one);
    const Answer after = answer(implementation, other);
    if (before.refused() || after.refused()) {
        return refusal(before.refused() ? before : after);
    }
    const std::size_t type = static_cast<std::size_t>(one.type);
    const std::uint32_t infinity = one.options.direction == Direction::largest ? negative_infinity_bits[type]
                                                                               : positive_infinity_bits[type];
    const std::uint32_t fill = other.options.fill_score_given ? other.options.fill_score_bits : infinity;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        for (std::int64_t slot = 0; slot < one.k; ++slot) {
            const bool filled = slot >= m_of(one, row);
            const std::size_t place = static_cast<std::size_t>(row * one.k + slot);
            const std::int32_t wanted = filled ? other.options.fill_index : before.indices[place];
            if (after.indices[place] != wanted) {
                return "with another fill " + slot_words(row, slot, after.indices[place], wanted);
            }
            if (after.scores[place] != (filled ? fill : before.scores[place])) {
                return "with another fill the score of row " + std::to_string(row) + " slot " +
                       std::to_string(slot) + " is wrong";
            }
        }
    }
    return "";
}

} // namespace

constinit const Law fill_law = {
    "fill", "C7", "Index and score of the fill stand in slots [m, k) and change nothing before them.",
    on<broken>};

} // namespace exactk::laws
