// Judges the answer of an entry, and holds what a manifest claims of it against what is found.
// Spec: contract/C1 to C9, C15. Layer: tools/dump.
#pragma once

#include <cstdint>
#include <optional>

#include <exactk/dump/entry.hpp>
#include <exactk/verify.hpp>

namespace exactk::dump {

struct Judged {
    verify::Report report;
    /// Indices that stand for a place in no page of their row's table. They are judged as the index -2.
    std::int64_t in_no_page = 0;
    std::optional<bool> found[claim_count]; ///< of the claims that the entry has
};

/// An entry with indices. With a page table every index of the answer is a place (page * page_size + offset) and is taken
/// back to the position that the table has it for; a page that stands in a row's table twice, so that nobody can tell,
/// is a defect. Time O(n + k) a row and run where no winner is missing, and O(n / page_size) for its pages; memory
/// O(n + runs k) a thread.
Defect judge(const Entry &entry, int threads, Judged &judged);

} // namespace exactk::dump
