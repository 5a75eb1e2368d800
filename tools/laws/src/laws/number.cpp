// Law of the number of slots: k beyond n adds fills and nothing else, and k of 0 writes no slot.
// Spec: contract/C2 C7 C8. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

namespace exactk::laws {

namespace {

/// With k of 0 there are no slots: rows of outputs are nothing but gaps, and no byte of them may be written.
std::string slotless(const Implementation &implementation, CaseFile one) {
    one.k = 0;
    one.output_gap = std::max<std::int64_t>(one.output_gap, 1);
    const Memory memory(one, {});
    const verify::GuardedOutputs guarded(guarded_shape(one), std::byte{0xA5});
    Answer told;
    told.status = implementation.run(memory.problem(), guarded.outputs(), one.plan);
    const std::string words = told.refused() ? refusal(told) : trespass(guarded);
    return words.empty() ? "" : "with no slots " + words;
}

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
    return slotless(implementation, one);
}

} // namespace

constinit const Law number_law = {"number", "C2 C7 C8",
                                  "With k beyond n all elements are selected and the other slots hold the "
                                  "fill; with k of 0 nothing is written.",
                                  on<broken>};

} // namespace exactk::laws
