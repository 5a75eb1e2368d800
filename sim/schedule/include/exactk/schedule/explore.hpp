// All schedules of a setup: level by level with stored states, or one after another without.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: sim.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <exactk/schedule/machine.hpp>

namespace exactk::schedule {

/// What can be seen of a run that has ended, as numbers: whether it was stuck, the slots, what each CTA learnt.
using Outcome = std::vector<std::uint16_t>;
Outcome outcome_of(const Machine &machine, const State &state);

inline constexpr std::uint64_t states_max = 50'000'000; // convention: about a minute, and 400 MB of parents

struct ExploreOptions {
    bool reduce = false; ///< leave out schedules that only swap steps which cannot notice each other
    std::uint64_t states_max = schedule::states_max;
    /// Asked every few thousand states; once it says yes, the walk ends there.
    std::function<bool()> stopped = {};
};

struct Exploration {
    bool complete = false; ///< false: more than states_max states, or stopped; of the rest nothing is known
    /// States, told apart by all their bytes (a hash only finds them) and by how many steps led there.
    std::uint64_t states = 0;
    std::uint64_t steps = 0;   ///< from state to state
    std::string interleavings; ///< paths from the first state to an end, a decimal number, exact
    std::set<Outcome> outcomes;
    std::uint64_t ends = 0;    ///< states without a next step
    std::uint64_t stuck = 0;   ///< of them, with a CTA that waits for ever
    std::uint64_t wrong = 0;   ///< of them, finished with something else than the model says
    std::vector<Choice> fault; ///< of the first end that is stuck or wrong: a schedule that leads there
    bool fault_is_stuck = false;
};

/// Walks the whole space, breadth first: every step leads one level down, so two levels of states are held at a time.
/// With `reduce` not all states and interleavings are met, but all ends are. `reduce` is without effect where
/// visibility is delayed or not all CTAs fit, and with lists where a fault is planted.
/// Memory: two levels, and 8 bytes per state for the schedule that leads to a fault.
Exploration explore(const Machine &machine, const ExploreOptions &options = {});

/// Walks the schedules one after another, no state stored, depth first, at most `runs_max` of them; calls `visit` at
/// the end of each. Returns how many there were; runs_max + 1 if there are more.
std::uint64_t for_each_schedule(const Machine &machine, bool reduce, std::uint64_t runs_max,
                                const std::function<void(std::span<const Choice>, const State &)> &visit);

} // namespace exactk::schedule
