// How a row is cut into chunks, and what each CTA counts and learns of its chunk.
// Spec: algorithm/S3 S7 B2 O2. Layer: sim.
#include "shares.hpp"

#include <algorithm>

#include "faults.hpp"

namespace exactk::sim {

void cut_chunks(Scratch &scratch, const Plan &plan, std::int64_t n) {
    for (std::size_t c = 0; c < scratch.chunks.size(); ++c) {
        // c <= 1024 and n < 2^31, so the product stays below 2^42.
        scratch.chunks[c] =
            plan.bounds.empty() ? static_cast<std::int64_t>(c) * n / plan.ctas : std::min(plan.bounds[c], n);
        EXACTK_SIM_WHEN(tail_lost,
                        scratch.chunks[c] = std::min(scratch.chunks[c], n / plan.ctas * plan.ctas);)
        EXACTK_SIM_WHEN(row_beyond_capacity,
                        scratch.chunks[c] = std::min(scratch.chunks[c], faults::planted.limit);)
    }
}

void find_shares(Scratch &scratch, const Cut &cut) {
    for (std::size_t cta = 0; cta < scratch.shares.size(); ++cta) {
        Share share;
        for (std::int64_t i = scratch.chunks[cta]; i < scratch.chunks[cta + 1]; ++i) {
            const std::uint32_t key = scratch.keys[static_cast<std::size_t>(i)];
            share.above += cut.is_above(key) ? 1 : 0;
            share.equal += cut.is_equal(key) ? 1 : 0;
        }
        scratch.shares[cta] = share;
    }
    // B2: all shares are published; each CTA's bases are the sums over the CTAs before it.
    std::uint32_t above = 0;
    std::uint32_t equal = 0;
    for (Share &share : scratch.shares) {
        share.above_base = above;
        share.equal_base = equal;
        above += share.above;
        equal += share.equal;
    }
    EXACTK_SIM_WHEN(equal_bases_by_parity, faults::order_by_parity(scratch.shares);)
}

void observe_shares(const Scratch &scratch, RowTrace &trace) {
    for (std::size_t cta = 0; cta < scratch.shares.size(); ++cta) {
        const Share &share = scratch.shares[cta];
        trace.ctas[cta] = {scratch.chunks[cta], scratch.chunks[cta + 1], share.above,
                           share.equal,         share.above_base,        share.equal_base};
    }
}

} // namespace exactk::sim
