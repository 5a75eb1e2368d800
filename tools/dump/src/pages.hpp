// Takes places in paged memory back to positions in the row.
// Spec: contract/C1. Layer: tools/dump.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <exactk/dump/entry.hpp>

namespace exactk::dump {

inline constexpr std::int64_t no_index = -2; // convention: what is in no page; not the usual fill

/// Inverts a row's page table as far as its answer asks for it. Kept from row to row.
class Pages {
public:
    explicit Pages(const Entry &entry) : entry_(entry) {}

    /// Replaces the places among `slots` by positions; what equals the fill, or is negative, stays. `first` and `count`
    /// are the positions that the row may select. Returns how many are in no page of the row.
    /// `twice` gets a page that stands in the table more than once, or -1.
    std::int64_t invert(std::int64_t row, std::int64_t first, std::int64_t count,
                        std::vector<std::int64_t> &slots, std::int64_t &twice);

private:
    const Entry &entry_;
    std::unordered_map<std::int64_t, std::int64_t> position_of_; ///< by physical page: the logical one, or -1
};

} // namespace exactk::dump
