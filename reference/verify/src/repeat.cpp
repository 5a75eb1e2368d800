// Judges whether a row's runs agree in what the demand fixes: the sequence, the set, or only the values.
// Spec: contract/C15. Layer: reference/verify.
#include <algorithm>
#include <string>

#include "rules.hpp"

namespace exactk::verify {
namespace {

std::string held_by(const Slot &slot) {
    return slot.state == SlotState::unwritten ? "is unwritten" : "holds " + std::to_string(slot.index);
}

/// Slots that no run wrote agree, whatever each run's poison was: they are counted as unwritten already.
bool same_content(const Slot &one, const Slot &other) {
    const bool one_unwritten = one.state == SlotState::unwritten;
    const bool other_unwritten = other.state == SlotState::unwritten;
    return one_unwritten == other_unwritten && (one_unwritten || one.index == other.index);
}

void compare_sequences(const RowCase &at, const RowSlots &zero, const RowSlots &now, Ledger &ledger) {
    for (std::int64_t slot = 0; slot < at.m; ++slot) {
        const Slot &before = zero.slots[static_cast<std::size_t>(slot)];
        const Slot &after = now.slots[static_cast<std::size_t>(slot)];
        const bool same_index = same_content(before, after);
        const bool same_score = at.answer.scores == nullptr || after.state == SlotState::unwritten ||
                                at.written_score(0, slot) == at.written_score(at.run, slot);
        if (same_index && same_score)
            continue;
        ledger.add(Fault::not_repeatable, {at.run, at.row, slot}, 1, [&] {
            return describe_element(at, after.index,
                                    same_index
                                        ? "slot holds other score bits than in run 0"
                                        : "slot " + held_by(after) + ", in run 0 it " + held_by(before));
        });
        return;
    }
}

/// What a slot counts as where slots may change places. Values come first, then written indices, then slots
/// that were not written.
struct Symbol {
    int kind = 0; ///< 0 a value, 1 an index, 2 unwritten
    JudgedValue value;
    std::int64_t number = 0;  ///< what is compared among indices
    std::int64_t written = 0; ///< for the report
};

std::vector<Symbol> symbols(const RowSlots &slots, TiesDemand ties) {
    std::vector<Symbol> all;
    all.reserve(slots.slots.size());
    auto selected = slots.selected.begin();
    for (const Slot &slot : slots.slots) {
        Symbol symbol{1, {}, slot.index, slot.index};
        if (slot.state == SlotState::unwritten) {
            symbol.kind = 2;
            symbol.number = 0;
        } else if (slot.state == SlotState::selected) {
            if (ties == TiesDemand::any) {
                symbol.kind = 0;
                symbol.value = selected->value;
                symbol.number = 0;
            }
            ++selected;
        }
        all.push_back(symbol);
    }
    return all;
}

void compare_bags(const RowCase &at, const JudgedOrder &order, const RowSlots &zero, const RowSlots &now,
                  TiesDemand ties, Ledger &ledger) {
    const auto first = [&](const Symbol &one, const Symbol &other) {
        if (one.kind != other.kind)
            return one.kind < other.kind;
        if (!JudgedOrder::same(one.value, other.value))
            return order.better(one.value, other.value);
        return one.number < other.number;
    };
    std::vector<Symbol> before = symbols(zero, ties);
    std::vector<Symbol> after = symbols(now, ties);
    std::sort(before.begin(), before.end(), first);
    std::sort(after.begin(), after.end(), first);
    for (std::size_t place = 0; place < before.size(); ++place) {
        const bool before_only = first(before[place], after[place]);
        if (!before_only && !first(after[place], before[place]))
            continue;
        const Symbol &odd = before_only ? before[place] : after[place];
        ledger.add(Fault::not_repeatable, {at.run, at.row, -1}, 1, [&] {
            const std::string run = "run " + std::to_string(before_only ? 0 : at.run);
            const std::string other = "run " + std::to_string(before_only ? at.run : 0);
            if (odd.kind == 2)
                return describe_element(at, odd.written, run + " leaves more slots unwritten than " + other);
            return describe_element(at, odd.written,
                                    run + " holds index " + std::to_string(odd.written) + ", " + other +
                                        " has nothing " + (odd.kind == 0 ? "equal" : "the same") + " for it");
        });
        return;
    }
}

} // namespace

void judge_repeat(const RowCase &at, const JudgedOrder &order, const RowSlots &zero, const RowSlots &now,
                  const Demand &demand, Ledger &ledger) {
    if (demand.ties != TiesDemand::any && demand.order != OrderDemand::any)
        compare_sequences(at, zero, now, ledger);
    else
        compare_bags(at, order, zero, now, demand.ties, ledger);
}

} // namespace exactk::verify
