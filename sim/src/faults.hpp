// Faults that can be planted into the model, so that the tests can be seen to find each of them.
// Spec: contract/C15, algorithm/S0 to S12 F1 to F8. Layer: sim.
#pragma once

// Libraries are built without EXACTK_FAULTS: there each macro leaves the right code, token by token, and nothing else.
// tools/mutants compiles the same sources once more with it. A site has at most three faults.
#ifdef EXACTK_FAULTS

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

namespace exactk::sim::faults {

/// tools/mutants says what each does, and where it was seen.
enum class Fault : int {
    none,
    length_as_unsigned,
    length_in_vectors,
    zero_has_sign,
    nan_by_sign,
    half_saturates,
    subnormals_flushed,
    one_infinity_seen,
    population_is_quota,
    digest_of_signed,
    row_beyond_capacity,
    tail_lost,
    equal_bases_by_parity,
    threshold_strict,
    counts_wrap,
    candidates_capped,
    skip_nearly_full,
    first_digit_only,
    half_of_key_bits,
    histogram_kept,
    last_ties_one_early,
    few_one_early,
    prefix_united,
    target_without_spread,
    list_truncated,
    short_list_kept,
    near_base_unchecked,
    heavy_unproven,
    heavy_ties_low,
    crowd_rank_whole,
    crowd_digit_one_up,
    crowd_largest_left_out,
    above_top_mixed,
    one_key_unproven,
    one_key_prefix_kept,
    one_key_quota_short,
    tie_cap,
    index_wraps,
    rank_ties_low,
    rank_by_high_half,
    fill_index_default,
    fill_score_of_largest,
    score_nan_quieted,
    all_nan_index_max,
    ties_vary_by_call,
    short_row_skipped,
    short_row_not_ranked,
    boundary_tie_when_full,
    unconverged_filled,
    gap_written,
    input_zeros_made_positive,
    count, ///< one past the last
};

/// The one fault that is on, and the capacity or limit that some of them are about.
struct Planted {
    Fault fault = Fault::none;
    std::int64_t limit = 0;
};
inline Planted planted;

/// Whether the filter's least numbers are lowered, with a fault or without: then a row of a few elements is sampled, is
/// crowded and has more than few candidates.
inline bool filter_lowered = false;

/// The row at hand, for held().
struct Now {
    std::int64_t n = 0;
    std::int64_t m = 0;
};
inline Now now;
inline std::uint64_t calls = 0; ///< of topk, for what differs from call to call

inline bool is(Fault fault) { return planted.fault == fault; }

/// A planted fault is to be a wrong answer and not a crash, so indices that it spoils are brought back into [0, count).
template <class Index, class Count> Index held(Index index, Count count) {
    if (is(Fault::none)) {
        return index;
    }
    if (std::cmp_less_equal(count, 0) || std::cmp_less(index, 0)) {
        return 0;
    }
    return std::cmp_less(index, count) ? index : static_cast<Index>(count - 1);
}

/// Bases of equal elements where the odd CTAs come after the even ones.
template <class Shares> void order_by_parity(Shares &shares) {
    std::uint32_t equal = 0;
    for (std::size_t parity = 0; parity < 2; ++parity) {
        for (std::size_t cta = parity; cta < shares.size(); cta += 2) {
            shares[cta].equal_base = equal;
            equal += shares[cta].equal;
        }
    }
}

/// The key of a float32 score that went through float16, whose largest number is 65504.
inline std::int64_t saturated(std::int64_t key, std::int64_t magnitude, bool negative, bool single) {
    constexpr std::int64_t half_max = 0x477FE000;     // bound: 65504 as float32
    constexpr std::int64_t zero_key = 0x80000000;     // bound: C12
    constexpr std::int64_t infinity_key = 0x7F800000; // bound: above or below zero's
    if (!single || magnitude <= half_max) {
        return key;
    }
    return negative ? zero_key - infinity_key - 1 : zero_key + infinity_key;
}

/// Cuts running counts to what a list has room for; returns the last of them.
template <class Counts> std::int64_t cut_to(Counts &counts, std::int64_t room) {
    for (auto &count : counts) {
        count = std::min<std::int64_t>(count, room);
    }
    return counts.back();
}

/// Copies no more of what is kept than the list has room for.
template <class From, class To> void copy_within(From first, From last, To out, To end, std::uint32_t least) {
    for (; first != last && out != end; ++first) {
        if (*first >= least) {
            *out++ = *first;
        }
    }
}

/// Makes a NaN quiet, as an instruction that computes does. `infinity` is the type's +inf; little end first.
inline void make_quiet(std::byte *score, std::size_t bytes, std::uint32_t infinity) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, score, bytes);
    const std::uint32_t sign = std::uint32_t{1} << (8 * bytes - 1);
    if ((bits & (sign - 1)) > infinity) {
        bits |= (sign - infinity) /
                2; // the highest fraction bit: sign - infinity is twice the lowest exponent bit
        std::memcpy(score, &bits, bytes);
    }
}

/// Whether all scores are NaNs; `infinity` is the type's +inf.
inline bool all_nan(const std::byte *row, std::int64_t n, std::size_t bytes, std::uint32_t infinity) {
    const std::uint32_t magnitude = (std::uint32_t{1} << (8 * bytes - 1)) - 1;
    for (std::int64_t i = 0; i < n; ++i, row += bytes) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, row, bytes);
        if ((bits & magnitude) <= infinity) {
            return false;
        }
    }
    return n > 0;
}

/// Takes the sign off zeros where they lie.
inline void make_positive(void *row, std::int64_t n, std::size_t bytes) {
    const std::uint32_t minus_zero = std::uint32_t{1} << (8 * bytes - 1);
    auto *score = static_cast<std::byte *>(row);
    for (std::int64_t i = 0; i < n; ++i, score += bytes) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, score, bytes);
        bits = bits == minus_zero ? 0 : bits;
        std::memcpy(score, &bits, bytes);
    }
}

/// How many of the first digits have no more than `bits` bits together.
inline std::size_t digits_within(std::span<const int> digits, int bits) {
    std::size_t count = 0;
    for (int sum = 0; count < digits.size() && sum + digits[count] <= bits; ++count) {
        sum += digits[count];
    }
    return count;
}

} // namespace exactk::sim::faults

#define EXACTK_SIM_FAULT(name, right, wrong)                                                                 \
    (::exactk::sim::faults::is(::exactk::sim::faults::Fault::name) ? (wrong) : (right))
#define EXACTK_SIM_WHEN(name, ...)                                                                           \
    if (::exactk::sim::faults::is(::exactk::sim::faults::Fault::name)) {                                     \
        __VA_ARGS__                                                                                          \
    }
#define EXACTK_SIM_ONLY(...) __VA_ARGS__
#define EXACTK_SIM_HELD(index, count) (::exactk::sim::faults::held(index, count))
#define EXACTK_SIM_LOWERED(right, low) (::exactk::sim::faults::filter_lowered ? (low) : (right))

#else

#define EXACTK_SIM_FAULT(name, right, wrong) right
#define EXACTK_SIM_WHEN(name, ...)
#define EXACTK_SIM_ONLY(...)
#define EXACTK_SIM_HELD(index, count) index
#define EXACTK_SIM_LOWERED(right, low) right

#endif
