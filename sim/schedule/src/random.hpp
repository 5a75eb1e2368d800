// Random numbers that are the same everywhere.
// Spec: contract/C15. Layer: sim.
#pragma once

#include <cstdint>

namespace exactk::schedule {

/// A Weyl sequence, scrambled: every seed gives another row, and no library has a say in it.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 0x7F4A7C15u) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t x = state_;
        x ^= x >> 32;
        x *= 0xD6E8FEB86659FD93u;
        x ^= x >> 29;
        x *= 0xD6E8FEB86659FD93u;
        return x ^ (x >> 32);
    }

    /// 0 to bound - 1, for a bound below 2^32. Its bias is below 2^-32.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((next() >> 32) * bound >> 32);
    }

private:
    std::uint64_t state_;
};

} // namespace exactk::schedule
