// Vector clocks over barrier epochs.
// Spec: algorithm/B1 B2 B3. Layer: sim.
#include <exactk/schedule/races.hpp>

#include <algorithm>
#include <cstddef>

namespace exactk::schedule {
namespace {

/// Whether two accesses to one cell need an order. Relaxed atomics whose scopes hold both need none.
bool conflict(Access a, Access b) {
    const bool both_read = a == Access::read && b == Access::read;
    const bool both_add = a == Access::add && b == Access::add;
    return !both_read && !both_add;
}

const char *word(Access access) {
    switch (access) {
    case Access::read: return "read";
    case Access::write: return "write";
    case Access::add: return "atomic addition";
    case Access::add_weak: return "addition, atomic in its CTA only,";
    case Access::none: break;
    }
    return "access";
}

} // namespace

std::string describe(const Machine &machine, const Race &race) {
    return "CTA " + std::to_string(race.earlier_lane) + "'s " + word(race.earlier) + " and CTA " +
           std::to_string(race.later_lane) + "'s " + word(race.later) + " of " +
           machine.place_text(race.cell) + " are not ordered by any barrier";
}

RaceChecker::RaceChecker(const Machine &machine) : ctas_(machine.setup().ctas) {
    const auto ctas = static_cast<std::size_t>(ctas_);
    clocks_.resize(ctas * ctas);
    epochs_.resize(static_cast<std::size_t>(machine.barriers_max()) * ctas);
    last_.resize(static_cast<std::size_t>(machine.cells()) * kinds * ctas);
    restart();
}

void RaceChecker::restart() {
    std::fill(clocks_.begin(), clocks_.end(), std::uint16_t{0});
    std::fill(epochs_.begin(), epochs_.end(), std::uint16_t{0});
    std::fill(last_.begin(), last_.end(), std::uint16_t{0});
    for (int lane = 0; lane < ctas_; ++lane) {
        clock(lane, lane) = 1;
    }
    races_ = 0;
    accesses_ = 0;
    step_ = 0;
}

void RaceChecker::check(int cell, int lane, Access access) {
    for (int kind = 0; kind < kinds; ++kind) {
        const auto other_access = static_cast<Access>(kind + 1);
        if (!conflict(access, other_access)) {
            continue;
        }
        for (int other = 0; other < ctas_; ++other) {
            const bool ordered = other == lane || last(cell, kind, other) <= clock(lane, other);
            if (ordered) {
                continue;
            }
            if (races_ == 0) {
                first_ = {cell, other, lane, other_access, access, step_};
            }
            ++races_;
        }
    }
    last(cell, static_cast<int>(access) - 1, lane) = clock(lane, lane);
}

void RaceChecker::observe(const Event &event) {
    if (event.access != Access::none) {
        for (int cell = event.first; cell < event.first + event.count; ++cell) {
            check(cell, event.lane, event.access);
            ++accesses_;
        }
    }
    if (event.orders && (event.at == At::arrive || event.at == At::wait)) {
        const auto row = static_cast<std::size_t>(event.epoch * ctas_);
        for (int about = 0; about < ctas_; ++about) {
            std::uint16_t &epoch = epochs_[row + static_cast<std::size_t>(about)];
            if (event.at == At::arrive) {
                epoch = std::max(epoch, clock(event.lane, about));
            } else {
                clock(event.lane, about) = std::max(clock(event.lane, about), epoch);
            }
        }
        if (event.at == At::arrive) {
            ++clock(event.lane, event.lane);
        }
    }
    ++step_;
}

} // namespace exactk::schedule
