// A sieve before the judge's own order: which of 64 elements may be as good as the worst selected value, or better.
// Spec: contract/C3. Layer: reference/verify.
#pragma once

#include <cstddef>
#include <cstdint>

#include <exactk/contract/score_type.hpp>

#include "judged_order.hpp"

namespace exactk::verify {

/// Most elements of a correct row are numbers beyond doubt worse than the worst selected number. The sieve lets
/// those fall by comparing patterns as integers, several at once; whatever it keeps, NaNs among it, is looked at by
/// JudgedOrder. So it decides nothing but what need not be looked at.
class Sieve {
public:
    /// `worst_bits` is the pattern of the worst selected element.
    Sieve(ScoreType type, const JudgedOrder &order, std::uint32_t worst_bits);

    /// Bit i: element i of the `count` (1 to 64) from `scores` on was kept. Reads those elements only; `scores` may
    /// have any alignment. Time O(count).
    std::uint64_t kept(const std::byte *scores, std::int64_t count) const;

    /// Blocks of 64 elements from `scores` on, of `blocks`, up to the first in which not as many elements are kept as
    /// its word of `taken` has bits. Where all elements whose bits are set are kept, as selected ones are, nothing else
    /// of those blocks is kept.
    std::int64_t clean(const std::byte *scores, std::int64_t blocks, const std::uint64_t *taken) const;

private:
    ScoreType type_;
    bool all_; ///< the worst is a NaN: nothing is beyond doubt
    // A pattern's place: its integer value as sign and magnitude, -0 being -1. Numbers lie in [least_number_,
    // greatest_number_]; those in [worse_first_, worse_last_] are beyond doubt worse.
    std::int32_t worse_first_ = 0;
    std::int32_t worse_last_ = 0;
};

} // namespace exactk::verify
