// Writing an answer: slots, rank order, fill and scores.
// Spec: algorithm/S8 S9 S10, contract/C4 C6 C7 C8 C9. Layer: sim.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <exactk/contract/problem.hpp>

#include "rounds.hpp"
#include "scratch.hpp"

namespace exactk::sim {

/// S8 by the slot formula: writes the m selected indices, ascending, to slots[0, m).
void emit_direct(const Scratch &scratch, const Cut &cut, std::int32_t *slots);

/// S8 by the merge of the run of above elements and the run of taken equal elements; scratch.runs has room
/// for m.
void emit_merged(Scratch &scratch, const Cut &cut, std::int32_t *slots);

/// S9: sorts the selected indices by their full keys, and equals by the tie rule.
void sort_by_rank(const Scratch &scratch, std::span<std::int32_t> selected, Ties ties);

/// S10 for indices: slots [m, k) get the fill index.
void fill_indices(std::span<std::int32_t> slots, std::int64_t m, const Options &options);

/// S10 for scores: slots [0, m) get the bits of the elements of `row`, slots [m, k) the fill score. `row` is
/// not read if m = 0. `out` has room for slots.size() scores of `type`.
void write_scores(const std::byte *row, std::span<const std::int32_t> slots, std::int64_t m, ScoreType type,
                  const Options &options, std::byte *out);

} // namespace exactk::sim
