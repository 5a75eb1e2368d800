// Faults that can be planted into the judge, so that the tests can be seen to find each of them.
// Spec: contract/C1 to C9, C15. Layer: reference/verify.
#pragma once

// Only tools/mutants compiles with EXACTK_FAULTS. Everywhere else the macros are as good as not there: what is left of
// one is the right code. Three faults share a site at most.
#ifdef EXACTK_FAULTS

#include <cstdint>
#include <cstring>

namespace exactk::verify::faults {

/// tools/mutants says what each does, and where it was seen.
enum class Fault : int {
    none,
    first_row_only,
    ties_forgiven,
    duplicate_forgiven,
    padding_forgiven,
    order_forgiven,
    score_bits_by_value,
    outside_forgiven,
    second_run_forgiven,
    worst_is_first_slot,
    direction_ignored,
    close_values_same,
    poison_forgiven,
    infinity_is_nan,
    nan_policy_ignored,
    rows_of_one_length,
    count, ///< one past the last
};

inline Fault planted = Fault::none;

/// A number with seven bits of fraction, so that what differs by less than a hundredth is mostly the same. (A bound on
/// the difference would not be transitive, and what is sorted by it need not end.)
inline double coarse(double number) {
    constexpr int dropped = 45; // bound: 52 bits of a double but seven
    std::uint64_t bits = 0;
    static_assert(sizeof bits == sizeof number);
    std::memcpy(&bits, &number, sizeof bits);
    bits = bits >> dropped << dropped;
    std::memcpy(&number, &bits, sizeof bits);
    return number;
}

} // namespace exactk::verify::faults

#define EXACTK_VERIFY_FAULT(name, right, wrong)                                                              \
    (::exactk::verify::faults::planted == ::exactk::verify::faults::Fault::name ? (wrong) : (right))
#define EXACTK_VERIFY_WHEN(name, ...)                                                                        \
    if (::exactk::verify::faults::planted == ::exactk::verify::faults::Fault::name) {                        \
        __VA_ARGS__                                                                                          \
    }

#else

#define EXACTK_VERIFY_FAULT(name, right, wrong) right
#define EXACTK_VERIFY_WHEN(name, ...)

#endif
