// Judges the sequence of the selected elements: by index, or by rank.
// Spec: contract/C4 C6. Layer: reference/verify.
#include <string>

#include "faults.hpp"
#include "rules.hpp"

namespace exactk::verify {
namespace {

/// Whether `next` may follow `before` directly. The two are different elements.
bool in_sequence(const JudgedOrder &order, const Demand &demand, const Selected &before,
                 const Selected &next) {
    if (demand.order == OrderDemand::index)
        return before.index < next.index;
    if (!JudgedOrder::same(before.value, next.value))
        return order.better(before.value, next.value);
    return demand.ties == TiesDemand::any || tie_precedes(demand.ties, before.index, next.index);
}

} // namespace

void judge_order(const RowCase &at, const JudgedOrder &order, const RowSlots &slots, const Demand &demand,
                 Ledger &ledger) {
    if (EXACTK_VERIFY_FAULT(order_forgiven, demand.order == OrderDemand::any, true))
        return;
    for (std::size_t next = 1; next < slots.selected.size(); ++next) {
        const Selected &one = slots.selected[next - 1];
        const Selected &other = slots.selected[next];
        if (in_sequence(order, demand, one, other))
            continue;
        ledger.add(Fault::wrong_order, {at.run, at.row, other.slot}, 1, [&] {
            return describe_element(at, other.index,
                                    "slot holds index " + std::to_string(other.index) + " after index " +
                                        std::to_string(one.index) + " in slot " + std::to_string(one.slot));
        });
    }
}

} // namespace exactk::verify
