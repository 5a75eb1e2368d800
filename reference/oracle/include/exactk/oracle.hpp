// Two slow, independent answers to the whole contract, to compare everything else with.
// Spec: contract/C1 to C18. Layer: reference/oracle.
#pragma once

#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>

namespace exactk::oracle {

/// Top-k by the words of the contract: the rank of an element is the number of elements that beat it.
/// Shapes, types, pitches, alignments and which pointers may be null: see Problem and Outputs. An array's
/// extent runs from its base to the end of its last row, gaps included; extents of outputs must not overlap
/// any other. Refuses by Status before anything is written (C18), also with out_of_memory ("scratch"). O(n^2)
/// time per row, 24 bytes of scratch per element of the longest row.
Status rank_topk(const Problem &problem, const Outputs &outputs);

/// Top-k by a stable sort of the eligible indices. Same arguments and refusals as rank_topk; shares with it
/// the check of arguments and the widening of scores, nothing that selects, orders or sums. O(n log n) time
/// per row; 8 bytes of scratch per element of the longest row are used where they can be had, 4 are needed.
Status sort_topk(const Problem &problem, const Outputs &outputs);

} // namespace exactk::oracle
