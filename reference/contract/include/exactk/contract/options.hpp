// What a caller can choose about an answer; the defaults are the contract's.
// Spec: contract/C3 C4 C6 C7. Layer: reference/contract.
#pragma once

#include <cstdint>

namespace exactk {

/// Which end of the value order is preferred (C3).
enum class Direction : std::uint8_t { largest = 0, smallest = 1 };

/// Which of several equal scores is preferred: the lowest index or the highest (C4).
enum class Ties : std::uint8_t { low = 0, high = 1 };

/// How the selected indices are sequenced: ascending index, or by rank (C6).
enum class Order : std::uint8_t { index = 0, rank = 1 };

/// Where NaNs stand in the value order: above +inf or below -inf (C3).
enum class NanPolicy : std::uint8_t { largest = 0, smallest = 1 };

struct Options {
    Direction direction = Direction::largest;
    Ties ties = Ties::low;
    Order order = Order::index;
    NanPolicy nan_policy = NanPolicy::largest;
    /// Index written to slots [m, k) (C7).
    std::int32_t fill_index = -1;
    /// When false the fill score is -inf for direction `largest` and +inf for `smallest` (C7).
    bool fill_score_given = false;
    /// When fill_score_given: bit pattern of the fill score in the score's own type, in the low bits.
    std::uint32_t fill_score_bits = 0;
};

} // namespace exactk
