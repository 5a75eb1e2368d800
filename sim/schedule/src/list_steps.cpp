// The operations that only rows with lists have, and what they do to memory.
// Spec: algorithm/F5 F6 B3. Layer: sim.
#include <algorithm>

#include "steps.hpp"
#include "sync_cells.hpp"

namespace exactk::schedule {
namespace {

std::uint16_t number16(int value) { return static_cast<std::uint16_t>(value); }

} // namespace

/// Into the CTA's list, in one step.
void Steps::write_keys(const std::vector<std::uint16_t> &keys) {
    const int count = static_cast<int>(keys.size());
    touch(Access::write, machine_.list(number_, 0), count, count);
    for (int entry = 0; entry < count; ++entry) {
        write(machine_.list(number_, entry), keys[static_cast<std::size_t>(entry)], false);
    }
}

void Steps::clear_all() {
    const int first = machine_.histogram(number_, 0, 0);
    const int count = machine_.buffers() * machine_.instance().stride;
    touch(Access::write, first, count, 0);
    for (int cell = first; cell < first + count; ++cell) {
        write(cell, 0, false);
    }
}

/// All that a list can hold is read, since on the device the first loads do not wait for the number; what lies beyond
/// the list's end is dropped.
void Steps::read_list() {
    const int first = machine_.list(lane_.item, 0);
    touch(Access::read, first, list_cells, lane_.told);
    for (int entry = 0; entry < lane_.told; ++entry) {
        cell(machine_.copy(number_, lane_.copied)) = cell(first + entry);
        ++lane_.copied;
    }
}

void Steps::operate_with_list() {
    switch (lane_.at) {
    case At::list: write_keys(flow_.kept_keys(lane_.row + lane_.early)); break;
    case At::number: {
        const int kept = flow_.own_kept(lane_.row);
        touch(Access::write, machine_.number(number_), 1, kept);
        write(machine_.number(number_), kept, false);
        break;
    }
    case At::read_number: {
        const int told = cell(machine_.number(lane_.item));
        touch(Access::read, machine_.number(lane_.item), 1, told);
        lane_.kept = number16(lane_.kept + told);
        lane_.told = static_cast<std::uint8_t>(std::min(told, list_cells));
        break;
    }
    case At::read_list: read_list(); break;
    case At::count: {
        const int first = machine_.histogram(number_, 0, 0);
        touch(Access::write, first, machine_.instance().stride, 0);
        for (int bin = 0; bin < machine_.instance().stride; ++bin) {
            write(first + bin, dirt, false); // nobody looks at these counts, so any numbers do
        }
        break;
    }
    case At::keep: {
        std::vector<std::uint16_t> keys;
        for (int i = flow_.chunk_first(); i < flow_.chunk_last() && keys.size() < list_cells; ++i) {
            keys.push_back(flow_.key(i));
        }
        write_keys(keys);
        break;
    }
    default: break;
    }
}

} // namespace exactk::schedule
