// Two deliberately wrong selections, as data for tests that show that a judge catches them.
// Spec: algorithm/E1 E2, contract/C4 C5 C6 C15. Layer: sim.
#pragma once

#include <cstdint>

#include <exactk/contract/problem.hpp>
#include <exactk/contract/status.hpp>

namespace exactk::sim {

/// Candidate list sizes as seen in shipped top-k kernels of the kind that docs/algorithm.md describes as E2.
inline constexpr int capped_capacities[] = {3708, 4096, 16384}; // convention: any capacity shows E2
inline constexpr int capped_capacity_default = 4096;            // convention: the one in the middle

/// Coarse bits of E2 where none are given: sign, exponent and two fraction bits of a float16.
inline constexpr int capped_coarse_bits_default = 8; // convention: a histogram of 256; any width shows E2

/// How the elements of E1 arrive.
struct ArrivalSetting {
    /// Picks the order of arrival; the same seed gives the same order on every machine.
    std::uint64_t seed = 0;
    int ctas = 1; ///< CTAs that share a row, 1 to cta_count_max; part of what picks the order
};

/// How E2 coarsens and where it stops keeping candidates.
struct CappedSetting {
    int capacity = capped_capacity_default; ///< places in the candidate list, at least 1
    /// Upper bits of the float16 image that make the bin, 1 to 16.
    int coarse_bits = capped_coarse_bits_default;
    std::uint64_t seed = 0; ///< picks the order of arrival
    int ctas = 1;           ///< CTAs that share a row, 1 to cta_count_max; part of what picks the order
};

/// E1: radix select whose slots are handed out in order of arrival. Ties and sequence are arbitrary: the
/// options `ties` and `order` are not kept. Rows with n <= k are answered as S1 says.
///
/// Both exhibits write all k slots of `outputs.indices` and, if asked, of `outputs.scores`; slots that get no
/// element hold the fill of the options. They refuse what Model::topk refuses, and as unknown_option an
/// output that they do not produce: certificates, status, digests. A setting outside its limits is
/// illegal_plan with argument "setting.ctas", or out_of_limits with "setting.capacity" or
/// "setting.coarse_bits". Time per row: O(n log n).
Status arrival_order_topk(const Problem &problem, const Outputs &outputs, const ArrivalSetting &setting);

/// E2: coarse bins of a float16 image and a candidate list of fixed size; what does not fit is dropped. All
/// else (ties, order, fill) is kept as the contract says, so that a difference to the right answer is the
/// loss and nothing else. Slots for which the list has too few candidates hold the fill, which C7 forbids
/// there. float32 only; other types are refused as unsupported_type.
Status capped_bin_topk(const Problem &problem, const Outputs &outputs, const CappedSetting &setting);

} // namespace exactk::sim
