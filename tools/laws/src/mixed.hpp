// Numbers from a number, one after the other: quick, and the same everywhere.
// Spec: contract/C15. Layer: tools/laws.
#pragma once

#include <cstdint>

namespace exactk::laws {

inline std::uint64_t next_mixed(std::uint64_t &state) {
    state += 0x9E3779B97F4A7C15u; // bound: splitmix64
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u; // bound: splitmix64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu; // bound: splitmix64
    return z ^ (z >> 31);
}

} // namespace exactk::laws
