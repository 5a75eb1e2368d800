// What one row of one run wrote, slot by slot, and the rules that are judged on it.
// Spec: contract/C1 to C9, C15. Layer: reference/verify.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judged_order.hpp"
#include "ledger.hpp"
#include "views.hpp"

namespace exactk::verify {

/// How a slot before m was read.
enum class SlotState : std::uint8_t { selected, unwritten, illegal, duplicate };

struct Slot {
    std::int64_t index = -1; ///< as written
    SlotState state = SlotState::selected;
};

/// An element that the row selects, once however often it is written.
struct Selected {
    std::int64_t index = 0;
    std::int64_t slot = 0;
    JudgedValue value;
};

/// Membership of a row: what its slots [0, m) hold. Buffers are kept from row to row.
struct RowSlots {
    std::vector<Slot> slots;          ///< [m]
    std::vector<Selected> selected;   ///< in slot order
    std::vector<std::uint64_t> taken; ///< bit i % 64 of word i / 64: element i is selected

    bool takes(std::int64_t index) const {
        const auto at = static_cast<std::uint64_t>(index);
        return (taken[at / 64] >> (at % 64) & 1u) != 0;
    }
};

/// Which slots of the row at hand no run changed. Kept from row to row; empty where no poison is known.
struct RowPoison {
    bool patterns_differ = false;         ///< not all runs were poisoned alike; the same for all rows
    std::vector<unsigned char> untouched; ///< [k] 1 if every run's slot holds that run's poison

    /// Compares the patterns. Time O(runs).
    explicit RowPoison(const Answer &answer);
    /// Reads the row of `at` in all runs. Time O(runs k) at most, O(k) if the first run changed every slot.
    void read(const RowCase &at);
};

/// Reads all k slots into `slots` and counts slot_unwritten, out_of_range, duplicate and wrong_padding; one
/// slot counts as at most one of these. Time O(k + n / 64).
void judge_slots(const RowCase &at, const JudgedOrder &order, const RowPoison &poison, RowSlots &slots,
                 Ledger &ledger);

/// Counts missing_winner and wrong_tie. Time O(n) where no winner is missing, else O(n log n).
void judge_winners(const RowCase &at, const JudgedOrder &order, const RowSlots &slots, TiesDemand ties,
                   Ledger &ledger);

/// Counts wrong_order. Time O(m).
void judge_order(const RowCase &at, const JudgedOrder &order, const RowSlots &slots, const Demand &demand,
                 Ledger &ledger);

/// Counts wrong_score_bits. Time O(k).
void judge_scores(const RowCase &at, const RowSlots &slots, Ledger &ledger);

/// Counts not_repeatable: whether the row of `at.run` differs from run 0 in what the demand fixes.
/// Time O(m log m).
void judge_repeat(const RowCase &at, const JudgedOrder &order, const RowSlots &zero, const RowSlots &now,
                  const Demand &demand, Ledger &ledger);

/// Counts wrote_outside and input_changed, by bytes.
void judge_memory(const Answer &answer, Ledger &ledger);

/// Why this cannot be judged, or empty. Nothing behind a pointer is read.
std::string refusal(const Problem &problem, const Answer &answer, const Demand &demand);

} // namespace exactk::verify
