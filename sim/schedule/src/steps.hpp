// What one step does to memory.
// Spec: algorithm/S4 S7 S8 F5 B1 B2 B3. Layer: sim.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/schedule/machine.hpp>

#include "flow.hpp"

namespace exactk::schedule {

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
    void write_keys(const std::vector<std::uint16_t> &keys);
    void clear_all();
    void operate_with_list();
    void read_list();

    const Machine &machine_;
    State &state_;
    Lane &lane_;
    int number_;
    Flow flow_;
    Event unseen_;
    Event &event_;
};

} // namespace exactk::schedule
