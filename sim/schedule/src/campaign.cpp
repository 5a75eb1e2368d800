// Many random schedules, and what they can have missed.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: sim.
#include <algorithm>
#include <cmath>

#include <exactk/schedule/run.hpp>

#include "random.hpp"

namespace exactk::schedule {

double missed_at_most(int ctas, int steps, int depth, std::uint64_t runs) {
    const double hit = 1 / (ctas * std::pow(steps, depth - 1));
    // log1p keeps what 1 - hit would round away.
    return hit >= 1 ? 0 : std::exp(static_cast<double>(runs) * std::log1p(-hit));
}

Campaign random_runs(const Machine &machine, std::uint64_t runs, int depth, std::uint64_t seed,
                     bool stop_at_fault, const std::function<bool()> &stopped) {
    Campaign campaign;
    campaign.steps_max = machine.steps_max();
    Random seeds(seed);
    Runner runner(machine);
    while (campaign.runs < runs && !(stop_at_fault && campaign.faulty > 0) && !(stopped && stopped())) {
        const RunResult &run = runner.run(Policy::pct, seeds.next(), depth);
        ++campaign.runs;
        campaign.steps += run.choices.size();
        campaign.accesses += run.accesses;
        campaign.longest = std::max(campaign.longest, static_cast<int>(run.choices.size()));
        campaign.racy += run.race ? 1 : 0;
        campaign.stuck += run.stuck ? 1 : 0;
        campaign.wrong += run.wrong ? 1 : 0;
        if (run.faulty()) {
            ++campaign.faulty;
            if (!campaign.first) {
                campaign.first = run;
            }
        }
    }
    campaign.missed = missed_at_most(machine.setup().ctas, campaign.steps_max, depth, campaign.runs);
    return campaign;
}

} // namespace exactk::schedule
