// Turns the bits of a score into the unsigned key whose numeric order is the order of the contract.
// Spec: contract/C3 C12, algorithm/S2. Layer: reference/cpu.
#pragma once

#include <cstdint>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>

#include "faults.hpp"

namespace exactk::cpu {

/// The map for one type and one set of options. It works on bit patterns alone, without a branch on the data,
/// so that no floating point mode has a say and a compiler can apply it to many elements at once.
class KeyMap {
public:
    KeyMap(ScoreType type, const Options &options) {
        sign_shift_ = score_bits[static_cast<int>(type)] - 1;
        sign_ = 1u << sign_shift_;
        ones_ = sign_ | (sign_ - 1);
        infinity_ = positive_infinity_bits[static_cast<int>(type)];
        EXACTK_CPU_WHEN(bfloat16_taken_for_half,
                        infinity_ = type == ScoreType::bfloat16 ? 0x7C00u : infinity_;)
        nan_ =
            EXACTK_CPU_FAULT(nan_policy_ignored, options.nan_policy == NanPolicy::largest, true) ? ones_ : 0;
        reverse_ = options.direction == Direction::smallest ? ones_ : 0;
    }

    /// The key of the score with these bits, zero-extended; bits above the type's width must be 0.
    /// A clear sign bit is set, a set one inverts the pattern. That leaves -0 one below +0, hence the
    /// addition. Magnitudes are below 2^31, so comparing them as signed numbers, which is cheaper in vectors,
    /// is the same.
    std::uint32_t operator()(std::uint32_t bits) const {
        const std::uint32_t inverted = 0u - ((bits & sign_) >> sign_shift_); // all bits set for a set sign
        const std::uint32_t number = (bits ^ ((inverted & ones_) | sign_)) +
                                     (EXACTK_CPU_FAULT(minus_zero_below, bits == sign_, false) ? 1u : 0u);
        return (is_nan(bits) ? nan_ : number) ^ reverse_;
    }

    bool is_nan(std::uint32_t bits) const {
        return static_cast<std::int32_t>(bits & (sign_ - 1)) > static_cast<std::int32_t>(infinity_);
    }
    bool is_infinite(std::uint32_t bits) const { return (bits & (sign_ - 1)) == infinity_; }

private:
    int sign_shift_;
    std::uint32_t sign_;
    std::uint32_t ones_;
    std::uint32_t infinity_;
    std::uint32_t nan_;
    std::uint32_t reverse_;
};

/// The canonical key of one score (C12), for callers that have no loop over a row.
inline std::uint32_t canonical_key(std::uint32_t bits, ScoreType type, const Options &options) {
    return KeyMap(type, options)(bits);
}

} // namespace exactk::cpu
