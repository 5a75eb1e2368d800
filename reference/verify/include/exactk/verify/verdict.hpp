// Verdicts and how they combine; kinds of fault and the clauses they break.
// Spec: contract/C1 to C18. Layer: reference/verify.
#pragma once

#include <cstdint>

namespace exactk::verify {

/// Outcome of judging. Ordered by weight: combining two keeps the heavier one, so nothing returns to passed.
enum class Verdict : std::uint8_t {
    passed = 0,
    unsupported = 1,  ///< the question was not one this judge or implementation can take
    inconclusive = 2, ///< judged, but what was asked could not be told from what was given
    failed = 3,       ///< at least one fault
};

Verdict combine(Verdict one, Verdict other);
const char *name(Verdict verdict);

/// Kinds of fault, in the order in which reports list them.
enum class Fault : std::uint8_t {
    slot_unwritten = 0, ///< a slot still holds the poison that was there before the call (C8)
    out_of_range,       ///< an index before slot m that is neither in [0, n) nor the fill index (C1)
    duplicate,          ///< an index that an earlier slot of the row holds already (C5)
    wrong_padding,      ///< a fill before slot m that is no index of the row, or no fill from there on (C7)
    missing_winner,     ///< an unselected element strictly preferred to a selected one (C3 C5)
    wrong_tie,          ///< an unselected element that ties with a selected one and precedes it (C4)
    wrong_order,        ///< selected elements in a sequence that was not asked for (C6)
    wrong_score_bits,   ///< an output score that is not the bits of its element, or not the fill score (C9)
    wrote_outside,      ///< a byte outside the outputs changed (C8)
    input_changed,      ///< a byte of the input changed (C8)
    not_repeatable,     ///< two runs on the same input differ in what the demand fixes (C15)
};
inline constexpr int fault_count = 11; // bound: one past the last Fault

const char *name(Fault fault);
/// Clause ids that the fault breaks, e.g. "C3 C5".
const char *clauses(Fault fault);

} // namespace exactk::verify
