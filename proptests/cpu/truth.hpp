// The answer by brute force: every row decoded to doubles and sorted whole, facts counted one by one.
// Spec: contract/C1 to C9 C12 C13 C14. Layer: proptests/cpu.
#pragma once

#include "batch.hpp"

namespace cpu_test {

/// A score as the contract's C3 sees it.
struct Meaning {
    bool nan;
    double number; ///< 0 for NaN
};

/// Decodes a bit pattern by the definition of its format. Must run in the default floating point mode.
Meaning meaning(std::uint32_t bits, exactk::ScoreType type);

/// Negative, zero or positive as a is less preferred than b, equal to it, or preferred (C3).
int compare(const Meaning &a, const Meaning &b, const exactk::Options &options);

/// What `run` must return.
Answer truth(const Batch &batch, const Wanted &wanted = {});

/// C14, for one row of slots and for a batch of row digests.
std::uint64_t row_digest(const std::int32_t *slots, std::int64_t k);
std::uint64_t batch_digest(const std::vector<std::uint64_t> &rows);

} // namespace cpu_test
