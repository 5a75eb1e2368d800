// How a row is cut into chunks, and what each CTA counts and learns of its chunk.
// Spec: algorithm/S3 S7 B2 O2. Layer: sim.
#pragma once

#include <cstdint>

#include <exactk/contract/plan.hpp>
#include <exactk/contract/trace.hpp>

#include "rounds.hpp"
#include "scratch.hpp"

namespace exactk::sim {

/// S3: writes the ctas + 1 chunk bounds of a row of n elements to scratch.chunks, which has that size.
void cut_chunks(Scratch &scratch, const Plan &plan, std::int64_t n);

/// S7: counts every CTA's shares and derives its bases; scratch.shares has one entry per CTA.
void find_shares(Scratch &scratch, const Cut &cut);

/// O2: copies chunks and shares to trace.ctas, which has one entry per CTA.
void observe_shares(const Scratch &scratch, RowTrace &trace);

} // namespace exactk::sim
