// One schedule at a time: policies, the run itself, and what is wrong with it.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: sim.
#include <exactk/schedule/run.hpp>

#include <algorithm>
#include <numeric>

#include "random.hpp"

namespace exactk::schedule {
namespace {

/// Picks among the enabled lanes; keeps what a policy has to remember.
class Scheduler {
public:
    Scheduler(const Machine &machine, Policy policy, std::uint64_t seed, int depth)
        : policy_(policy), random_(seed) {
        if (policy == Policy::pct) {
            const auto ctas = static_cast<std::size_t>(machine.setup().ctas);
            // Numbers below depth are for lanes whose priority was changed.
            priorities_.resize(ctas);
            std::iota(priorities_.begin(), priorities_.end(), depth);
            for (std::size_t i = ctas; i > 1; --i) {
                std::swap(priorities_[i - 1], priorities_[random_.below(static_cast<std::uint32_t>(i))]);
            }
            for (int i = 1; i < depth; ++i) {
                changes_.push_back(random_.below(static_cast<std::uint32_t>(machine.steps_max())));
            }
        }
    }

    Choice pick(const std::vector<Choice> &enabled) {
        switch (policy_) {
        case Policy::first: return enabled.front();
        case Policy::last: return enabled.back();
        case Policy::round_robin: return in_turn(enabled);
        case Policy::random: return enabled[random_.below(static_cast<std::uint32_t>(enabled.size()))];
        case Policy::pct: return by_priority(enabled);
        }
        return enabled.front();
    }

private:
    Choice in_turn(const std::vector<Choice> &enabled) {
        const auto next = std::find_if(enabled.begin(), enabled.end(),
                                       [this](Choice choice) { return choice.lane > turn_; });
        const Choice choice = next != enabled.end() ? *next : enabled.front();
        turn_ = choice.lane;
        return choice;
    }

    Choice by_priority(const std::vector<Choice> &enabled) {
        const auto lower = [this](Choice a, Choice b) { return priorities_[a.lane] < priorities_[b.lane]; };
        for (std::size_t i = 0; i < changes_.size(); ++i) {
            if (changes_[i] == steps_) {
                // The lane that would move now falls behind all that were not changed.
                priorities_[std::max_element(enabled.begin(), enabled.end(), lower)->lane] =
                    static_cast<int>(i);
            }
        }
        ++steps_;
        return *std::max_element(enabled.begin(), enabled.end(), lower);
    }

    Policy policy_;
    Random random_;
    std::vector<int> priorities_;
    std::vector<std::uint32_t> changes_;
    std::uint32_t steps_ = 0;
    int turn_ = -1;
};

std::string list_of(const std::vector<int> &ctas) {
    std::string text;
    for (const int cta : ctas) {
        text += (text.empty() ? "" : ", ") + std::to_string(cta);
    }
    return text;
}

/// Who waits for what in a state without a next step.
std::string stuck_text(const Machine &machine, const State &state) {
    std::vector<int> waiting;
    std::vector<int> outside;
    Barrier barrier = Barrier::start;
    for (int lane = 0; lane < machine.setup().ctas; ++lane) {
        const Lane &at = state.lanes[static_cast<std::size_t>(lane)];
        if (at.at == At::start) {
            outside.push_back(lane);
        } else if (at.at != At::done) {
            waiting.push_back(lane);
            barrier = at.barrier;
        }
    }
    std::string text =
        "stuck: CTA " + list_of(waiting) + (waiting.size() == 1 ? " waits at " : " wait at ") + name(barrier);
    text +=
        outside.empty() ? " for ever" : ", and no place on the device gets free for CTA " + list_of(outside);
    return text;
}

} // namespace

std::string fault_text(const Machine &machine, const RunResult &run) {
    std::string text;
    const auto add = [&text](const std::string &more) { text += (text.empty() ? "" : "; ") + more; };
    if (run.race) {
        add("race: " + describe(machine, *run.race));
    }
    if (run.stuck) {
        add(stuck_text(machine, run.end));
    }
    if (run.wrong) {
        add("wrong answer: " + machine.difference(run.end));
    }
    return text;
}

void Runner::begin() {
    checker_.restart();
    result_.choices.clear();
    result_.race.reset();
    result_.end = machine_.initial();
}

void Runner::step(Choice choice) {
    Event event;
    machine_.step(result_.end, choice, &event);
    result_.choices.push_back(choice);
    if (!machine_.setup().delayed) {
        checker_.observe(event);
    }
}

const RunResult &Runner::end() {
    machine_.choices(result_.end, enabled_);
    const bool finished = machine_.finished(result_.end);
    result_.stuck = enabled_.empty() && !finished;
    result_.wrong = finished && !machine_.right(result_.end);
    result_.races = checker_.races();
    result_.accesses = checker_.accesses();
    if (checker_.races() > 0) {
        result_.race = checker_.first();
    }
    return result_;
}

const RunResult &Runner::run(Policy policy, std::uint64_t seed, int depth) {
    begin();
    Scheduler scheduler(machine_, policy, seed, depth);
    for (machine_.choices(result_.end, enabled_); !enabled_.empty();
         machine_.choices(result_.end, enabled_)) {
        step(scheduler.pick(enabled_));
    }
    return end();
}

const RunResult &Runner::follow(std::span<const Choice> choices, std::size_t *refused) {
    begin();
    std::size_t done = 0;
    while (done < choices.size() && choices[done].lane < machine_.setup().ctas &&
           machine_.enabled(result_.end, choices[done])) {
        step(choices[done]);
        ++done;
    }
    if (refused != nullptr) {
        *refused = done;
    }
    if (done == choices.size()) {
        for (machine_.choices(result_.end, enabled_); !enabled_.empty();
             machine_.choices(result_.end, enabled_)) {
            step(enabled_.front());
        }
    }
    return end();
}

} // namespace exactk::schedule
