// The operations themselves: which can be done, and what they do to memory.
// Spec: algorithm/S4 S7 S8 F5 B1 B2 B3. Layer: sim.
#include <exactk/schedule/machine.hpp>

#include <algorithm>

#include "steps.hpp"
#include "sync_cells.hpp"

namespace exactk::schedule {
namespace {

std::uint16_t number16(int value) { return static_cast<std::uint16_t>(value); }

/// What may be written, and stays in the buffer where visibility is delayed.
bool writes(At at) {
    return at == At::clear_first || at == At::add || at == At::store_sum || at == At::clear_next ||
           at == At::share || at == At::slot || at == At::list || at == At::number || at == At::count ||
           at == At::keep;
}

/// What a write needs of a buffer: vector stores of a cluster want room for all their cells.
int room_for(const Machine &machine, At at) {
    return at == At::clear_first && machine.lists() ? machine.buffers() * bins_max : bins_max;
}
static_assert(list_cells <= bins_max, "a list fits the room that a histogram needs");

/// Writes of one CTA to one cell become visible in their order, and what one step wrote is flushed by its first entry.
bool can_flush(const StoreBuffer &buffer, int entry) {
    const StoreBuffer::Entry *entries = buffer.entries;
    for (int i = 0; i < buffer.size; ++i) {
        const bool together = entries[entry].step != 0 && entries[i].step == entries[entry].step;
        if (i != entry && !together) {
            continue;
        }
        const bool behind = i > 0 && entries[i - 1].cell == entries[i].cell;
        if (behind || i < entry) {
            return false;
        }
    }
    return true;
}

} // namespace

void Steps::touch(Access access, int first, int count, int value) {
    event_.access = access;
    event_.first = first;
    event_.count = count;
    event_.value = value;
}

/// Into memory, or into the buffer: behind the entries of the same and of lower cells.
void Steps::write(int number, int value, bool adds) {
    if (state_.buffers.empty()) {
        cell(number) = number16(adds ? cell(number) + value : value);
        return;
    }
    StoreBuffer &buffer = state_.buffers[static_cast<std::size_t>(number_)];
    int at = buffer.size;
    while (at > 0 && buffer.entries[at - 1].cell > number) {
        buffer.entries[at] = buffer.entries[at - 1];
        --at;
    }
    // Additions and slots are single cells. Of any other step at most one is held back, so its name tells it.
    const bool alone = !machine_.lists() || adds || lane_.at == At::slot;
    const int step = alone ? 0 : static_cast<int>(lane_.at) + 1;
    buffer.entries[at] = {number16(number), number16(value), number16(adds ? 1 : 0), number16(step)};
    ++buffer.size;
}

void Steps::flush(int entry) {
    StoreBuffer &buffer = state_.buffers[static_cast<std::size_t>(number_)];
    const StoreBuffer::Entry first = buffer.entries[entry];
    const auto together = [&](const StoreBuffer::Entry &other) {
        return first.step != 0 && other.step == first.step;
    };
    int kept = 0;
    int flushed = 0;
    for (int i = 0; i < buffer.size; ++i) {
        const StoreBuffer::Entry one = buffer.entries[i];
        if (i == entry || together(one)) {
            cell(one.cell) = number16(one.adds != 0 ? cell(one.cell) + one.value : one.value);
            ++flushed;
        } else {
            buffer.entries[kept] = one;
            ++kept;
        }
    }
    std::fill(buffer.entries + kept, buffer.entries + buffer.size, StoreBuffer::Entry());
    buffer.size = number16(kept);
    touch(Access::none, first.cell, flushed, cell(first.cell));
    event_.flush = true;
}

void Steps::clear(int buffer, int item) {
    if (machine_.grid()) {
        const int number = machine_.histogram(number_, buffer, item);
        touch(Access::write, number, 1, 0);
        write(number, 0, false);
        return;
    }
    const int first = machine_.histogram(number_, buffer, 0);
    touch(Access::write, first, machine_.instance().stride, 0);
    for (int bin = 0; bin < machine_.instance().stride; ++bin) {
        write(first + bin, 0, false);
    }
}

void Steps::clear_first() {
    const int stride = machine_.instance().stride;
    if (machine_.grid()) {
        clear(lane_.item / stride, lane_.item % stride);
    } else {
        clear(lane_.item, 0);
    }
}

void Steps::add() {
    const int number = machine_.histogram(number_, machine_.add_buffer(lane_.round), lane_.item);
    if (machine_.is(Mutant::add_not_atomic)) {
        lane_.loaded = flow_.load(number);
        touch(Access::read, number, 1, lane_.loaded);
        return;
    }
    const int count = flow_.own_count(lane_.item);
    touch(machine_.is(Mutant::add_scope_cta) ? Access::add_weak : Access::add, number, 1, count);
    write(number, count, true);
}

void Steps::arrive() {
    event_.barrier = lane_.barrier;
    event_.epoch = lane_.epoch;
    event_.orders = machine_.releases(lane_.barrier);
    ++lane_.epoch;
    ++cell(counter_cell);
    const int needed = machine_.setup().ctas - (machine_.is(Mutant::one_arrival_short) ? 1 : 0);
    touch(Access::none, counter_cell, 1, cell(counter_cell));
    lane_.loaded = !machine_.counts_arrivals() && cell(counter_cell) == needed ? 1 : 0;
    if (in_kernels()) {
        --cell(resident_cell);
    }
}

void Steps::wait() {
    event_.barrier = lane_.barrier;
    event_.epoch = lane_.epoch - 1;
    event_.orders = machine_.acquires(lane_.barrier);
    const int watched = machine_.counts_arrivals() ? counter_cell : generation_cell;
    touch(Access::none, watched, 1, cell(watched));
    if (in_kernels()) {
        ++cell(resident_cell);
    }
}

void Steps::read() {
    const int buffer = machine_.read_buffer(lane_.round);
    if (machine_.grid()) {
        const int number = machine_.histogram(number_, buffer, lane_.item);
        lane_.counts[lane_.item] = flow_.load(number);
        touch(Access::read, number, 1, lane_.counts[lane_.item]);
        return;
    }
    const int first = machine_.histogram(lane_.item, buffer, 0);
    const auto bins = static_cast<int>(machine_.instance().bins[lane_.round].size());
    touch(Access::read, first, bins, cell(first));
    for (int bin = 0; bin < bins; ++bin) {
        lane_.counts[bin] = number16(lane_.counts[bin] + cell(first + bin));
    }
}

void Steps::read_share() {
    const int number = machine_.share(lane_.item);
    const int value = flow_.load(number);
    touch(Access::read, number, 1, value);
    lane_.above_base = number16(lane_.above_base + value / 256);
    lane_.equal_base = number16(lane_.equal_base + value % 256);
}

void Steps::write_slot() {
    const int element = lane_.item;
    const int k = machine_.instance().k;
    const int slot = machine_.is(Mutant::first_come_slots) ? lane_.loaded : flow_.slot_of(element);
    if (slot >= k) {
        ++lane_.outside;
        return;
    }
    const int number = machine_.slot(lane_.row * k + slot);
    touch(Access::write, number, 1, element);
    write(number, element, false);
}

void Steps::leave() {
    if (!machine_.grid()) {
        const int first = machine_.histogram(number_, 0, 0);
        const int count = machine_.block();
        touch(Access::write, first, count, dirt);
        std::fill_n(state_.cells.begin() + first, count, dirt); // whoever comes next puts there what it likes
    }
    if (machine_.limited()) {
        --cell(resident_cell);
    }
}

void Steps::operate() {
    event_.item = lane_.item;
    event_.round = lane_.round;
    switch (lane_.at) {
    case At::start: ++cell(resident_cell); break;
    case At::clear_first:
        if (machine_.lists()) {
            clear_all();
        } else {
            clear_first();
        }
        break;
    case At::add: add(); break;
    case At::store_sum: {
        const int number = machine_.histogram(number_, machine_.add_buffer(lane_.round), lane_.item);
        const int sum = lane_.loaded + flow_.own_count(lane_.item);
        touch(Access::write, number, 1, sum);
        write(number, sum, false);
        break;
    }
    case At::clear_next: clear(machine_.clear_buffer(lane_.round), lane_.item); break;
    case At::arrive: arrive(); break;
    case At::reset:
        cell(counter_cell) = 0;
        touch(Access::none, counter_cell, 1, 0);
        break;
    case At::publish:
        ++cell(generation_cell);
        touch(Access::none, generation_cell, 1, cell(generation_cell));
        break;
    case At::wait: wait(); break;
    case At::read: read(); break;
    case At::share: {
        const int end = flow_.chunk_last();
        const int share = flow_.own_above(end) * 256 + flow_.own_equal(end);
        touch(Access::write, machine_.share(number_), 1, share);
        write(machine_.share(number_), share, false);
        break;
    }
    case At::read_share: read_share(); break;
    case At::take_slot:
        lane_.loaded = cell(next_slot_cell)++;
        touch(Access::none, next_slot_cell, 1, lane_.loaded);
        break;
    case At::slot: write_slot(); break;
    case At::leave: leave(); break;
    case At::done: break;
    default: operate_with_list(); break;
    }
    flow_.go_on();
}

bool Machine::enabled(const State &state, Choice choice) const {
    const auto number = static_cast<std::size_t>(choice.lane);
    const Lane &lane = state.lanes[number];
    if (choice.flush >= 0) {
        return !state.buffers.empty() && choice.flush < state.buffers[number].size &&
               can_flush(state.buffers[number], choice.flush);
    }
    const bool full_device = state.cells[resident_cell] >= setup_.fitting();
    const int held = state.buffers.empty() ? 0 : state.buffers[number].size;
    switch (lane.at) {
    case At::done: return false;
    case At::start: return !full_device;
    case At::arrive: return held == 0 || !releases(lane.barrier);
    case At::leave: return held == 0;
    case At::wait: {
        const int short_by = is(Mutant::one_arrival_short) ? 1 : 0;
        int needed = setup_.ctas * lane.epoch - short_by;
        int seen = state.cells[counter_cell];
        if (is(Mutant::leader_resets)) {
            needed = setup_.ctas;
        } else if (!counts_arrivals()) {
            needed = lane.epoch;
            seen = state.cells[generation_cell];
        }
        return seen >= needed && !(limited() && setup_.form == Form::kernel && full_device);
    }
    default: break;
    }
    return !writes(lane.at) || state.buffers.empty() || held + room_for(*this, lane.at) <= buffer_entries;
}

void Machine::step(State &state, Choice choice, Event *event) const {
    if (event != nullptr) {
        *event = Event();
        event->lane = choice.lane;
        event->at = state.lanes[choice.lane].at;
    }
    Steps steps(*this, state, choice.lane, event);
    if (choice.flush >= 0) {
        steps.flush(choice.flush);
    } else {
        steps.operate();
    }
}

void Machine::choices(const State &state, std::vector<Choice> &out) const {
    out.clear();
    for (int lane = 0; lane < setup_.ctas; ++lane) {
        const int held = state.buffers.empty() ? 0 : state.buffers[static_cast<std::size_t>(lane)].size;
        for (int flush = -1; flush < held; ++flush) {
            const Choice choice{static_cast<std::uint8_t>(lane), static_cast<std::int8_t>(flush)};
            if (enabled(state, choice)) {
                out.push_back(choice);
            }
        }
    }
}

} // namespace exactk::schedule
