// Keeps count of faults while rows are judged, and of what could not be told; makes the report.
// Spec: contract/C1 to C9, C15. Layer: reference/verify.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>

#include <exactk/verify.hpp>

#include "views.hpp"

namespace exactk::verify {

/// Where a fault was seen; -1 where a field does not apply.
struct Place {
    std::int64_t run = -1;
    std::int64_t row = -1;
    std::int64_t slot = -1;
};

/// What is told about a place: the index at fault, its score bits where it is an element, and a clause.
Example describe_element(const RowCase &at, std::int64_t index, std::string detail);

class Ledger {
public:
    /// Counts `occurrences` of a fault. `tell` makes the example; it is called only when this place comes
    /// before the one kept, so that a flood of faults costs no strings. Rows must come in ascending order.
    template <class Tell> void add(Fault fault, Place place, std::int64_t occurrences, const Tell &tell) {
        Entry &entry = entries_[static_cast<std::size_t>(fault)];
        const auto key = std::tuple(place.run, place.row, place.slot);
        const Example &kept = entry.finding.first;
        if (entry.finding.occurrences == 0 || key < std::tuple(kept.run, kept.row, kept.slot)) {
            Example example = tell();
            std::tie(example.run, example.row, example.slot) = key;
            entry.finding.first = std::move(example);
        }
        entry.finding.occurrences += occurrences;
        if (place.row != entry.last_row) {
            entry.finding.rows_hit += 1;
            entry.last_row = place.row;
        }
    }

    /// Counts winners that a row lost; `rank` is the best among them.
    void add_lost(std::int64_t lost, std::int64_t rank);

    /// Says what could not be told. The first reason is kept.
    void untold(const char *reason);

    Report report(std::int64_t rows, std::int64_t runs) const;

private:
    struct Entry {
        Finding finding;
        std::int64_t last_row = -1; ///< last row counted in rows_hit
    };
    std::array<Entry, fault_count> entries_{};
    std::string untold_;
};

} // namespace exactk::verify
