// Persistent sets from what lanes can touch before the next barrier.
// Spec: algorithm/S4 S7 S8 B1 B2 B3. Layer: sim.
#include "reduction.hpp"

#include <algorithm>
#include <cstddef>

namespace exactk::schedule {
namespace {

constexpr int objects_max = 64; // bound: bits of the sets

bool breaks_barriers(const Machine &machine) {
    const MutantKind kind = info(machine.setup().mutant).kind;
    return kind == MutantKind::barrier || kind == MutantKind::counter ||
           machine.is(Mutant::b1_is_cta_barrier) || machine.is(Mutant::b2_is_cta_barrier);
}

/// How many rounds a lane has done at least when it ends them. A fault that changes what lanes read may end them early;
/// without one, and while writes are seen at once, they end where the model ends them.
int earliest_end(const Machine &machine) {
    const MutantKind kind = info(machine.setup().mutant).kind;
    const bool same_data = kind == MutantKind::none || kind == MutantKind::fence;
    return same_data ? machine.instance().rounds_run : 1;
}

/// Barriers of the model's way through the rows, and the time before the first.
int intervals_with_lists(const Machine &machine) {
    int barriers = 1; // the exit barrier
    for (const int rounds : machine.instance().fallback_rounds) {
        barriers += 2 + (rounds > 0 ? rounds + 1 : 0); // B3 and the release; B1 each round and B2
    }
    return barriers + 1;
}

} // namespace

Reduction::Reduction(const Machine &machine)
    : machine_(machine), barriers_block_(!breaks_barriers(machine)),
      intervals_(machine.lists() ? intervals_with_lists(machine) : machine.setup().rounds + 4) {
    const int owners = machine.grid() ? 1 : machine.setup().ctas;
    const int objects = owners * machine.buffers() + machine.setup().ctas * (machine.lists() ? 2 : 1) + 2;
    const bool known = !machine.lists() || machine.is(Mutant::none);
    usable_ = known && !machine.setup().delayed && !machine.limited() && objects <= objects_max;
    if (!usable_) {
        return;
    }
    for (int lane = 0; lane < machine.setup().ctas; ++lane) {
        if (machine.lists()) {
            add_intervals_with_lists(lane);
            continue;
        }
        const auto first = touched_.size();
        for (int interval = 0; interval < intervals_; ++interval) {
            touched_.push_back(touched_in(lane, interval));
        }
        if (!barriers_block_) { // then any interval may hold anything
            Touched all;
            for (std::size_t i = first; i < touched_.size(); ++i) {
                all.reads |= touched_[i].reads;
                all.writes |= touched_[i].writes;
                all.adds |= touched_[i].adds;
            }
            std::fill(touched_.begin() + static_cast<std::ptrdiff_t>(first), touched_.end(), all);
        }
    }
}

std::uint64_t Reduction::histogram(int owner, int buffer) const {
    const int number = (machine_.grid() ? 0 : owner * machine_.buffers()) + buffer;
    return std::uint64_t{1} << (machine_.setup().ctas + 2 + number);
}

std::uint64_t Reduction::share(int owner) const { return std::uint64_t{1} << (owner + 2); }

std::uint64_t Reduction::list(int owner) const {
    const int ctas = machine_.setup().ctas;
    return std::uint64_t{1} << (2 + ctas + ctas * machine_.buffers() + owner);
}

std::uint64_t Reduction::histograms(int owner) const {
    std::uint64_t all = 0;
    for (int buffer = 0; buffer < machine_.buffers(); ++buffer) {
        all |= histogram(owner, buffer);
    }
    return all;
}

/// The work of a listed row between the halves of its release belongs to the intervals on both sides.
void Reduction::add_intervals_with_lists(int lane) {
    constexpr std::uint64_t slots = 1; // convention: the first object
    Touched now;
    const auto pass_barrier = [&] {
        touched_.push_back(now);
        now = Touched();
    };
    for (const int rounds : machine_.instance().fallback_rounds) {
        now.writes |= histograms(lane) | list(lane);
        pass_barrier(); // B3
        for (int owner = 0; owner < machine_.setup().ctas; ++owner) {
            now.reads |= list(owner);
        }
        if (rounds == 0) {
            now.writes |= histograms(lane) | slots;
        }
        pass_barrier(); // the release
        if (rounds == 0) {
            now.writes |= histograms(lane) | slots;
            continue;
        }
        now.writes |= list(lane);
        for (int round = 0; round <= rounds; ++round) {
            const Touched more = touched_by_round(lane, round);
            now.reads |= more.reads;
            now.writes |= more.writes;
            now.adds |= more.adds;
            now.writes |= round == rounds ? share(lane) : 0;
            pass_barrier(); // B1, or B2 after the last
        }
        for (int owner = 0; owner < lane; ++owner) {
            now.reads |= share(owner);
        }
        now.writes |= slots;
    }
    pass_barrier(); // the exit barrier
    now.writes |= histograms(lane) | share(lane) | list(lane);
    pass_barrier();
}

/// Of a round: reading the histogram of the one before, clears that follow or precede, and adding.
Reduction::Touched Reduction::touched_by_round(int lane, int round) const {
    const Machine &machine = machine_;
    Touched touched;
    if (round > 0) {
        for (int owner = 0; owner < machine.setup().ctas; ++owner) {
            touched.reads |= histogram(owner, machine.read_buffer(round - 1));
        }
        if (machine.clears_after_reading() && machine.clears_in(lane, round - 1)) {
            touched.writes |= histogram(lane, machine.clear_buffer(round - 1));
        }
    }
    if (round < machine.setup().rounds) {
        const std::uint64_t target = histogram(lane, machine.add_buffer(round));
        if (machine.is(Mutant::add_not_atomic)) {
            touched.reads |= target;
            touched.writes |= target;
        } else {
            touched.adds |= target;
        }
        if (!machine.clears_after_reading() && machine.clears_in(lane, round)) {
            touched.writes |= histogram(lane, machine.clear_buffer(round));
        }
    }
    return touched;
}

Reduction::Touched Reduction::touched_in(int lane, int interval) const {
    const Machine &machine = machine_;
    // Grid forms have the start barrier before the first round.
    const int round = interval - (machine.grid() ? 1 : 0);
    Touched touched;
    if (round < 0 || (!machine.grid() && interval == 0)) {
        const bool clears = !machine.grid() || lane == 0;
        for (int buffer = 0; clears && buffer < machine.buffers(); ++buffer) {
            touched.writes |= histogram(lane, buffer);
        }
    }
    if (round >= 0 && round <= machine.setup().rounds) {
        const Touched more = touched_by_round(lane, round);
        touched.reads |= more.reads;
        touched.writes |= more.writes;
        touched.adds |= more.adds;
    }
    const int ended = earliest_end(machine);
    if (round >= ended) {
        touched.writes |= share(lane);
    }
    if (round >= ended + 1) {
        for (int owner = 0; owner < lane; ++owner) {
            touched.reads |= share(owner);
        }
        touched.writes |= 1u | 2u; // slots, and the counter of slots
    }
    if (!machine.grid() && round >= ended + 2) { // it leaves
        for (int buffer = 0; buffer < machine.buffers(); ++buffer) {
            touched.writes |= histogram(lane, buffer);
        }
    }
    return touched;
}

Reduction::Touched Reduction::next_of(const State &state, int lane) const {
    const Lane &at = state.lanes[static_cast<std::size_t>(lane)];
    const Machine &machine = machine_;
    const int stride = machine.instance().stride;
    Touched next;
    switch (at.at) {
    case At::clear_first:
        next.writes =
            machine.lists() ? histograms(lane) : histogram(lane, machine.grid() ? at.item / stride : at.item);
        break;
    case At::count: next.writes = histograms(lane); break;
    case At::list:
    case At::number:
    case At::keep: next.writes = list(lane); break;
    case At::read_number:
    case At::read_list: next.reads = list(at.item); break;
    case At::add:
        (machine.is(Mutant::add_not_atomic) ? next.reads : next.adds) =
            histogram(lane, machine.add_buffer(at.round));
        break;
    case At::store_sum: next.writes = histogram(lane, machine.add_buffer(at.round)); break;
    case At::clear_next: next.writes = histogram(lane, machine.clear_buffer(at.round)); break;
    case At::read: next.reads = histogram(at.item, machine.read_buffer(at.round)); break;
    case At::share: next.writes = share(lane); break;
    case At::read_share: next.reads = share(at.item); break;
    case At::take_slot: next.writes = 2u; break;
    case At::slot: next.writes = 1u; break;
    case At::leave: next.writes = share(lane) | histograms(lane) | (machine.lists() ? list(lane) : 0); break;
    default: break;
    }
    return next;
}

/// Steps at a barrier. Where arrivals are only counted they commute with each other, and with waits, of which those
/// that are open stay open and the others need this lane. Where the arrival learns whether it is the last one, it does
/// not commute with others that can still come; what the last one does it does while all others are held.
bool Reduction::sync_commutes(const State &state, int lane) const {
    if (!barriers_block_) {
        return false;
    }
    const Lane &mine = state.lanes[static_cast<std::size_t>(lane)];
    if (mine.at != At::arrive || machine_.counts_arrivals()) {
        return true;
    }
    for (std::size_t other = 0; other < state.lanes.size(); ++other) {
        const bool can_come = static_cast<int>(other) != lane && state.lanes[other].epoch <= mine.epoch;
        if (can_come) {
            return false;
        }
    }
    return true;
}

bool Reduction::commutes(const State &state, int lane) const {
    const Lane &mine = state.lanes[static_cast<std::size_t>(lane)];
    if (mine.at == At::arrive || mine.at == At::reset || mine.at == At::publish || mine.at == At::wait) {
        return sync_commutes(state, lane);
    }
    const Touched next = next_of(state, lane);
    const std::uint64_t all = next.reads | next.writes | next.adds;
    for (int other = 0; other < machine_.setup().ctas; ++other) {
        const Lane &theirs = state.lanes[static_cast<std::size_t>(other)];
        if (other == lane || theirs.at == At::done) {
            continue;
        }
        // Who waits has arrived at its barrier and not passed it.
        const bool at_barrier = theirs.at == At::wait || theirs.at == At::reset || theirs.at == At::publish;
        const int now = std::max(0, theirs.epoch - (at_barrier ? 1 : 0));
        const int last = barriers_block_ ? std::max<int>(now, mine.epoch) : intervals_ - 1;
        for (int interval = now; interval <= last && interval < intervals_; ++interval) {
            const Touched &others = touched_[static_cast<std::size_t>(other * intervals_ + interval)];
            const bool clash = (all & others.writes) != 0 ||
                               (next.writes & (others.reads | others.adds)) != 0 ||
                               (next.reads & others.adds) != 0 || (next.adds & others.reads) != 0;
            if (clash) {
                return false;
            }
        }
    }
    return true;
}

int Reduction::single(const State &state) const {
    if (!usable_) {
        return -1;
    }
    for (int lane = 0; lane < machine_.setup().ctas; ++lane) {
        const Choice choice{static_cast<std::uint8_t>(lane), -1};
        if (machine_.enabled(state, choice) && commutes(state, lane)) {
            return lane;
        }
    }
    return -1;
}

} // namespace exactk::schedule
