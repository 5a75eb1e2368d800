// Faults that can be planted into the CPU path, so that the tests can be seen to find each of them.
// Spec: contract/C1 to C18, algorithm/S0 to S12. Layer: reference/cpu.
#pragma once

// What users build has no EXACTK_FAULTS: a macro then leaves the right code and not a token more. With it, in a second
// library that tools/mutants makes of the same sources, one fault at a time can be switched on; three at most a site.
#ifdef EXACTK_FAULTS

#include <cstdint>

namespace exactk::cpu::faults {

/// tools/mutants says what each does, and where it was seen.
enum class Fault : int {
    none,
    minus_zero_below,
    nan_policy_ignored,
    bfloat16_taken_for_half,
    lengths_unsigned,
    lengths_ignored,
    winners_of_first_row,
    nan_row_takes_first,
    half_copied,
    unconverged_identity,
    ties_turned_in_batch,
    ties_by_thread,
    survivors_capped,
    sample_decides,
    last_block_unread,
    sixteen_bits_sorted,
    skip_one_short,
    infinite_index_zero,
    rank_by_float16_key,
    fill_is_zero,
    equal_counted_from_start,
    digest_without_fill,
    overlap_unseen,
    alignment_unseen,
    exact_pitch_refused,
    lengths_clamped_in_place,
    count, ///< one past the last
};

/// Which fault is on; `limit` is the capacity or limit that it is about.
struct Switch {
    Fault on = Fault::none;
    std::int64_t limit = 0;
    std::int64_t n = 0; ///< of the row at hand
};
inline Switch now;

inline bool on(Fault fault) { return now.on == fault; }

/// Keeps a spoilt index within the row: what is shown is to be a wrong answer, not a crash.
inline std::int64_t in_row(std::int64_t index) {
    if (on(Fault::none) || (index >= 0 && index < now.n)) {
        return index;
    }
    return 0;
}

/// Place of equal element number `ordinal` of `population` where four threads take every fourth each, one thread's
/// before the next one's.
inline std::uint32_t place_by_thread(std::uint32_t ordinal, std::uint32_t population) {
    std::uint32_t before = ordinal / 4;
    for (std::uint32_t thread = 0; thread < ordinal % 4; ++thread) {
        before += (population + 3 - thread) / 4;
    }
    return before;
}

} // namespace exactk::cpu::faults

#define EXACTK_CPU_FAULT(name, right, wrong)                                                                 \
    (::exactk::cpu::faults::on(::exactk::cpu::faults::Fault::name) ? (wrong) : (right))
#define EXACTK_CPU_WHEN(name, ...)                                                                           \
    if (::exactk::cpu::faults::on(::exactk::cpu::faults::Fault::name)) {                                     \
        __VA_ARGS__                                                                                          \
    }
#define EXACTK_CPU_ONLY(...) __VA_ARGS__
#define EXACTK_CPU_IN_ROW(index) (::exactk::cpu::faults::in_row(index))

#else

#define EXACTK_CPU_FAULT(name, right, wrong) right
#define EXACTK_CPU_WHEN(name, ...)
#define EXACTK_CPU_ONLY(...)
#define EXACTK_CPU_IN_ROW(index) index

#endif
