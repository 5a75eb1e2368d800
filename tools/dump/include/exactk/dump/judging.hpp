// Judges the answer of an entry, and holds what a manifest claims of it against what is found.
// Spec: contract/C1 to C9, C15. Layer: tools/dump.
#pragma once

#include <cstdint>
#include <optional>

#include <exactk/dump/entry.hpp>
#include <exactk/verify.hpp>

namespace exactk::dump {

/// What is no index and not the fill: -2, or -3 where the fill is -2.
constexpr std::int64_t no_position(std::int64_t fill) { return fill == -2 ? -3 : -2; }

struct Judged {
    verify::Report report;
    /// Indices, not negative, that stand for no position of their row's window: places in no page of its table, or what
    /// lies before its start. They are judged as no_position().
    std::int64_t no_position = 0;
    std::optional<bool> found[claim_count]; ///< of the claims that the entry has, as far as they can be told
};

/// An entry with indices. With a page table every index of the answer is a place (page * page_size + offset) and is taken
/// back to the position that the table has it for; a page that stands in a row's table twice, so that nobody can tell,
/// is a defect. Time O(n + k) a row and run where no winner is missing, and O(n / page_size) for its pages; memory
/// O(n + runs k) a thread.
/// With several such rows it is the first.
Defect judge(const Entry &entry, int threads, Judged &judged);

} // namespace exactk::dump
