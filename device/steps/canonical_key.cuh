// The canonical key of a score from its bits, by the launch's constants.
// Spec: algorithm/S2, contract/C3 C12. Layer: device.
#pragma once

#include "steps/geometry.cuh"

namespace exactk::device {

/// Larger is preferred. `bits` has no bits above the type's width.
template <bool tapped>
__device__ inline std::uint32_t canonical_key(const RowArguments &arguments, std::uint32_t bits) {
    const KeyRule &rule = arguments.rule;
    const std::uint32_t magnitude = bits & (rule.ones >> 1);
    // Negative numbers count down from the middle, positive ones up.
    std::uint32_t key = (bits & rule.sign) != 0 ? bits ^ rule.ones : bits | rule.sign;
    if (magnitude == 0 && !has_fault<tapped>(arguments, fault_raw_negative_zero)) {
        key = rule.sign;
    }
    if (magnitude > rule.infinity) {
        key = rule.nan;
        if (has_fault<tapped>(arguments, fault_nan_payload) && (bits & rule.sign) != 0) {
            key = bits ^ rule.ones;
        }
    }
    return key ^ rule.reverse;
}

/// NaN, either infinity, or neither, told from a key: no number shares the keys of these.
__device__ inline std::uint32_t status_of_key(const RowArguments &arguments, std::uint32_t key) {
    const KeyRule &rule = arguments.rule;
    const std::uint32_t upward = key ^ rule.reverse;
    std::uint32_t status = 0;
    status |= upward == rule.nan ? static_cast<std::uint32_t>(row_nan_present) : 0;
    status |= upward == (rule.infinity | rule.sign) || upward == (rule.ones >> 1) - rule.infinity
                  ? static_cast<std::uint32_t>(row_inf_present)
                  : 0;
    return status;
}

} // namespace exactk::device
