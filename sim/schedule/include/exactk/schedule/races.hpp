// The race and scope checker: happens-before from barrier epochs and scopes, never from the order that happened.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: sim.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/schedule/machine.hpp>

namespace exactk::schedule {

/// Two accesses to one cell by two CTAs, at least one of them no atomic that both are within the scope of, at least one
/// of them not a read, and no chain of barriers between them.
struct Race {
    int cell = 0;
    int earlier_lane = 0; ///< in the order that happened to run
    int later_lane = 0;
    Access earlier = Access::none;
    Access later = Access::none;
    int step = 0; ///< of the run, from 0: that of the later access
};

/// "CTA 1's read and CTA 0's add of bin 0 of histogram 1 are not ordered by any barrier".
std::string describe(const Machine &machine, const Race &race);

/// Watches one run after another. A CTA's clock is a vector of how far it knows that each CTA has come. An arrival
/// that releases gives the clock to its barrier epoch, a wait that acquires takes in the clock of the whole epoch; a
/// release or acquire whose scope does not hold the other CTAs does neither. An access races if the clock does not
/// cover a conflicting one. So the verdict hangs on the barriers that were passed and not on who was first.
class RaceChecker {
public:
    explicit RaceChecker(const Machine &machine);

    /// Forgets the run before.
    void restart();
    /// To be called for every step of a run without delayed visibility, in order.
    void observe(const Event &event);

    std::uint64_t races() const { return races_; }
    const Race &first() const { return first_; } ///< only if races() > 0
    std::uint64_t accesses() const { return accesses_; }

private:
    static constexpr int kinds = 4; // bound: Access but none

    std::uint16_t &clock(int of, int about) { return clocks_[static_cast<std::size_t>(of * ctas_ + about)]; }
    std::uint16_t &last(int cell, int kind, int lane) {
        return last_[static_cast<std::size_t>((cell * kinds + kind) * ctas_ + lane)];
    }
    void check(int cell, int lane, Access access);

    int ctas_;
    std::vector<std::uint16_t> clocks_; ///< [ctas, ctas]
    std::vector<std::uint16_t> epochs_; ///< [epochs, ctas]
    std::vector<std::uint16_t> last_;   ///< [cells, kinds, ctas] own clock at the last access; 0: none
    std::uint64_t races_ = 0;
    std::uint64_t accesses_ = 0;
    int step_ = 0;
    Race first_;
};

} // namespace exactk::schedule
