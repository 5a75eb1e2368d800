// Rounds and rank on a copy of a row's list.
// Spec: algorithm/S5 S6 F6 F7 F8 O1 O4. Layer: sim.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/schedule/instance.hpp>

namespace exactk::schedule {

/// O1 of a round on a list, with the counts of the digits that occur, in ascending digits.
struct ListRound {
    std::vector<std::uint16_t> counts;
    RoundSeen round; ///< without the counts

    RoundSeen seen() const {
        RoundSeen all = round;
        all.counts = counts.data();
        all.bins = static_cast<int>(counts.size());
        return all;
    }
};

/// The cut in a list. All 0 for an empty list.
struct ListCut {
    std::uint16_t base = 0; ///< F6
    std::uint16_t top = 0;  ///< F6
    std::uint16_t prefix = 0;
    std::uint16_t population = 0;
    std::uint16_t above = 0;
    std::uint16_t open = 0; ///< the quota
    bool skipped = false;   ///< S6
    bool few = false;       ///< F7
    std::vector<ListRound> rounds;
};

/// F6 to F8 where T was forced, keys of 16 bits, for k winners. A list with fewer than k keys, which only a fault leads
/// to, gives some cut.
ListCut cut_of_list(std::vector<std::uint16_t> list, int k);

} // namespace exactk::schedule
