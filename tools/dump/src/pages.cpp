// Takes places in paged memory back to positions in the row.
// Spec: contract/C1. Layer: tools/dump.
#include "pages.hpp"

#include <algorithm>

#include "numbers.hpp"

namespace exactk::dump {

void Pages::invert(std::int64_t row, std::int64_t first, std::int64_t count, std::int64_t none,
                   std::vector<std::int64_t> &places, std::int64_t &twice) {
    const std::int64_t size = entry_.page_size;
    const std::int64_t pages = entry_.page_table.shape[1];
    twice = -1;
    // Only pages that the answer names are looked for: there are at most as many as slots.
    position_of_.clear();
    for (const std::int64_t place : places)
        if (place >= 0)
            position_of_.emplace(place / size, -1);

    std::int64_t table = 0;
    if (entry_.table_rows.data != nullptr)
        table = integer_at(entry_.table_rows, row);
    else if (entry_.page_table.shape[0] > 1)
        table = row;
    const std::int64_t from = first / size;
    const std::int64_t end = count == 0 ? from : std::min(pages, (first + count + size - 1) / size);
    for (std::int64_t page = from; page < end; ++page) {
        const std::int64_t physical = integer_at(entry_.page_table, table * pages + page);
        const auto asked = position_of_.find(physical);
        if (asked == position_of_.end())
            continue;
        if (asked->second >= 0 && twice < 0)
            twice = physical;
        asked->second = page;
    }

    for (std::int64_t &place : places) {
        if (place < 0)
            continue;
        const std::int64_t page = position_of_.at(place / size);
        place = page < 0 ? none : page * size + place % size;
    }
}

} // namespace exactk::dump
