// Judges the output scores, bit for bit: the element's own before slot m, the fill score from there on.
// Spec: contract/C7 C9. Layer: reference/verify.
#include <array>
#include <charconv>
#include <string>

#include "faults.hpp"
#include "rules.hpp"

namespace exactk::verify {
namespace {

std::uint32_t fill_score(const Problem &problem) {
    const auto type = static_cast<int>(problem.type);
    if (problem.options.fill_score_given)
        return score_bits[type] == 32 ? problem.options.fill_score_bits
                                      : problem.options.fill_score_bits & 0xFFFFu; // bound: C7, the low bits
    return problem.options.direction == Direction::largest ? negative_infinity_bits[type]
                                                           : positive_infinity_bits[type];
}

std::string hex(std::uint32_t bits) {
    std::array<char, 8> digits{}; // bound: 32 bits are 8 hexadecimal digits
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), bits, 16).ptr;
    return "0x" + std::string(digits.data(), end);
}

void judge_score(const RowCase &at, std::int64_t slot, std::int64_t index, std::uint32_t due,
                 Ledger &ledger) {
    const std::uint32_t written = at.written_score(at.run, slot);
    if (EXACTK_VERIFY_FAULT(score_bits_by_value, written == due,
                            JudgedOrder::same(JudgedOrder(at.problem.type, at.problem.options).value(written),
                                              JudgedOrder(at.problem.type, at.problem.options).value(due))))
        return;
    ledger.add(Fault::wrong_score_bits, {at.run, at.row, slot}, 1, [&] {
        return describe_element(at, index,
                                "score bits are " + hex(written) + ", the " +
                                    (slot < at.m ? "element's" : "fill's") + " are " + hex(due));
    });
}

} // namespace

void judge_scores(const RowCase &at, const RowSlots &slots, Ledger &ledger) {
    if (at.answer.scores == nullptr)
        return;
    for (std::int64_t slot = 0; slot < at.m; ++slot) {
        const Slot &held = slots.slots[static_cast<std::size_t>(slot)];
        // A slot without a legal index names no element whose bits could be asked for.
        if (held.state == SlotState::selected || held.state == SlotState::duplicate)
            judge_score(at, slot, held.index, at.element_bits(held.index), ledger);
    }
    const std::uint32_t fill = fill_score(at.problem);
    for (std::int64_t slot = at.m; slot < at.problem.k; ++slot)
        judge_score(at, slot, at.written_index(at.run, slot), fill, ledger);
}

} // namespace exactk::verify
