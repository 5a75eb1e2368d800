// The operations themselves: which can be done, and what they do to memory.
// Spec: algorithm/S4 S7 S8 B1 B2. Layer: sim.
#include <exactk/schedule/machine.hpp>

#include <algorithm>

#include "flow.hpp"
#include "sync_cells.hpp"

namespace exactk::schedule {
namespace {

std::uint16_t number16(int value) { return static_cast<std::uint16_t>(value); }

/// What may be written, and stays in the buffer where visibility is delayed.
bool writes(At at) {
    return at == At::clear_first || at == At::add || at == At::store_sum || at == At::clear_next ||
           at == At::share || at == At::slot;
}

} // namespace

/// One step of one lane.
class Steps {
public:
    Steps(const Machine &machine, State &state, int number, Event *event)
        : machine_(machine), state_(state), lane_(state.lanes[static_cast<std::size_t>(number)]),
          number_(number), flow_(machine, state, number), event_(event != nullptr ? *event : unseen_) {}

    void operate();
    void flush(int entry);

private:
    std::uint16_t &cell(int number) { return state_.cells[static_cast<std::size_t>(number)]; }
    bool in_kernels() const { return machine_.limited() && machine_.setup().form == Form::kernel; }
    void touch(Access access, int first, int count, int value);
    void write(int number, int value, bool adds);
    void clear_first();
    void clear(int buffer, int item);
    void add();
    void arrive();
    void wait();
    void read();
    void read_share();
    void write_slot();
    void leave();

    const Machine &machine_;
    State &state_;
    Lane &lane_;
    int number_;
    Flow flow_;
    Event unseen_;
    Event &event_;
};

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
    buffer.entries[at] = {number16(number), number16(value), number16(adds ? 1 : 0)};
    ++buffer.size;
}

void Steps::flush(int entry) {
    StoreBuffer &buffer = state_.buffers[static_cast<std::size_t>(number_)];
    const StoreBuffer::Entry flushed = buffer.entries[entry];
    cell(flushed.cell) = number16(flushed.adds != 0 ? cell(flushed.cell) + flushed.value : flushed.value);
    for (int i = entry; i + 1 < buffer.size; ++i) {
        buffer.entries[i] = buffer.entries[i + 1];
    }
    --buffer.size;
    buffer.entries[buffer.size] = {};
    touch(Access::none, flushed.cell, 1, cell(flushed.cell));
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
    const int slot = machine_.is(Mutant::first_come_slots) ? lane_.loaded : flow_.slot_of(element);
    if (slot >= machine_.instance().k) {
        ++lane_.outside;
        return;
    }
    touch(Access::write, machine_.slot(slot), 1, element);
    write(machine_.slot(slot), element, false);
}

void Steps::leave() {
    if (!machine_.grid()) {
        const int first = machine_.histogram(number_, 0, 0);
        const int count = machine_.share(number_) + 1 - first;
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
    case At::clear_first: clear_first(); break;
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
    }
    flow_.go_on();
}

bool Machine::enabled(const State &state, Choice choice) const {
    const auto number = static_cast<std::size_t>(choice.lane);
    const Lane &lane = state.lanes[number];
    if (choice.flush >= 0) {
        if (state.buffers.empty() || choice.flush >= state.buffers[number].size) {
            return false;
        }
        // Writes of one CTA to one cell become visible in their order.
        const StoreBuffer::Entry *entries = state.buffers[number].entries;
        return choice.flush == 0 || entries[choice.flush - 1].cell != entries[choice.flush].cell;
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
    // A vector store of a cluster's histogram needs room for all its cells.
    return !writes(lane.at) || state.buffers.empty() || held + bins_max <= buffer_entries;
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
