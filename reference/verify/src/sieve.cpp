// A sieve before the judge's own order, written so that compilers make vectors of it.
// Spec: contract/C3. Layer: reference/verify.
#include "sieve.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

// With vectors of 32 bytes it takes half as long. Which of the two forms runs is decided where the program is loaded; both
// come from one source. Elsewhere vectors are what the compiler was told to use.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define EXACTK_VERIFY_WIDE __attribute__((target_clones("avx2", "default")))
#define EXACTK_VERIFY_INLINE inline __attribute__((always_inline))
#else
#define EXACTK_VERIFY_WIDE
#define EXACTK_VERIFY_INLINE inline
#endif

namespace exactk::verify {
namespace {

constexpr std::int64_t block = 64; // bound: elements to a word of bits

/// Sign and magnitude as an integer that ascends with the number; -0 is -1, NaNs lie beyond the infinities.
template <class Integer> constexpr Integer place_of(Integer pattern) {
    constexpr int last_bit = int{sizeof(Integer)} * 8 - 1;
    using Unsigned = std::make_unsigned_t<Integer>;
    constexpr auto magnitude = static_cast<Integer>(static_cast<Unsigned>(~Unsigned{0}) >> 1);
    return static_cast<Integer>(pattern ^ (static_cast<Integer>(pattern >> last_bit) & magnitude));
}

/// One bit for each of 64 elements: set unless its place is in [first, last]. The difference wraps, so that one
/// comparison asks for both ends.
template <class Integer>
EXACTK_VERIFY_INLINE std::uint64_t keep_block_of(const std::byte *scores, Integer first, Integer last) {
    using Unsigned = std::make_unsigned_t<Integer>;
    const auto span = static_cast<Unsigned>(static_cast<Unsigned>(last) - static_cast<Unsigned>(first));
    std::array<std::uint8_t, block> flags;
    for (std::size_t i = 0; i < block; ++i) {
        Integer pattern = 0;
        std::memcpy(&pattern, scores + i * sizeof pattern, sizeof pattern);
        const auto from_first =
            static_cast<Unsigned>(static_cast<Unsigned>(place_of(pattern)) - static_cast<Unsigned>(first));
        flags[i] = from_first > span ? 1 : 0;
    }
    // Eight flags of a byte each become eight bits: the product moves flag i to bit 56 + i, and nothing else there.
    constexpr std::uint64_t gather =
        0x0102040810204080; // bound: the sum of 2^(56 - 7 i) over the eight flags
    static_assert(std::endian::native == std::endian::little, "flag i is byte i of the word");
    std::uint64_t bits = 0;
    for (std::size_t eight = 0; eight < block / 8; ++eight) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, flags.data() + 8 * eight, sizeof bytes);
        bits |= (bytes * gather >> 56) << (8 * eight);
    }
    return bits;
}

EXACTK_VERIFY_WIDE std::uint64_t keep_block(const std::byte *scores, std::int32_t first, std::int32_t last) {
    return keep_block_of(scores, first, last);
}

EXACTK_VERIFY_WIDE std::uint64_t keep_block(const std::byte *scores, std::int16_t first, std::int16_t last) {
    return keep_block_of(scores, first, last);
}

/// Blocks from the first on in which as many elements are out of [first, last] as `taken` has bits.
template <class Integer>
EXACTK_VERIFY_INLINE std::int64_t count_clean_of(const std::byte *scores, std::int64_t blocks,
                                                 const std::uint64_t *taken, Integer first, Integer last) {
    using Unsigned = std::make_unsigned_t<Integer>;
    const auto span = static_cast<Unsigned>(static_cast<Unsigned>(last) - static_cast<Unsigned>(first));
    for (std::int64_t at = 0; at < blocks; ++at) {
        const std::byte *from = scores + at * block * std::int64_t{sizeof(Integer)};
        Unsigned kept = 0;
        for (std::size_t i = 0; i < block; ++i) {
            Integer pattern = 0;
            std::memcpy(&pattern, from + i * sizeof pattern, sizeof pattern);
            const auto from_first = static_cast<Unsigned>(static_cast<Unsigned>(place_of(pattern)) -
                                                          static_cast<Unsigned>(first));
            kept = static_cast<Unsigned>(kept + (from_first > span ? 1 : 0));
        }
        if (static_cast<int>(kept) != std::popcount(taken[at]))
            return at;
    }
    return blocks;
}

EXACTK_VERIFY_WIDE std::int64_t count_clean(const std::byte *scores, std::int64_t blocks,
                                            const std::uint64_t *taken, std::int32_t first,
                                            std::int32_t last) {
    return count_clean_of(scores, blocks, taken, first, last);
}

EXACTK_VERIFY_WIDE std::int64_t count_clean(const std::byte *scores, std::int64_t blocks,
                                            const std::uint64_t *taken, std::int16_t first,
                                            std::int16_t last) {
    return count_clean_of(scores, blocks, taken, first, last);
}

template <class Integer>
std::uint64_t keep(const std::byte *scores, std::int64_t count, Integer first, Integer last) {
    if (count == block)
        return keep_block(scores, first, last);
    std::array<std::byte, block * sizeof(Integer)> padded{};
    std::memcpy(padded.data(), scores, static_cast<std::size_t>(count) * sizeof(Integer));
    return keep_block(padded.data(), first, last) & ((std::uint64_t{1} << count) - 1);
}

} // namespace

Sieve::Sieve(ScoreType type, const JudgedOrder &order, std::uint32_t worst_bits)
    : type_(type), all_(order.value(worst_bits).level != 0) {
    const auto kind = static_cast<int>(type);
    const auto place = [kind](std::uint32_t bits) {
        return score_bits[kind] == 32 ? place_of(static_cast<std::int32_t>(bits))
                                      : std::int32_t{place_of(static_cast<std::int16_t>(bits))};
    };
    // A NaN's place may have no neighbour.
    if (all_)
        return;
    const std::int32_t at = place(worst_bits);
    const bool zero = at == 0 || at == -1;
    if (order.prefers_largest()) {
        worse_first_ = place(negative_infinity_bits[kind]);
        worse_last_ = (zero ? -1 : at) - 1;
    } else {
        worse_first_ = (zero ? 0 : at) + 1;
        worse_last_ = place(positive_infinity_bits[kind]);
    }
    // Nothing is worse than the infinity at the other end.
    all_ = worse_first_ > worse_last_;
}

std::int64_t Sieve::clean(const std::byte *scores, std::int64_t blocks, const std::uint64_t *taken) const {
    if (all_)
        return 0;
    if (score_bits[static_cast<int>(type_)] == 32)
        return count_clean(scores, blocks, taken, worse_first_, worse_last_);
    return count_clean(scores, blocks, taken, static_cast<std::int16_t>(worse_first_),
                       static_cast<std::int16_t>(worse_last_));
}

std::uint64_t Sieve::kept(const std::byte *scores, std::int64_t count) const {
    if (all_)
        return count < block ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
    if (score_bits[static_cast<int>(type_)] == 32)
        return keep<std::int32_t>(scores, count, worse_first_, worse_last_);
    return keep<std::int16_t>(scores, count, static_cast<std::int16_t>(worse_first_),
                              static_cast<std::int16_t>(worse_last_));
}

} // namespace exactk::verify
