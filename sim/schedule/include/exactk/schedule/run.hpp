// Single schedules: who moves next, what came of it, and many random ones with a bound on what they miss.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: sim.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <exactk/schedule/machine.hpp>
#include <exactk/schedule/races.hpp>

namespace exactk::schedule {

/// Who moves next among the lanes that can.
enum class Policy : std::uint8_t {
    first,       ///< the lowest number
    last,        ///< the highest number
    round_robin, ///< in turn
    random,      ///< any, each as likely as the others
    pct, ///< the one of the highest priority; priorities are random and change at depth - 1 random steps
};

/// What came of one schedule.
struct RunResult {
    std::vector<Choice> choices;
    bool stuck = false;       ///< a CTA waits for ever
    bool wrong = false;       ///< it ended with something else than the model says
    std::optional<Race> race; ///< the first one; never where visibility is delayed, which hides what orders
    std::uint64_t races = 0;
    std::uint64_t accesses = 0; ///< looked at by the race checker
    State end;

    bool faulty() const { return stuck || wrong || race.has_value(); }
};

/// "" or what is wrong with a run, in words.
std::string fault_text(const Machine &machine, const RunResult &run);

/// Runs schedules of one machine, one after another, with the race checker on.
class Runner {
public:
    explicit Runner(const Machine &machine) : machine_(machine), checker_(machine) {}

    /// Until no lane can move. `seed` and `depth` (at least 1) are for the policies that they concern.
    const RunResult &run(Policy policy, std::uint64_t seed = 1, int depth = 1);
    /// Does the choices given, and then as Policy::first. The first that is not enabled ends the run there, and
    /// `refused`, if given, becomes its position, else the number of choices.
    const RunResult &follow(std::span<const Choice> choices, std::size_t *refused = nullptr);

private:
    void begin();
    void step(Choice choice);
    const RunResult &end();

    const Machine &machine_;
    RaceChecker checker_;
    RunResult result_;
    std::vector<Choice> enabled_;
};

/// Many runs of Policy::pct.
struct Campaign {
    std::uint64_t runs = 0;
    std::uint64_t steps = 0;    ///< of all runs
    std::uint64_t accesses = 0; ///< of all runs
    int longest = 0;            ///< steps of the longest run
    int steps_max = 0;          ///< no schedule has more; where priorities change is drawn from so many
    std::uint64_t faulty = 0;
    std::uint64_t racy = 0;
    std::uint64_t stuck = 0;
    std::uint64_t wrong = 0;
    /// Most that the probability can be that these runs miss a fault of this depth that there is:
    /// (1 - 1 / (ctas * steps_max^(depth - 1)))^runs.
    double missed = 1;
    std::optional<RunResult> first; ///< the first faulty one
};

inline constexpr int depth_max = 8;                      // convention: deeper faults are not found by chance
inline constexpr std::uint64_t runs_max = 1'000'000'000; // convention: a typing error looks larger

/// `runs` runs at the depth, with seeds drawn from `seed`; `stop_at_fault` ends at the first faulty one. `stopped` is
/// asked before each; once it says yes, there are no more.
Campaign random_runs(const Machine &machine, std::uint64_t runs, int depth, std::uint64_t seed,
                     bool stop_at_fault, const std::function<bool()> &stopped = {});

/// The bound of Campaign::missed.
double missed_at_most(int ctas, int steps, int depth, std::uint64_t runs);

} // namespace exactk::schedule
