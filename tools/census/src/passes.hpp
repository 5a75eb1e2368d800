// The passes over a row's scores, each in vector code of the machine at hand.
// Spec: contract/C3. Layer: tools/census.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "keys.hpp"

namespace exactk::census {

/// A row's scores as they lie in memory, of any alignment.
template <class Key> struct Scores {
    const std::byte *first = nullptr;

    std::make_unsigned_t<Key> operator[](std::int64_t i) const {
        std::make_unsigned_t<Key> bits;
        std::memcpy(&bits, first + i * static_cast<std::int64_t>(sizeof bits), sizeof bits);
        return bits;
    }
    Scores operator+(std::int64_t i) const { return {first + i * static_cast<std::int64_t>(sizeof(Key))}; }
};

/// Elements that one call of a pass takes at most: counts of so many fit 16 bits.
inline constexpr std::int64_t pass_elements = 16384; // bound: below 2^15

/// Scores whose keys are made at a time.
inline constexpr std::int64_t stretch = 2048; // measured: so many keys stay in the first cache

/// Of a stretch of scores.
struct Seen {
    std::int64_t zeros = 0;
    std::uint32_t greatest_magnitude = 0;
};

/// Bins that hold the cut, of bin_widths in turn, and then the cut's own value.
inline constexpr int sides_count = 5; // bound: bin_width_count + 1

/// Keys at which those begin and end; they nest.
struct Edges {
    std::int32_t least[sides_count] = {};
    std::int32_t greatest[sides_count] = {};
};

/// Elements on either side of them.
struct Sides {
    std::int64_t below[sides_count] = {};
    std::int64_t above[sides_count] = {};
};

/// Special scores of a stretch.
struct Specials {
    std::int64_t nans = 0;
    std::int64_t infinities[2] = {}; ///< +inf, -inf
    std::int64_t beyond_half = 0;    ///< finite, of magnitude above 65504
};

// Each exists for 32-bit and for 16-bit scores; n is at most pass_elements.

/// keys[i] = key of scores[i].
Seen make_keys(Scores<std::int32_t> scores, std::int64_t n, const KeyRule &rule, std::int32_t *keys);
Seen make_keys(Scores<std::int16_t> scores, std::int64_t n, const KeyRule &rule, std::int16_t *keys);

struct Extremes {
    std::int32_t least = 0;
    std::int32_t greatest = 0;
};

/// Of at least one key.
Extremes extremes(const std::int32_t *keys, std::int64_t n);
Extremes extremes(const std::int16_t *keys, std::int64_t n);

/// The least key that is at least `bound`, or the type's greatest number if there is none.
std::int32_t least_from(const std::int32_t *keys, std::int64_t n, std::int32_t bound);
std::int16_t least_from(const std::int16_t *keys, std::int64_t n, std::int16_t bound);

/// How many keys are at least `least`.
std::int64_t count_from(const std::int32_t *keys, std::int64_t n, std::int32_t least);
std::int64_t count_from(const std::int16_t *keys, std::int64_t n, std::int16_t least);

/// Adds to `sides`.
void count_sides(const std::int32_t *keys, std::int64_t n, const Edges &edges, Sides &sides);
void count_sides(const std::int16_t *keys, std::int64_t n, const Edges &edges, Sides &sides);

/// The same of scores, and for `below` alone.
void count_below(Scores<std::int32_t> scores, std::int64_t n, const KeyRule &rule, const Edges &edges,
                 Sides &sides);
void count_below(Scores<std::int16_t> scores, std::int64_t n, const KeyRule &rule, const Edges &edges,
                 Sides &sides);

/// Adds to `specials`.
void count_specials(Scores<std::int32_t> scores, std::int64_t n, const KeyRule &rule, Specials &specials);
void count_specials(Scores<std::int16_t> scores, std::int64_t n, const KeyRule &rule, Specials &specials);

} // namespace exactk::census
