// The test that keeps an element by its score alone: one multiply-add whose sign says on which side it lies.
// Spec: algorithm/F4 F5, contract/C3 C12. Layer: device.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "steps/sample.cuh"

namespace exactk::device {

/// T between the infinities (F4).
__device__ inline std::uint32_t settled_threshold(const RowArguments &arguments, std::uint32_t threshold) {
    return threshold <= arguments.rule.worst ? 0u : min(threshold, arguments.rule.best);
}

/// Pattern of a score of the launch's type as a float of the same value.
template <class Bits> __device__ inline float score_value(const RowArguments &arguments, std::uint32_t bits) {
    if constexpr (sizeof(Bits) == 4) {
        return __uint_as_float(bits);
    } else {
        return arguments.bfloat ? __uint_as_float(bits << 16)
                                : __half2float(__ushort_as_half(static_cast<unsigned short>(bits)));
    }
}

/// kept(x) is the sign of x * scale + offset, or its opposite. A sum has the sign of the exact one, since it is rounded
/// once and subnormals are kept; a NaN has none, for the one that arithmetic makes has a clear sign bit.
struct KeepRule {
    float scale;
    float offset;
    std::uint32_t flip; ///< all ones: elements without a sign are kept
};

/// The rule for a threshold that is settled: kept are the elements whose keys are at least the threshold.
template <class Bits>
__device__ inline KeepRule keep_rule(const RowArguments &arguments, std::uint32_t threshold) {
    if (threshold == 0) {
        return {0.0f, 0.0f, 0xFFFFFFFFu}; // a zero or a NaN for every element
    }
    const KeyRule &rule = arguments.rule;
    std::uint32_t upward = threshold ^ rule.reverse;
    // The one key that no score has between those that scores have: a -0 that kept its sign. Looked at from below it
    // stands for zero, which is what the value below says; from above it must not.
    upward -= rule.reverse != 0 && upward == rule.sign - 1u ? 1u : 0u;
    const std::uint32_t bits = (upward & rule.sign) != 0 ? upward ^ rule.sign : upward ^ rule.ones;
    // Scores times this: larger is preferred.
    const float toward = rule.reverse != 0 ? -1.0f : 1.0f;
    const float least = score_value<Bits>(arguments, bits) * toward;
    if (rule.keeps_nan) {
        // Dropped is what lies below. Zeros of either sign must not: their sum with +0 is +0.
        return {toward, least == 0.0f ? 0.0f : -least, 0xFFFFFFFFu};
    }
    // Kept is what lies above the float next below.
    const std::uint32_t pattern = __float_as_uint(least);
    const std::uint32_t below = least == 0.0f ? 0x80000001u : least > 0.0f ? pattern - 1 : pattern + 1;
    return {-toward, __uint_as_float(below), 0u};
}

/// Tests elements one after the other: shifts a sign in from below.
__device__ inline std::uint32_t shift_in_sign(const KeepRule &rule, float value, std::uint32_t signs) {
    return __funnelshift_l(__float_as_uint(fmaf(value, rule.scale, rule.offset)), signs, 1);
}

} // namespace exactk::device
