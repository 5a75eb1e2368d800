// Reads a row's slots: which hold elements, and which are unwritten, illegal, repeated or wrongly filled.
// Spec: contract/C1 C2 C5 C7 C8. Layer: reference/verify.
#include <string>

#include "faults.hpp"
#include "rules.hpp"

namespace exactk::verify {
namespace {

enum class Poison : std::uint8_t { written, unwritten, untold };

/// Tells whether a slot was written. Poison that could not have been written there tells it by itself. One
/// that could is told by the runs together, if their patterns differ: a write leaves equal content.
Poison read_poison(const RowCase &at, const RowPoison &poison, std::int64_t slot, std::int64_t index,
                   bool plausible) {
    const std::vector<std::int64_t> &patterns = at.answer.index_poison;
    EXACTK_VERIFY_WHEN(poison_forgiven, return Poison::written;)
    if (patterns.empty() || index != patterns[static_cast<std::size_t>(at.run)])
        return Poison::written;
    if (!plausible)
        return Poison::unwritten;
    if (poison.untouched[static_cast<std::size_t>(slot)] == 0)
        return Poison::written;
    return poison.patterns_differ ? Poison::unwritten : Poison::untold;
}

void add_slot_fault(const RowCase &at, Fault fault, std::int64_t slot, std::int64_t index, Ledger &ledger) {
    ledger.add(fault, {at.run, at.row, slot}, 1, [&] {
        const std::string held = "slot holds " + std::to_string(index);
        switch (fault) {
        case Fault::slot_unwritten: return describe_element(at, index, held + ", as before the call");
        case Fault::out_of_range:
            return describe_element(at, index, held + ", the row has " + std::to_string(at.n) + " elements");
        case Fault::duplicate: return describe_element(at, index, held + ", as an earlier slot does");
        default: break;
        }
        if (slot < at.m)
            return describe_element(at, index, held + ", the fill, before slot " + std::to_string(at.m));
        return describe_element(at, index,
                                held + ", the fill is " + std::to_string(at.problem.options.fill_index));
    });
}

/// Reads a slot before m.
SlotState read_slot(const RowCase &at, const RowPoison &poison, std::int64_t slot, std::int64_t index,
                    RowSlots &slots, Ledger &ledger) {
    const bool legal = at.legal(index);
    const Poison told = read_poison(at, poison, slot, index, legal);
    if (told == Poison::untold)
        ledger.untold("a slot holds its poison, which is an index of the row: it may be unwritten");
    if (told == Poison::unwritten) {
        add_slot_fault(at, Fault::slot_unwritten, slot, index, ledger);
        return SlotState::unwritten;
    }
    if (!legal) {
        const bool fill = index == at.problem.options.fill_index;
        add_slot_fault(at, fill ? Fault::wrong_padding : Fault::out_of_range, slot, index, ledger);
        return SlotState::illegal;
    }
    if (slots.takes(index)) {
        EXACTK_VERIFY_WHEN(duplicate_forgiven, return SlotState::duplicate;)
        add_slot_fault(at, Fault::duplicate, slot, index, ledger);
        return SlotState::duplicate;
    }
    const auto bit = static_cast<std::uint64_t>(index);
    slots.taken[bit / 64] |= std::uint64_t{1} << (bit % 64);
    return SlotState::selected;
}

constexpr std::int64_t slots_ahead = 16; // measured: 8 to 32 are alike, and none takes four times as long

/// Asks for the element of a slot that is read later: rows in files are in no cache, and slots name elements all over
/// the row.
void fetch_element(const RowCase &at, std::int64_t slot) {
    if (slot >= at.m)
        return;
    const std::int64_t index = at.written_index(at.run, slot);
#if defined(__GNUC__)
    if (at.legal(index))
        __builtin_prefetch(at.element(index));
#else
    (void)index;
#endif
}

/// Reads a slot from m on, which must hold the fill.
void read_padding(const RowCase &at, const RowPoison &poison, std::int64_t slot, std::int64_t index,
                  Ledger &ledger) {
    const bool fill = EXACTK_VERIFY_FAULT(padding_forgiven, index == at.problem.options.fill_index, true);
    const Poison told = read_poison(at, poison, slot, index, fill || at.legal(index));
    if (told == Poison::untold && fill)
        ledger.untold("a slot holds its poison, which is the fill index: it may be unwritten");
    else if (told != Poison::written)
        add_slot_fault(at, Fault::slot_unwritten, slot, index, ledger);
    else if (!fill)
        add_slot_fault(at, Fault::wrong_padding, slot, index, ledger);
}

} // namespace

RowPoison::RowPoison(const Answer &answer) {
    for (const std::int64_t pattern : answer.index_poison)
        patterns_differ = patterns_differ || pattern != answer.index_poison.front();
}

void RowPoison::read(const RowCase &at) {
    const std::vector<std::int64_t> &patterns = at.answer.index_poison;
    if (patterns.empty())
        return;
    untouched.assign(static_cast<std::size_t>(at.problem.k), 1);
    for (std::int64_t slot = 0; slot < at.problem.k; ++slot)
        for (std::int64_t run = 0; run < at.answer.runs; ++run)
            if (at.written_index(run, slot) != patterns[static_cast<std::size_t>(run)]) {
                untouched[static_cast<std::size_t>(slot)] = 0;
                break;
            }
}

void judge_slots(const RowCase &at, const JudgedOrder &order, const RowPoison &poison, RowSlots &slots,
                 Ledger &ledger) {
    slots.slots.clear();
    slots.selected.clear();
    slots.taken.assign(static_cast<std::size_t>((at.n + 63) / 64), 0);
    for (std::int64_t slot = 0; slot < at.m; ++slot) {
        fetch_element(at, slot + slots_ahead);
        const std::int64_t index = at.written_index(at.run, slot);
        const SlotState state = read_slot(at, poison, slot, index, slots, ledger);
        slots.slots.push_back({index, state});
        if (state == SlotState::selected)
            slots.selected.push_back({index, slot, order.value(at.element_bits(index))});
    }
    for (std::int64_t slot = at.m; slot < at.problem.k; ++slot)
        read_padding(at, poison, slot, at.written_index(at.run, slot), ledger);
}

} // namespace exactk::verify
