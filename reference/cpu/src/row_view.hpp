// The eligible elements of one row, readable as bits or as keys.
// Spec: contract/C1 C10 C11, algorithm/S0 S2. Layer: reference/cpu.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "key_map.hpp"

namespace exactk::cpu {

/// `Bits` is the unsigned type as wide as a score. Loads go through memcpy: the memory holds floats or
/// whatever the caller calls its 16-bit type, and only bytes may be read as something else.
template <class Bits> struct RowView {
    const std::byte *first; ///< element 0; not looked at if n is 0
    std::int64_t n;         ///< eligible elements; nothing at or beyond n is read
    KeyMap map;

    std::uint32_t bits(std::int64_t i) const {
        Bits value;
        std::memcpy(&value, first + i * std::int64_t{sizeof(Bits)}, sizeof(Bits));
        return value;
    }
    std::uint32_t key(std::int64_t i) const { return map(bits(i)); }
};

} // namespace exactk::cpu
