// A row's keys in the registers of one CTA, and masks over them.
// Spec: algorithm/S2 F1 F6, contract/C3 C10 C12. Layer: device.
#pragma once

#include "steps/list_rounds.cuh"

namespace exactk::device {

/// The keys of a thread's elements. A warp holds a strip of 32 * elements elements, of which a lane has every 32nd vector of 16
/// bytes: bit q * per_vector + e of a mask stands for element e of vector q.
template <class Bits, int elements> struct RowKeys {
    static constexpr int per_vector = static_cast<int>(ChunkScores<Bits>::per_vector);
    static constexpr int vectors = elements / per_vector;
    static constexpr std::uint32_t all = elements == 32 ? 0xFFFFFFFFu : (1u << (elements & 31)) - 1u;
    static constexpr std::uint32_t strip_length = 32 * elements;
    /// Short rows in a wide launch leave many warps without an element. Where rows have a kernel of their own few are, and with 32
    /// elements to ask costs registers that are not there.
    static constexpr bool skips_empty = elements < 32;
    static_assert(elements <= 32 && vectors * per_vector == elements);

    std::uint32_t keys[elements]; ///< outside the row that of the first, or 0
    std::uint32_t inside;

    /// Position in the row of this lane's first element.
    __device__ static std::uint32_t position() { return warp_id() * strip_length + lane_id() * per_vector; }
    /// Position of element i of a lane whose first is at `position`.
    __device__ static std::uint32_t position_of(std::uint32_t position, int i) {
        return position + static_cast<std::uint32_t>(i / per_vector * 32 * per_vector + i % per_vector);
    }

    /// Reads this warp's strip of a row of n elements; nothing outside the row is read. Strips begin with the row, whatever its
    /// alignment is, so that as many elements always fit.
    __device__ void load(const Bits *scores, std::uint32_t n) {
        const std::uint32_t begin = position();
        const bool whole = warp_id() * strip_length < n && n - warp_id() * strip_length >= strip_length;
        if (whole && reinterpret_cast<std::uintptr_t>(scores) % 16 == 0) {
            uint4 loaded[vectors];
#pragma unroll
            for (int q = 0; q < vectors; ++q) {
                loaded[q] =
                    __ldg(reinterpret_cast<const uint4 *>(scores + position_of(begin, q * per_vector)));
            }
            inside = all;
#pragma unroll
            for (int i = 0; i < elements; ++i) {
                keys[i] = vector_element<Bits>(loaded[i / per_vector], i % per_vector);
            }
            return;
        }
        inside = 0;
        if (skips_empty && warp_id() * strip_length >= n) {
#pragma unroll
            for (int i = 0; i < elements; ++i) {
                keys[i] = 0;
            }
            return;
        }
        // A strip that is cut off or lies askew is loaded element by element.
#pragma unroll
        for (int i = 0; i < elements; ++i) {
            const std::uint32_t at = position_of(begin, i);
            keys[i] = 0;
            if (at < n) {
                inside |= 1u << i;
                keys[i] = static_cast<std::uint32_t>(__ldg(scores + at));
            }
        }
    }

    /// Makes keys of what was loaded; returns the smallest and the largest.
    template <bool tapped> __device__ KeyBounds make(const RowArguments &arguments) {
        KeyBounds found{0xFFFFFFFFu, 0};
        if (skips_empty && inside == 0) {
            return found;
        }
        if (tapped) {
#pragma unroll
            for (int i = 0; i < elements; ++i) {
                const bool there = (inside >> i & 1u) != 0;
                keys[i] = there ? canonical_key<tapped>(arguments, keys[i]) : 0u;
                found = {min(found.lo, there ? keys[i] : 0xFFFFFFFFu), max(found.hi, keys[i])};
            }
            return found;
        }
        // What lies outside the row is taken for its lane's first element, which is outside only if all are.
        if (inside != all) {
#pragma unroll
            for (int i = 1; i < elements; ++i) {
                keys[i] = (inside >> i & 1u) != 0 ? keys[i] : keys[0];
            }
        }
        // Numbers are ordered in few instructions. A NaN stands beyond one of the infinities then, and is seldom there.
        const KeyRule &rule = arguments.rule;
#pragma unroll
        for (int i = 0; i < elements; ++i) {
            keys[i] = ordered_number(rule, keys[i]);
            found = {min(found.lo, keys[i]), max(found.hi, keys[i])};
        }
        if (found.hi > rule.best || found.lo < rule.worst) {
            found = {0xFFFFFFFFu, 0};
#pragma unroll
            for (int i = 0; i < elements; ++i) {
                const bool number = keys[i] <= rule.best && keys[i] >= rule.worst;
                keys[i] = number ? keys[i] : rule.nan ^ rule.reverse;
                found = {min(found.lo, keys[i]), max(found.hi, keys[i])};
            }
        }
        return inside != 0 ? found : KeyBounds{0xFFFFFFFFu, 0};
    }

    /// Bits of the elements whose keys are at least `least`.
    __device__ std::uint32_t at_least(std::uint32_t least) const {
        std::uint32_t bits = 0;
        add_at_least<0>(bits, least);
        return bits & inside;
    }
    /// Bits of the elements whose keys are above `key`.
    __device__ std::uint32_t above(std::uint32_t key) const {
        return key == 0xFFFFFFFFu ? 0u : at_least(key + 1u);
    }

    /// Bounds of the keys from `least` to `last`. Where some of a lane's elements lie outside the row and some do not, those outside
    /// have the key of one inside, or 0, as has a NaN that loses to all, and no digit has both that key and a number's.
    __device__ KeyBounds bounds(std::uint32_t least, std::uint32_t last) const {
        if (inside == 0) {
            return {0xFFFFFFFFu, 0u};
        }
        // Distances from the ends: what lies beyond the other end, or wraps around, is farther away than that.
        std::uint32_t from_least = 0xFFFFFFFFu;
        std::uint32_t from_last = 0xFFFFFFFFu;
#pragma unroll
        for (int i = 0; i < elements; ++i) {
            from_least = min(from_least, keys[i] - least);
            from_last = min(from_last, last - keys[i]);
        }
        return from_least <= last - least ? KeyBounds{least + from_least, last - from_last}
                                          : KeyBounds{0xFFFFFFFFu, 0u};
    }

    /// Low bits in which a few keys differ. If none do in any thread, digits may be multiples of 16 apart, as those of round
    /// numbers are, and bins are to be spread; a wrong guess costs time alone.
    __device__ std::uint32_t varying_bits() const {
        constexpr int first_shift = sizeof(Bits) == 4 ? 15 : 2; // bound: F6, near in one digit of 11 bits
        constexpr std::uint32_t low = (16u << first_shift) - 1u;
        return ((keys[0] ^ keys[1]) | (keys[0] ^ keys[2]) | (keys[0] ^ keys[3])) & low;
    }

    /// S4 from registers.
    __device__ void count(const ListRound &look, Shared &shared, int number) const {
        if (skips_empty && inside == 0) {
            return;
        }
        const std::uint32_t spread = shared.state.spread;
        std::uint32_t *const bins = shared.histogram[number];
        constexpr std::uint32_t none = bins_max;
        if (look.last == none - 1 && spread == 0) {
#pragma unroll
            for (int i = 0; i < elements; ++i) {
                atomicAdd(bins + min((keys[i] - look.first) >> look.shift, none), 1u);
            }
        } else {
#pragma unroll
            for (int i = 0; i < elements; ++i) {
                const std::uint32_t digit = (keys[i] - look.first) >> look.shift;
                atomicAdd(bins + (digit <= look.last ? bin_of(digit, spread) : none), 1u);
            }
        }
        // What lies outside the row was counted, for that is cheaper than asking each time. If anything does, the last one does.
        const std::uint32_t digit = look.digit(keys[elements - 1]);
        if (inside != all && digit <= look.last) {
            atomicSub(bins + bin_of(digit, spread), static_cast<std::uint32_t>(__popc(inside ^ all)));
        }
    }

private:
    /// canonical_key for anything but a NaN.
    __device__ static std::uint32_t ordered_number(const KeyRule &rule, std::uint32_t bits) {
        if constexpr (sizeof(Bits) == 4) {
            bits = __float_as_uint(__fadd_rn(__uint_as_float(bits), 0.0f)); // -0 becomes +0, all else stays
            const std::uint32_t negative = static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31);
            return bits ^ (negative | rule.sign) ^ rule.reverse;
        } else {
            const std::uint32_t negative =
                static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << 16) >> 31);
            const std::uint32_t up = bits ^ ((negative | rule.sign) & rule.ones);
            return (up == rule.sign - 1u ? rule.sign : up) ^ rule.reverse;
        }
    }
    /// One comparison and one predicated addition an element, which the compiler makes three of.
    template <int i> __device__ void add_at_least(std::uint32_t &bits, std::uint32_t least) const {
        if constexpr (i < elements) {
            asm("{ .reg .pred there; setp.ge.u32 there, %1, %2; @there add.u32 %0, %0, %3; }"
                : "+r"(bits)
                : "r"(keys[i]), "r"(least), "n"(1u << i));
            add_at_least<i + 1>(bits, least);
        }
    }
};

} // namespace exactk::device
