// Law of the number of slots: k beyond n adds fills and nothing else, and k of 0 writes no slot.
// Spec: contract/C2 C7. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

namespace exactk::laws {

namespace {

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    std::int64_t longest = 0;
    for (std::int64_t row = 0; row < one.rows; ++row) {
        longest = std::max(longest, one.n(row));
    }
    CaseFile full = asking(one, false, false);
    full.k = longest;
    CaseFile more = full;
    more.k = longest + uniform(engine, 1, 3);
    const Answer all = answer(implementation, full);
    const Answer filled = answer(implementation, more);
    if (all.refused() || filled.refused()) {
        return refusal(all.refused() ? all : filled);
    }
    for (std::int64_t row = 0; row < one.rows; ++row) {
        for (std::int64_t slot = 0; slot < more.k; ++slot) {
            const std::int32_t wanted =
                slot < one.n(row) ? all.row(row, full.k)[slot] : one.options.fill_index;
            if (filled.row(row, more.k)[slot] != wanted) {
                return "with more slots than elements " +
                       slot_words(row, slot, filled.row(row, more.k)[slot], wanted);
            }
        }
        // All are selected, each once.
        std::vector<std::int32_t> sorted(filled.row(row, more.k), filled.row(row, more.k) + one.n(row));
        std::sort(sorted.begin(), sorted.end());
        for (std::int64_t index = 0; index < one.n(row); ++index) {
            if (sorted[static_cast<std::size_t>(index)] != index) {
                return "with more slots than elements row " + std::to_string(row) + " lacks index " +
                       std::to_string(index);
            }
        }
    }
    CaseFile none = one;
    none.k = 0;
    return refusal(answer(implementation, none));
}

} // namespace

constinit const Law number_law = {
    "number", "C2 C7", "With k beyond n all elements are selected and the other slots hold the fill.",
    on<broken>};

} // namespace exactk::laws
