// What a CTA does between two operations that others can notice.
// Spec: algorithm/S4 S5 S6 S7 S8. Layer: sim.
#include "flow.hpp"

#include <algorithm>

namespace exactk::schedule {
namespace {

std::uint8_t small(int value) { return static_cast<std::uint8_t>(value); }
std::uint16_t number16(int value) { return static_cast<std::uint16_t>(value); }

} // namespace

void Flow::begin() {
    if (machine_.lists()) {
        enter_row();
        return;
    }
    lane_.open = number16(machine_.instance().k);
    const bool clears = !machine_.is(Mutant::start_clear_missing) && (!machine_.grid() || number_ == 0);
    if (clears) {
        lane_.at = At::clear_first;
        lane_.item = 0;
    } else {
        after_first_clear();
    }
}

void Flow::after_first_clear() {
    if (machine_.lists()) {
        enter_list();
    } else if (machine_.grid()) {
        enter_barrier(Barrier::start);
    } else {
        enter_round();
    }
}

void Flow::enter_barrier(Barrier barrier) {
    lane_.barrier = barrier;
    lane_.item = 0;
    if (machine_.has_barrier(barrier, lane_.round)) {
        lane_.at = At::arrive;
    } else {
        after_barrier();
    }
}

/// Steps leaves in `loaded` whether this was the last arrival at a barrier that its last arrival opens.
void Flow::after_arrive_step() {
    const bool opens = lane_.loaded != 0;
    lane_.loaded = 0;
    if (opens) {
        lane_.at = machine_.is(Mutant::generation_before_reset) ? At::publish : At::reset;
    } else {
        after_arrival();
    }
}

void Flow::after_arrival() {
    if (lane_.barrier == Barrier::lists) {
        after_release();
    } else if (lane_.barrier == Barrier::exit && !machine_.lists()) {
        next_slot(chunk_first()); // it waits when the slots are written
    } else if (machine_.waits(number_, lane_.barrier)) {
        lane_.at = At::wait;
    } else {
        after_barrier();
    }
}

void Flow::after_barrier() {
    switch (lane_.barrier) {
    case Barrier::start: enter_round(); break;
    case Barrier::b1: enter_read(); break;
    case Barrier::b2:
        if (machine_.is(Mutant::share_after_barrier)) {
            lane_.at = At::share;
        } else {
            enter_share_reads();
        }
        break;
    case Barrier::exit: enter_leave(); break;
    case Barrier::b3: after_b3(); break;
    case Barrier::lists: after_await(); break;
    }
}

void Flow::enter_round() {
    if (lane_.ended != 0) {
        enter_barrier(Barrier::b1); // the kernels of rounds that are not needed are launched all the same
    } else {
        next_add(0);
    }
}

void Flow::next_add(int from) {
    for (int bin = from; bin < bins(); ++bin) {
        if (own_count(bin) > 0) {
            lane_.at = At::add;
            lane_.item = small(bin);
            return;
        }
    }
    after_adds();
}

void Flow::after_adds() {
    if (!machine_.clears_after_reading() && machine_.clears_in(number_, lane_.round)) {
        lane_.at = At::clear_next;
        lane_.item = 0;
    } else {
        enter_barrier(Barrier::b1);
    }
}

void Flow::enter_read() {
    if (lane_.ended != 0) {
        next_round();
        return;
    }
    std::fill(std::begin(lane_.counts), std::end(lane_.counts), std::uint16_t{0});
    if (!machine_.grid()) {
        for (int bin = 0; bin < bins(); ++bin) { // its own histogram is read where nobody can tell when
            lane_.counts[bin] = load(machine_.histogram(number_, machine_.read_buffer(lane_.round), bin));
        }
    }
    next_read(0);
}

void Flow::next_read(int from) {
    const int end = machine_.grid() ? bins() : machine_.setup().ctas;
    const int next = !machine_.grid() && from == number_ ? from + 1 : from;
    if (next < end) {
        lane_.at = At::read;
        lane_.item = small(next);
        return;
    }
    decide();
    const bool clears =
        lane_.ended == 0 && machine_.clears_after_reading() && machine_.clears_in(number_, lane_.round);
    if (clears) {
        lane_.at = At::clear_next;
        lane_.item = 0;
    } else {
        next_round();
    }
}

/// S5 and S6 from the histogram that was read, whatever it is worth.
void Flow::decide() {
    const Instance &instance = machine_.instance();
    const auto round = static_cast<std::size_t>(lane_.round);
    int bin = bins() - 1;
    int better = 0;
    while (bin > 0 && better + lane_.counts[bin] < lane_.open) {
        better += lane_.counts[bin];
        --bin;
    }
    const std::uint16_t digit = instance.bins[round][static_cast<std::size_t>(bin)];
    lane_.open_bits = small(instance.shifts[round]);
    lane_.prefix = number16(lane_.prefix | digit << instance.shifts[round]);
    lane_.population = lane_.counts[bin];
    lane_.above = number16(lane_.above + better);
    lane_.open = number16(lane_.open - better);
    if (lane_.population == lane_.open) {
        lane_.skipped = 1;
        lane_.above = number16(instance.k);
        lane_.open = 0;
    }
    lane_.ended = lane_.skipped != 0 || lane_.round + 1 == machine_.setup().rounds ? 1 : 0;
    lane_.rounds_seen =
        add_round(lane_.rounds_seen, {lane_.counts, bins(), digit, lane_.population, lane_.above, lane_.open,
                                      lane_.prefix, lane_.skipped != 0});
    std::fill(std::begin(lane_.counts), std::end(lane_.counts), std::uint16_t{0});
}

void Flow::after_clear_next() {
    if (machine_.clears_after_reading()) {
        next_round();
    } else {
        enter_barrier(Barrier::b1);
    }
}

void Flow::next_round() {
    const bool more = lane_.round + 1 < machine_.setup().rounds;
    if (more && (lane_.ended == 0 || machine_.setup().form == Form::kernel)) {
        ++lane_.round;
        enter_round();
    } else {
        enter_share();
    }
}

void Flow::enter_share() {
    const bool silent = machine_.is(Mutant::share_missing) && number_ == machine_.setup().ctas - 2;
    if (silent || machine_.is(Mutant::share_after_barrier)) {
        enter_barrier(Barrier::b2);
    } else {
        lane_.at = At::share;
        lane_.item = 0;
    }
}

void Flow::after_share() {
    if (machine_.is(Mutant::share_after_barrier)) {
        enter_share_reads();
    } else {
        enter_barrier(Barrier::b2);
    }
}

void Flow::enter_share_reads() {
    lane_.item = 0;
    if (number_ > 0) {
        lane_.at = At::read_share;
    } else {
        after_share_reads();
    }
}

void Flow::after_share_reads() {
    if (machine_.has_barrier(Barrier::exit, lane_.round) && !machine_.lists()) {
        enter_barrier(Barrier::exit);
    } else {
        next_slot(chunk_first());
    }
}

void Flow::next_slot(int from) {
    for (int element = from; element < chunk_last(); ++element) {
        if (!taken(element)) {
            continue;
        }
        const bool counted = machine_.is(Mutant::first_come_slots);
        if (!counted && slot_of(element) >= machine_.instance().k) {
            ++lane_.outside;
            continue;
        }
        lane_.at = counted ? At::take_slot : At::slot;
        lane_.item = small(element);
        return;
    }
    after_slots();
}

void Flow::after_slots() {
    lane_.item = 0;
    if (machine_.lists()) {
        after_listed_slots();
        return;
    }
    if (machine_.has_barrier(Barrier::exit, lane_.round)) {
        lane_.at = At::wait;
    } else {
        enter_leave();
    }
}

void Flow::enter_leave() {
    lane_.item = 0;
    lane_.at = !machine_.grid() || machine_.limited() ? At::leave : At::done;
}

void Flow::go_on() {
    const Machine &machine = machine_;
    const bool more_to_clear = lane_.item + 1 < (machine.grid() ? machine.instance().stride : 1);
    // With lists one step clears all that a CTA has.
    const int first_clears = (machine.is(Mutant::clear_too_early) ? machine.buffers() : 1) *
                             (machine.grid() ? machine.instance().stride : 1);
    switch (lane_.at) {
    case At::start: begin(); break;
    case At::clear_first:
        if (++lane_.item == first_clears) {
            lane_.item = 0;
            after_first_clear();
        }
        break;
    case At::add:
        if (machine.is(Mutant::add_not_atomic)) {
            lane_.at = At::store_sum;
        } else {
            next_add(lane_.item + 1);
        }
        break;
    case At::store_sum:
        lane_.loaded = 0;
        next_add(lane_.item + 1);
        break;
    case At::clear_next:
        if (more_to_clear) {
            ++lane_.item;
        } else {
            lane_.item = 0;
            after_clear_next();
        }
        break;
    case At::arrive: after_arrive_step(); break;
    case At::reset:
        if (machine.is(Mutant::leader_resets)) {
            after_barrier();
        } else if (machine.is(Mutant::generation_before_reset)) {
            after_arrival();
        } else {
            lane_.at = At::publish;
        }
        break;
    case At::publish:
        if (machine.is(Mutant::generation_before_reset)) {
            lane_.at = At::reset;
        } else {
            after_arrival();
        }
        break;
    case At::wait:
        if (machine.is(Mutant::leader_resets) && number_ == 0) {
            lane_.at = At::reset;
        } else {
            after_barrier();
        }
        break;
    case At::read: next_read(lane_.item + 1); break;
    case At::share: after_share(); break;
    case At::read_share:
        if (++lane_.item == number_) {
            lane_.item = 0;
            after_share_reads();
        }
        break;
    case At::take_slot: lane_.at = At::slot; break;
    case At::slot:
        lane_.loaded = 0;
        next_slot(lane_.item + 1);
        break;
    case At::leave: lane_.at = At::done; break;
    case At::done: break;
    case At::list:
    case At::number:
    case At::read_number:
    case At::read_list:
    case At::count:
    case At::keep: go_on_with_list(); break;
    }
}

} // namespace exactk::schedule
