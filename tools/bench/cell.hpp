// Runs the variants of a cell in turn, each answer compared with the CPU path's.
// Spec: contract/C15. Layer: tools/bench.
#pragma once

#include <vector>

#include "session.hpp"
#include "variant.hpp"

namespace exactk::bench {

inline constexpr int warm_up_replays = 2; // convention: dropped before times are kept

struct CellSettings {
    int replays = 9; ///< kept; odd, for a median
    float drop_factor =
        0.0f; ///< > 0: a variant so many times slower than the first one is replayed once only
};

/// Times all variants and fills in their times, floors and refusals. A wrong answer ends the program: before a variant
/// is timed its answers on the first and the last slice are compared, and after the replays that of the last call.
void run_cell(Session &session, const CellSettings &settings, std::vector<Variant> &variants);

/// Time of an empty kernel in a graph, measured like all others.
float measure_launch_gap(Session &session, int replays);

} // namespace exactk::bench
