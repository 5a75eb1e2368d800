// Picking the keys that reach a bound: the one pass that compilers make no vector code of by themselves.
// Spec: contract/C3. Layer: tools/census.
#pragma once

#include <cstdint>

namespace exactk::census {

/// Room behind the last key kept that `keep` may write to.
inline constexpr std::int64_t keep_slack =
    64; // bound: keys of a vector of 128 bytes, more than any machine's

/// Writes the keys that are at least `least` to `kept`, in any order; returns how many. `kept` has room for
/// n + keep_slack; n is at most pass_elements.
std::int64_t keep(const std::int32_t *keys, std::int64_t n, std::int32_t least, std::int32_t *kept);
std::int64_t keep(const std::int16_t *keys, std::int64_t n, std::int16_t least, std::int16_t *kept);

/// The same without instructions of one machine.
std::int64_t keep_anywhere(const std::int32_t *keys, std::int64_t n, std::int32_t least, std::int32_t *kept);
std::int64_t keep_anywhere(const std::int16_t *keys, std::int64_t n, std::int16_t least, std::int16_t *kept);

} // namespace exactk::census
