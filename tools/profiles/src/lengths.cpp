// Spreads the lengths of a batch.
// Spec: contract/C1. Layer: tools/profiles.
#include "lengths.hpp"

#include <algorithm>
#include <limits>

#include <exactk/cases/family.hpp>

namespace exactk::profiles {

namespace {

std::int64_t draw(cases::Engine &engine, std::int64_t least, std::int64_t most) {
    const std::int64_t top = std::max(least, most);
    return least +
           static_cast<std::int64_t>(cases::below(engine, static_cast<std::uint64_t>(top - least + 1)));
}

std::int64_t draft(std::int64_t row, std::int64_t group, std::int64_t longest, int number) {
    // Every fifth request is padding of a graph, whose sequence has one token: fewer than are drafted.
    const bool padding = (row / group + number) % 5 == 4;
    const std::int64_t sequence =
        padding ? 1 : longest - 17 * (row / group) % std::max<std::int64_t>(longest / 2, 1);
    return sequence - group + row % group + 1;
}

std::int64_t wild(cases::Engine &engine, std::int64_t longest) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
    const std::int64_t choices[] = {-1, 0, 1, longest, longest + 1, most, least, draw(engine, -5, longest)};
    return choices[cases::below(engine, 8)];
}

std::int64_t length_of(Lengths lengths, std::int64_t row, std::int64_t rows, std::int64_t longest,
                       std::int64_t k, int number, cases::Engine &engine) {
    const std::int64_t within_k = draw(engine, 1, std::min(k, longest));
    const std::int64_t above_k = draw(engine, std::min(k + 1, longest), longest);
    switch (lengths) {
    case Lengths::full: return longest;
    case Lengths::equal: return longest;
    case Lengths::uniform: return draw(engine, std::min(k, longest), longest);
    case Lengths::near: return draw(engine, longest * 4 / 5, longest);
    case Lengths::half_long: return row % 2 == 0 ? longest : longest / 8;
    case Lengths::one_long: return row == number % rows ? longest : std::min<std::int64_t>(longest, 4096);
    case Lengths::half_short_rows: return row % 2 == 0 ? within_k : above_k;
    case Lengths::most_short_rows: return cases::below(engine, 100) < 93 ? within_k : above_k;
    case Lengths::all_short_rows: return within_k;
    case Lengths::padded: return row < rows - rows / 4 - 1 ? above_k : -(row % 2);
    case Lengths::triangle: return longest - rows + row + 1;
    case Lengths::first_chunk: return row + 1;
    case Lengths::drafts_of_2: return draft(row, 2, longest, number);
    case Lengths::drafts_of_4: return draft(row, 4, longest, number);
    case Lengths::drafts_of_6: return draft(row, 6, longest, number);
    case Lengths::wild: return wild(engine, longest);
    }
    return longest;
}

} // namespace

const char *name(Lengths lengths) {
    const char *const names[] = {"full",        "equal",       "uniform",     "near",
                                 "half long",   "one long",    "half short",  "93 % short",
                                 "all short",   "padded",      "triangle to", "first chunk",
                                 "drafts of 2", "drafts of 4", "drafts of 6", "wild"};
    return names[static_cast<std::size_t>(lengths)];
}

std::vector<std::int32_t> lengths_of(Lengths lengths, std::int64_t rows, std::int64_t longest, std::int64_t k,
                                     int number) {
    std::vector<std::int32_t> list;
    if (lengths == Lengths::full) {
        return list;
    }
    cases::Engine engine =
        cases::engine_for(static_cast<std::uint64_t>(number), 0x6C656E); // convention: its own stream
    for (std::int64_t row = 0; row < rows; ++row) {
        list.push_back(static_cast<std::int32_t>(length_of(lengths, row, rows, longest, k, number, engine)));
    }
    return list;
}

} // namespace exactk::profiles
