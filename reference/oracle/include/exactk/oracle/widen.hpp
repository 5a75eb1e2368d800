// Turns the bit pattern of a score into a double by the definition of its format.
// Spec: contract/C3 C15. Layer: reference/oracle.
#pragma once

#include <cstdint>

#include <exactk/contract/score_type.hpp>

namespace exactk::oracle {

/// The value of a score as a double, exactly: (-1)^sign * significand * 2^exponent. Zeros keep their sign,
/// infinities become infinities, every NaN becomes a quiet NaN. No result but zero is a subnormal double, and
/// no floating point value is converted on the way, so flush-to-zero and denormals-are-zero modes change
/// nothing. `bits` holds the pattern in its low score_bits[type] bits, higher bits are ignored; `type` must
/// be a known type. O(1), a few nanoseconds, no errors.
double widen(std::uint32_t bits, ScoreType type) noexcept;

/// Whether the pattern is a NaN of either sign and any payload; decided on integers. Same preconditions.
bool is_nan(std::uint32_t bits, ScoreType type) noexcept;

} // namespace exactk::oracle
