// Finds elements that should have been selected: better than a selected one, or equal and first by ties.
// Spec: contract/C3 C4 C5. Layer: reference/verify.
#include <algorithm>
#include <bit>
#include <string>

#include "faults.hpp"
#include "rules.hpp"
#include "sieve.hpp"

namespace exactk::verify {
namespace {

struct Unselected {
    std::int64_t index = 0;
    JudgedValue value;
};

/// Selected elements that an unselected equal precedes; the first slot that holds one of them.
struct WrongTies {
    std::int64_t count = 0;
    Selected held;        ///< of the first such slot
    std::int64_t due = 0; ///< the unselected element that comes first in its place

    void see(TiesDemand ties, const Selected &selected, std::int64_t unselected) {
        EXACTK_VERIFY_WHEN(ties_forgiven, return;)
        if (ties == TiesDemand::any || !tie_precedes(ties, unselected, selected.index))
            return;
        if (count == 0 || selected.slot < held.slot) {
            held = selected;
            due = unselected;
        }
        ++count;
    }
};

/// What a walk over the row found against its worst selected value.
struct Scan {
    std::vector<Unselected> better; ///< unselected elements better than the worst selected one
    std::int64_t equal_lowest = -1; ///< lowest and highest unselected index equal to it, or -1
    std::int64_t equal_highest = -1;
};

/// Holds one unselected element against the worst selected value.
void look_at(const RowCase &at, const JudgedOrder &order, const JudgedValue &worst, std::int64_t index,
             Scan &found) {
    const JudgedValue value = order.value(at.element_bits(index));
    if (order.better(worst, value))
        return;
    if (order.better(value, worst)) {
        found.better.push_back({index, value});
    } else {
        if (found.equal_lowest < 0)
            found.equal_lowest = index;
        found.equal_highest = index;
    }
}

Scan scan(const RowCase &at, const JudgedOrder &order, const RowSlots &slots, const Selected &worst) {
    constexpr std::int64_t block = 64; // bound: elements to a word of RowSlots::taken
    Scan found;
    const Sieve sieve(at.problem.type, order, at.element_bits(worst.index));
    for (std::int64_t first = 0; first < at.n; first += block) {
        const std::uint64_t *taken = slots.taken.data() + first / block;
        // No selected element is worse than the worst, so all of them are kept.
        first += sieve.clean(at.element(first), (at.n - first) / block, taken) * block;
        if (first >= at.n)
            break;
        const std::uint64_t held = slots.taken[static_cast<std::size_t>(first / block)];
        std::uint64_t left = sieve.kept(at.element(first), std::min(block, at.n - first)) & ~held;
        for (; left != 0; left &= left - 1)
            look_at(at, order, worst.value, first + std::countr_zero(left), found);
    }
    return found;
}

struct Losses {
    std::int64_t lost = 0;
    std::int64_t best_rank = 0;
    std::int64_t best_index = 0;
};

/// Length of the run of values equal to the one at `from`.
template <class Element> std::size_t group_end(const std::vector<Element> &sorted, std::size_t from) {
    std::size_t end = from;
    while (end < sorted.size() && JudgedOrder::same(sorted[end].value, sorted[from].value))
        ++end;
    return end;
}

/// Walks the groups of equal values that are better than the worst selected one, best first. A group at rank
/// r is due min(population, m - r) places; the walk ends where no unselected element is left.
Losses walk_groups(std::int64_t m, const JudgedOrder &order, std::vector<Unselected> &unselected,
                   std::vector<Selected> &selected, TiesDemand ties, WrongTies &wrong_ties) {
    const auto first = [&](const auto &one, const auto &other) {
        if (order.better(one.value, other.value))
            return true;
        return JudgedOrder::same(one.value, other.value) && one.index < other.index;
    };
    std::sort(unselected.begin(), unselected.end(), first);
    std::sort(selected.begin(), selected.end(), first);
    Losses losses;
    std::size_t out = 0;
    std::size_t in = 0;
    while (out < unselected.size()) {
        const auto rank = static_cast<std::int64_t>(out + in);
        const bool heads = in < selected.size();
        const bool out_due = !heads || !order.better(selected[in].value, unselected[out].value);
        const bool in_due = heads && !order.better(unselected[out].value, selected[in].value);
        const std::size_t out_end = out_due ? group_end(unselected, out) : out;
        const std::size_t in_end = in_due ? group_end(selected, in) : in;
        const auto population = static_cast<std::int64_t>((out_end - out) + (in_end - in));
        const std::int64_t lost = std::min(population, std::max<std::int64_t>(m - rank, 0)) -
                                  static_cast<std::int64_t>(in_end - in);
        if (lost > 0) {
            if (losses.lost == 0) {
                losses.best_rank = rank;
                losses.best_index = unselected[out].index;
            }
            losses.lost += lost;
        }
        if (out_end > out) {
            const std::int64_t due = unselected[ties == TiesDemand::high ? out_end - 1 : out].index;
            for (std::size_t at = in; at < in_end; ++at)
                wrong_ties.see(ties, selected[at], due);
        }
        out = out_end;
        in = in_end;
    }
    return losses;
}

void add_losses(const RowCase &at, const Losses &losses, const Selected &worst, Ledger &ledger) {
    ledger.add(Fault::missing_winner, {at.run, at.row, worst.slot}, losses.lost, [&] {
        return describe_element(at, losses.best_index,
                                "rank " + std::to_string(losses.best_rank) + " of " + std::to_string(at.m) +
                                    " lost; slot " + std::to_string(worst.slot) + " holds index " +
                                    std::to_string(worst.index) + " with a less preferred score");
    });
    ledger.add_lost(losses.lost, losses.best_rank);
}

} // namespace

void judge_winners(const RowCase &at, const JudgedOrder &order, const RowSlots &slots, TiesDemand ties,
                   Ledger &ledger) {
    if (slots.selected.empty() || static_cast<std::int64_t>(slots.selected.size()) == at.n)
        return;
    Selected worst = slots.selected.front();
    for (const Selected &selected : slots.selected)
        if (EXACTK_VERIFY_FAULT(worst_is_first_slot, order.better(worst.value, selected.value), false))
            worst = selected;

    Scan found = scan(at, order, slots, worst);
    WrongTies wrong_ties;
    if (found.equal_lowest >= 0) {
        const std::int64_t due = ties == TiesDemand::high ? found.equal_highest : found.equal_lowest;
        for (const Selected &selected : slots.selected)
            if (JudgedOrder::same(selected.value, worst.value))
                wrong_ties.see(ties, selected, due);
    }
    if (!found.better.empty()) {
        std::vector<Selected> better;
        for (const Selected &selected : slots.selected)
            if (order.better(selected.value, worst.value))
                better.push_back(selected);
        add_losses(at, walk_groups(at.m, order, found.better, better, ties, wrong_ties), worst, ledger);
    }
    if (wrong_ties.count > 0)
        ledger.add(Fault::wrong_tie, {at.run, at.row, wrong_ties.held.slot}, wrong_ties.count, [&] {
            return describe_element(at, wrong_ties.due,
                                    "slot holds index " + std::to_string(wrong_ties.held.index) +
                                        ", its equal at index " + std::to_string(wrong_ties.due) +
                                        " comes first and is not selected");
        });
}

} // namespace exactk::verify
