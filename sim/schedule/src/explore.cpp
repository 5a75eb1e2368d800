// All schedules: breadth first over stored states, and depth first without.
// Spec: algorithm/B1 B2 B3, contract/C15. Layer: sim.
#include <exactk/schedule/explore.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include "frontier.hpp"
#include "reduction.hpp"

namespace exactk::schedule {
namespace {

/// 32-bit digits that hold how many paths there can be: the most choices of a step to the power of the steps.
std::size_t path_digits(const Machine &machine) {
    const int per_lane = machine.setup().delayed ? 1 + buffer_entries : 1;
    const auto choices = static_cast<unsigned>(machine.setup().ctas * per_lane);
    const auto bits =
        static_cast<std::size_t>(std::bit_width(choices)) * static_cast<std::size_t>(machine.steps_max());
    return bits / 32 + 1;
}

/// The steps to follow from a state: all, or one that is enough.
void steps_from(const Machine &machine, const Reduction *reduction, const State &state,
                std::vector<Choice> &out) {
    const int single = reduction != nullptr ? reduction->single(state) : -1;
    if (single >= 0) {
        out.assign(1, Choice{static_cast<std::uint8_t>(single), -1});
    } else {
        machine.choices(state, out);
    }
}

/// The schedule that leads to a state of the last of the levels.
std::vector<Choice> path_to(const std::vector<std::vector<Parent>> &levels, std::size_t number) {
    std::vector<Choice> path;
    for (std::size_t level = levels.size(); level-- > 1;) { // the first level is the first state
        const Parent &parent = levels[level][number];
        path.push_back(parent.choice);
        number = parent.state;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

class Walk {
public:
    Walk(const Machine &machine, const ExploreOptions &options)
        : machine_(machine), options_(options), reduction_(machine), digits_(path_digits(machine)),
          now_(machine, digits_), next_(machine, digits_), state_(machine.initial()), child_(state_),
          all_(digits_, 0) {}

    Exploration run() {
        BigNumber one(digits_, 0);
        one[0] = 1;
        now_.add(state_, one.data(), {});
        while (now_.size() > 0 && !stopped_ && found_.states + now_.size() <= options_.states_max) {
            found_.states += now_.size();
            next_.clear();
            for (std::size_t number = 0; number < now_.size() && !stopped_; ++number) {
                follow(number);
                constexpr std::size_t between = 4096; // convention: some milliseconds
                stopped_ = number % between == 0 && options_.stopped && options_.stopped();
            }
            levels_.push_back(now_.take_parents());
            if (fault_state_ != none && found_.fault.empty()) {
                found_.fault = path_to(levels_, fault_state_);
            }
            std::swap(now_, next_);
        }
        found_.complete = now_.size() == 0 && !stopped_;
        found_.interleavings = decimal(all_);
        return std::move(found_);
    }

private:
    static constexpr std::size_t none = SIZE_MAX; // bound: no number of a state

    void follow(std::size_t number) {
        now_.load(number, state_);
        steps_from(machine_, options_.reduce ? &reduction_ : nullptr, state_, choices_);
        found_.steps += choices_.size();
        if (choices_.empty()) {
            end(number);
        }
        for (const Choice choice : choices_) {
            child_ = state_;
            machine_.step(child_, choice);
            next_.add(child_, now_.paths(number), {static_cast<std::uint32_t>(number), choice});
        }
    }

    void end(std::size_t number) {
        ++found_.ends;
        add_to(all_.data(), now_.paths(number), digits_);
        found_.outcomes.insert(outcome_of(machine_, state_));
        const bool stuck = !machine_.finished(state_);
        const bool wrong = !stuck && !machine_.right(state_);
        found_.stuck += stuck ? 1 : 0;
        found_.wrong += wrong ? 1 : 0;
        if ((stuck || wrong) && fault_state_ == none && found_.fault.empty()) {
            fault_state_ = number;
            found_.fault_is_stuck = stuck;
        }
    }

    const Machine &machine_;
    const ExploreOptions &options_;
    Reduction reduction_;
    std::size_t digits_;
    Frontier now_;
    Frontier next_;
    State state_;
    State child_;
    BigNumber all_;
    Exploration found_;
    std::vector<Choice> choices_;
    std::vector<std::vector<Parent>> levels_;
    std::size_t fault_state_ = none;
    bool stopped_ = false;
};

/// Depth first; the states of the path are the only ones held.
class Descent {
public:
    Descent(const Machine &machine, bool reduce, std::uint64_t runs_max,
            const std::function<void(std::span<const Choice>, const State &)> &visit)
        : machine_(machine), reduce_(reduce), reduction_(machine), runs_max_(runs_max), visit_(visit) {}

    std::uint64_t run() {
        descend(machine_.initial());
        return runs_;
    }

private:
    void descend(const State &state) {
        std::vector<Choice> choices;
        steps_from(machine_, reduce_ ? &reduction_ : nullptr, state, choices);
        if (choices.empty()) {
            ++runs_;
            if (runs_ <= runs_max_) {
                visit_(path_, state);
            }
            return;
        }
        for (const Choice choice : choices) {
            if (runs_ > runs_max_) {
                return;
            }
            State child = state;
            machine_.step(child, choice);
            path_.push_back(choice);
            descend(child);
            path_.pop_back();
        }
    }

    const Machine &machine_;
    bool reduce_;
    Reduction reduction_;
    std::uint64_t runs_max_;
    const std::function<void(std::span<const Choice>, const State &)> &visit_;
    std::uint64_t runs_ = 0;
    std::vector<Choice> path_;
};

} // namespace

Outcome outcome_of(const Machine &machine, const State &state) {
    Outcome outcome = machine.slots(state);
    outcome.push_back(machine.finished(state) ? 1 : 0);
    for (const Lane &lane : state.lanes) {
        const auto low = static_cast<std::uint16_t>(lane.rounds_seen);
        const auto high = static_cast<std::uint16_t>(lane.rounds_seen >> 16);
        outcome.insert(outcome.end(), {low, high, lane.prefix, lane.open, lane.above_base, lane.equal_base,
                                       std::uint16_t{lane.outside}, static_cast<std::uint16_t>(lane.at)});
    }
    return outcome;
}

Exploration explore(const Machine &machine, const ExploreOptions &options) {
    return Walk(machine, options).run();
}

std::uint64_t for_each_schedule(const Machine &machine, bool reduce, std::uint64_t runs_max,
                                const std::function<void(std::span<const Choice>, const State &)> &visit) {
    return Descent(machine, reduce, runs_max, visit).run();
}

} // namespace exactk::schedule
