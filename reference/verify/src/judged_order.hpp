// The judge's own value order and tie rule; exact widening to double is all that it has in common with the oracles.
// Spec: contract/C3 C4. Layer: reference/verify.
#pragma once

#include <cstdint>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/oracle/widen.hpp>
#include <exactk/verify.hpp>

#include "faults.hpp"

namespace exactk::verify {

// oracle::widen is the one share of code between the judge and the oracles, and the independence gate knows no other. It
// is accepted since a widened score has one right result for every pattern, and proptests/oracle holds it against other
// expressions of it: every pattern of 16 bits, and float32 in every binade. Order, NaNs, direction and ties, where
// judges go wrong, are written here anew.

/// A score up to the equalities of C3. All NaNs are one value: the level tells them from numbers.
struct JudgedValue {
    int level = 0;       ///< -1 is NaN below all numbers, 0 a number, 1 NaN above all numbers
    double number = 0.0; ///< the number, exactly; 0 for NaN
};

/// Which of two values is preferred under a problem's type, direction and NaN policy.
class JudgedOrder {
public:
    JudgedOrder(ScoreType type, const Options &options)
        : type_(type),
          largest_(EXACTK_VERIFY_FAULT(direction_ignored, options.direction == Direction::largest, true)),
          nan_level_(EXACTK_VERIFY_FAULT(nan_policy_ignored, options.nan_policy == NanPolicy::largest, true)
                         ? 1
                         : -1) {}

    /// The value of a bit pattern. Every finite score of 32 or 16 bits is a normal double or zero, so that
    /// comparing values is right under denormals-are-zero too.
    JudgedValue value(std::uint32_t bits) const {
        const auto type = static_cast<int>(type_);
        const std::uint32_t sign = 1u << (score_bits[type] - 1);
        if (EXACTK_VERIFY_FAULT(infinity_is_nan, (bits & ~sign) > positive_infinity_bits[type],
                                (bits & ~sign) >= positive_infinity_bits[type]))
            return {nan_level_, 0.0};
        return {0, EXACTK_VERIFY_FAULT(close_values_same, oracle::widen(bits, type_),
                                       faults::coarse(oracle::widen(bits, type_)))};
    }

    /// Whether `one` is strictly preferred to `other`.
    bool better(const JudgedValue &one, const JudgedValue &other) const {
        return largest_ ? above(one, other) : above(other, one);
    }

    bool prefers_largest() const { return largest_; }

    static bool same(const JudgedValue &one, const JudgedValue &other) {
        return one.level == other.level && one.number == other.number;
    }

private:
    static bool above(const JudgedValue &one, const JudgedValue &other) {
        return one.level != other.level ? one.level > other.level : one.number > other.number;
    }

    ScoreType type_;
    bool largest_;
    int nan_level_;
};

/// Whether, among equal values, index `one` is preferred to index `other`. Not to be asked under `any`.
inline bool tie_precedes(TiesDemand ties, std::int64_t one, std::int64_t other) {
    return ties == TiesDemand::low ? one < other : one > other;
}

} // namespace exactk::verify
