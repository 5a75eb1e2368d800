// Takes places in paged memory back to positions in the row.
// Spec: contract/C1. Layer: tools/dump.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <exactk/dump/entry.hpp>

namespace exactk::dump {

/// Inverts a row's page table as far as its answer asks for it. Kept from row to row.
class Pages {
public:
    explicit Pages(const Entry &entry) : entry_(entry) {}

    /// Replaces places by positions, and those in no page of the row by `none`; what is negative stays. `first` and `count`
    /// are the positions that the row may select. `twice` gets a page that the places name and that stands in the table
    /// more than once, or -1.
    void invert(std::int64_t row, std::int64_t first, std::int64_t count, std::int64_t none,
                std::vector<std::int64_t> &places, std::int64_t &twice);

private:
    const Entry &entry_;
    std::unordered_map<std::int64_t, std::int64_t> position_of_; ///< by physical page: the logical one, or -1
};

} // namespace exactk::dump
