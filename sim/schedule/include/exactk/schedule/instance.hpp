// The tiny row that a schedule is about, and what the model says of it.
// Spec: algorithm/S2 to S8 O1 O2, contract/C5 C12. Layer: sim.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/contract/options.hpp>

#include <exactk/schedule/setup.hpp>

namespace exactk::schedule {

/// What a CTA has learnt when it is done; compared with the model's trace.
struct Observation {
    std::uint32_t rounds = 0;     ///< digest of O1 of all rounds that ran, as the CTA saw them
    std::uint16_t prefix = 0;     ///< after the last round
    std::uint16_t quota = 0;      ///< S6
    std::uint16_t above_base = 0; ///< S7
    std::uint16_t equal_base = 0; ///< S7

    friend bool operator==(const Observation &, const Observation &) = default;
};

/// O1 of one round as far as a digest has it. `counts` are those of the round's bins, in ascending digits.
struct RoundSeen {
    const std::uint16_t *counts = nullptr;
    int bins = 0;
    std::uint16_t digit = 0;
    std::uint16_t population = 0;
    std::uint16_t above = 0;
    std::uint16_t open = 0;
    std::uint16_t prefix = 0;
    bool skip = false;
};

/// Adds a round to the digest of the rounds before it; the first has 0 before it.
std::uint32_t add_round(std::uint32_t digest, const RoundSeen &round);

/// One row of float16 scores, direction `largest`, order `index`, cut by the plain cut of S3.
struct Instance {
    int n = 0;
    int k = 0;
    Ties ties = Ties::low;
    std::vector<std::uint16_t> patterns; ///< [n] scores
    std::vector<std::uint16_t> keys;     ///< [n] canonical keys (C12)
    std::vector<int> chunks;             ///< [ctas + 1]
    std::vector<int> digits;             ///< [rounds] widths; their sum is 16
    std::vector<int> shifts;             ///< [rounds] position of the digit's lowest bit
    /// [rounds] the digit values that occur in the row at all, ascending: the bins that a histogram needs.
    std::vector<std::vector<std::uint16_t>> bins;
    int stride = 0;     ///< most bins of any round
    int rounds_run = 0; ///< fewer than the plan's if S6 skips

    std::vector<std::uint16_t> slots;  ///< [k] the model's answer
    std::vector<Observation> expected; ///< [ctas] the model's trace

    int digit(int element, int round) const;
    /// Position of the element's digit among the bins of the round.
    int bin(int element, int round) const;
};

/// The row of a setup whose fields are legal. It depends on ctas, rounds and seed only. At least two CTAs hold an
/// element equal to the last winner, fewer of which are selected than there are, so that ties count. Rows whose seed is
/// 1 modulo 4 have 2 elements per CTA and two digit values per round, the smallest case worth exploring; 2: more of
/// both; 3: some CTAs have empty chunks; 0: all equal elements are selected, so that S6 may skip.
/// Throws std::logic_error if the model refuses the row, which would be a defect here.
Instance make_instance(const Setup &setup);

} // namespace exactk::schedule
