// How many scores of one coarse bin kernels in wide use have room for.
// Spec: contract/C5. Layer: tools/census.
#pragma once

#include <cstdint>
#include <span>

namespace exactk::census {

/// A list of candidates of fixed size. A row asks more of it if it has a cut, its length takes the path, and the bin
/// that holds the cut has more elements than `slots`.
struct Capacity {
    const char *name; ///< in reports and JSON: unique, lower case, without blanks
    const char *who;  ///< product and path
    int bits;         ///< one of bin_widths
    std::int64_t slots;
    std::int64_t from;   ///< rows shorter than this take another path
    std::int64_t to;     ///< so do longer ones
    const char *then;    ///< what becomes of the rest
    const char *seen_in; ///< repository and file
    const char *report;  ///< address of a public report, or ""
};

/// Those known, by bits and then slots.
std::span<const Capacity> capacities();

inline constexpr int capacity_count = 12; // bound: entries of capacities()

} // namespace exactk::census
