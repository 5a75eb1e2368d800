// The passes over a row's scores; compiled several times over for machines of different vector units.
// Spec: contract/C3. Layer: tools/census.
#include "passes.hpp"

#include "keep.hpp"

// One function per instruction set, chosen when the program is loaded. Sanitizers run too late for such a choice.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&     \
    !defined(__SANITIZE_THREAD__)
#define EXACTK_CENSUS_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define EXACTK_CENSUS_CLONES
#endif
#if defined(__GNUC__)
#define EXACTK_CENSUS_INLINE inline __attribute__((always_inline))
#else
#define EXACTK_CENSUS_INLINE inline
#endif

namespace exactk::census {

namespace {

constexpr std::int64_t column_keys = 8; // measured: 4 and 16 take longer where one key in 30 is kept
constexpr std::int64_t columns = stretch / column_keys;

template <class Key> using Score = std::make_unsigned_t<Key>;

// Counts are kept in the key's own type, so that a vector of keys has a vector of counts beside it.
template <class Key>
EXACTK_CENSUS_INLINE Seen make_keys_in(Scores<Key> scores, std::int64_t n, KeyRule rule, Key *keys) {
    constexpr auto magnitude_bits = static_cast<Score<Key>>(std::numeric_limits<Key>::max());
    Key zeros = 0;
    Key greatest = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        const auto magnitude = static_cast<Key>(scores[i] & magnitude_bits);
        zeros = static_cast<Key>(zeros + static_cast<Key>(magnitude == 0));
        greatest = magnitude > greatest ? magnitude : greatest;
        keys[i] = key_of<Key>(scores[i], rule);
    }
    return {zeros, static_cast<std::uint32_t>(greatest)};
}

template <class Key>
EXACTK_CENSUS_INLINE std::int64_t keep_each(const Key *keys, std::int64_t n, Key least, Key *kept) {
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        kept[count] = keys[i];
        count += keys[i] >= least ? 1 : 0;
    }
    return count;
}

/// A whole stretch is looked at as a table of `column_keys` lines: the greatest key of each column is found for many
/// columns at once, and only columns that have something to keep are gone through key by key.
template <class Key>
EXACTK_CENSUS_INLINE std::int64_t keep_in(const Key *keys, std::int64_t n, Key least, Key *kept) {
    if (n != stretch)
        return keep_each(keys, n, least, kept);
    Key greatest[columns];
    for (std::int64_t j = 0; j < columns; ++j)
        greatest[j] = keys[j];
    for (std::int64_t line = 1; line < column_keys; ++line) {
        for (std::int64_t j = 0; j < columns; ++j)
            greatest[j] = keys[line * columns + j] > greatest[j] ? keys[line * columns + j] : greatest[j];
    }
    std::int16_t found[columns];
    std::int64_t finds = 0;
    for (std::int64_t j = 0; j < columns; ++j) {
        found[finds] = static_cast<std::int16_t>(j);
        finds += greatest[j] >= least ? 1 : 0;
    }
    if (finds > columns / 2)
        return keep_each(keys, n, least, kept);
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < finds; ++i) {
        for (std::int64_t line = 0; line < column_keys; ++line) {
            const Key key = keys[line * columns + found[i]];
            kept[count] = key;
            count += key >= least ? 1 : 0;
        }
    }
    return count;
}

template <class Key> EXACTK_CENSUS_INLINE Extremes extremes_in(const Key *keys, std::int64_t n) {
    Key least = keys[0];
    Key greatest = keys[0];
    for (std::int64_t i = 1; i < n; ++i) {
        least = keys[i] < least ? keys[i] : least;
        greatest = keys[i] > greatest ? keys[i] : greatest;
    }
    return {least, greatest};
}

template <class Key> EXACTK_CENSUS_INLINE Key least_from_in(const Key *keys, std::int64_t n, Key bound) {
    Key least = std::numeric_limits<Key>::max();
    for (std::int64_t i = 0; i < n; ++i) {
        // By bits, since a condition in a condition is not made vector code.
        const auto below = static_cast<Key>(-static_cast<Key>(keys[i] < bound));
        const auto reaching =
            static_cast<Key>((keys[i] & ~below) | (std::numeric_limits<Key>::max() & below));
        least = reaching < least ? reaching : least;
    }
    return least;
}

template <class Key>
EXACTK_CENSUS_INLINE std::int64_t count_from_in(const Key *keys, std::int64_t n, Key least) {
    Key count = 0;
    for (std::int64_t i = 0; i < n; ++i)
        count = static_cast<Key>(count + static_cast<Key>(keys[i] >= least));
    return count;
}

template <class Key>
EXACTK_CENSUS_INLINE void count_sides_in(const Key *keys, std::int64_t n, const Edges &edges, Sides &sides) {
    const auto l0 = static_cast<Key>(edges.least[0]);
    const auto l1 = static_cast<Key>(edges.least[1]);
    const auto l2 = static_cast<Key>(edges.least[2]);
    const auto l3 = static_cast<Key>(edges.least[3]);
    const auto l4 = static_cast<Key>(edges.least[4]);
    const auto g0 = static_cast<Key>(edges.greatest[0]);
    const auto g1 = static_cast<Key>(edges.greatest[1]);
    const auto g2 = static_cast<Key>(edges.greatest[2]);
    const auto g3 = static_cast<Key>(edges.greatest[3]);
    const auto g4 = static_cast<Key>(edges.greatest[4]);
    Key b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        const Key key = keys[i];
        b0 = static_cast<Key>(b0 + static_cast<Key>(key < l0));
        b1 = static_cast<Key>(b1 + static_cast<Key>(key < l1));
        b2 = static_cast<Key>(b2 + static_cast<Key>(key < l2));
        b3 = static_cast<Key>(b3 + static_cast<Key>(key < l3));
        b4 = static_cast<Key>(b4 + static_cast<Key>(key < l4));
        a0 = static_cast<Key>(a0 + static_cast<Key>(key > g0));
        a1 = static_cast<Key>(a1 + static_cast<Key>(key > g1));
        a2 = static_cast<Key>(a2 + static_cast<Key>(key > g2));
        a3 = static_cast<Key>(a3 + static_cast<Key>(key > g3));
        a4 = static_cast<Key>(a4 + static_cast<Key>(key > g4));
    }
    const Key below[] = {b0, b1, b2, b3, b4};
    const Key above[] = {a0, a1, a2, a3, a4};
    for (int i = 0; i < sides_count; ++i) {
        sides.below[i] += below[i];
        sides.above[i] += above[i];
    }
}

/// The same of scores, and for what is below alone.
template <class Key>
EXACTK_CENSUS_INLINE void count_below_in(Scores<Key> scores, std::int64_t n, KeyRule rule, const Edges &edges,
                                         Sides &sides) {
    const auto l0 = static_cast<Key>(edges.least[0]);
    const auto l1 = static_cast<Key>(edges.least[1]);
    const auto l2 = static_cast<Key>(edges.least[2]);
    const auto l3 = static_cast<Key>(edges.least[3]);
    const auto l4 = static_cast<Key>(edges.least[4]);
    Key b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        const Key key = key_of<Key>(scores[i], rule);
        b0 = static_cast<Key>(b0 + static_cast<Key>(key < l0));
        b1 = static_cast<Key>(b1 + static_cast<Key>(key < l1));
        b2 = static_cast<Key>(b2 + static_cast<Key>(key < l2));
        b3 = static_cast<Key>(b3 + static_cast<Key>(key < l3));
        b4 = static_cast<Key>(b4 + static_cast<Key>(key < l4));
    }
    const Key below[] = {b0, b1, b2, b3, b4};
    for (int i = 0; i < sides_count; ++i)
        sides.below[i] += below[i];
}

template <class Key>
EXACTK_CENSUS_INLINE void count_specials_in(Scores<Key> scores, std::int64_t n, KeyRule rule,
                                            Specials &specials) {
    constexpr auto magnitude_bits = static_cast<Score<Key>>(std::numeric_limits<Key>::max());
    const auto infinity = static_cast<Key>(rule.infinity_magnitude);
    const auto half = static_cast<Key>(rule.half_magnitude);
    const auto negative = static_cast<Score<Key>>(rule.infinity_magnitude | (magnitude_bits + 1u));
    Key nans = 0, above = 0, below = 0, beyond = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        const auto magnitude = static_cast<Key>(scores[i] & magnitude_bits);
        nans = static_cast<Key>(nans + static_cast<Key>(magnitude > infinity));
        above = static_cast<Key>(above + static_cast<Key>(scores[i] == static_cast<Score<Key>>(infinity)));
        below = static_cast<Key>(below + static_cast<Key>(scores[i] == negative));
        beyond = static_cast<Key>(beyond + static_cast<Key>(magnitude > half));
    }
    specials.nans += nans;
    specials.infinities[0] += above;
    specials.infinities[1] += below;
    specials.beyond_half += beyond - nans - above - below;
}

} // namespace

EXACTK_CENSUS_CLONES Seen make_keys(Scores<std::int32_t> scores, std::int64_t n, const KeyRule &rule,
                                    std::int32_t *keys) {
    return make_keys_in<std::int32_t>(scores, n, rule, keys);
}
EXACTK_CENSUS_CLONES Seen make_keys(Scores<std::int16_t> scores, std::int64_t n, const KeyRule &rule,
                                    std::int16_t *keys) {
    return make_keys_in<std::int16_t>(scores, n, rule, keys);
}

EXACTK_CENSUS_CLONES std::int64_t keep_anywhere(const std::int32_t *keys, std::int64_t n, std::int32_t least,
                                                std::int32_t *kept) {
    return keep_in(keys, n, least, kept);
}
EXACTK_CENSUS_CLONES std::int64_t keep_anywhere(const std::int16_t *keys, std::int64_t n, std::int16_t least,
                                                std::int16_t *kept) {
    return keep_in(keys, n, least, kept);
}

EXACTK_CENSUS_CLONES Extremes extremes(const std::int32_t *keys, std::int64_t n) {
    return extremes_in(keys, n);
}
EXACTK_CENSUS_CLONES Extremes extremes(const std::int16_t *keys, std::int64_t n) {
    return extremes_in(keys, n);
}

EXACTK_CENSUS_CLONES std::int32_t least_from(const std::int32_t *keys, std::int64_t n, std::int32_t bound) {
    return least_from_in(keys, n, bound);
}
EXACTK_CENSUS_CLONES std::int16_t least_from(const std::int16_t *keys, std::int64_t n, std::int16_t bound) {
    return least_from_in(keys, n, bound);
}

EXACTK_CENSUS_CLONES std::int64_t count_from(const std::int32_t *keys, std::int64_t n, std::int32_t least) {
    return count_from_in(keys, n, least);
}
EXACTK_CENSUS_CLONES std::int64_t count_from(const std::int16_t *keys, std::int64_t n, std::int16_t least) {
    return count_from_in(keys, n, least);
}

EXACTK_CENSUS_CLONES void count_sides(const std::int32_t *keys, std::int64_t n, const Edges &edges,
                                      Sides &sides) {
    count_sides_in(keys, n, edges, sides);
}
EXACTK_CENSUS_CLONES void count_sides(const std::int16_t *keys, std::int64_t n, const Edges &edges,
                                      Sides &sides) {
    count_sides_in(keys, n, edges, sides);
}

EXACTK_CENSUS_CLONES void count_below(Scores<std::int32_t> scores, std::int64_t n, const KeyRule &rule,
                                      const Edges &edges, Sides &sides) {
    count_below_in<std::int32_t>(scores, n, rule, edges, sides);
}
EXACTK_CENSUS_CLONES void count_below(Scores<std::int16_t> scores, std::int64_t n, const KeyRule &rule,
                                      const Edges &edges, Sides &sides) {
    count_below_in<std::int16_t>(scores, n, rule, edges, sides);
}

EXACTK_CENSUS_CLONES void count_specials(Scores<std::int32_t> scores, std::int64_t n, const KeyRule &rule,
                                         Specials &specials) {
    count_specials_in<std::int32_t>(scores, n, rule, specials);
}
EXACTK_CENSUS_CLONES void count_specials(Scores<std::int16_t> scores, std::int64_t n, const KeyRule &rule,
                                         Specials &specials) {
    count_specials_in<std::int16_t>(scores, n, rule, specials);
}

} // namespace exactk::census
