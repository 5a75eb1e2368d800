// What a CTA knows of its chunk and of its own writes.
// Spec: algorithm/S4 S7 S8 F5. Layer: sim.
#include <algorithm>

#include "flow.hpp"

namespace exactk::schedule {
namespace {

std::uint16_t number16(int value) { return static_cast<std::uint16_t>(value); }

} // namespace

std::uint16_t Flow::load(int cell) const {
    std::uint16_t value = state_.cells[static_cast<std::size_t>(cell)];
    if (!state_.buffers.empty()) {
        const StoreBuffer &buffer = state_.buffers[static_cast<std::size_t>(number_)];
        for (int i = 0; i < buffer.size; ++i) {
            const StoreBuffer::Entry &entry = buffer.entries[i];
            if (entry.cell == cell) {
                value = number16(entry.adds != 0 ? value + entry.value : entry.value);
            }
        }
    }
    return value;
}

int Flow::bins() const {
    return static_cast<int>(machine_.instance().bins[static_cast<std::size_t>(lane_.round)].size());
}

bool Flow::candidate(int element) const {
    const unsigned all = key(element);
    return (all ^ lane_.prefix) >> lane_.open_bits == 0;
}

std::uint16_t Flow::key(int element) const {
    return machine_.instance().keys[static_cast<std::size_t>(in_rows(element))];
}

bool Flow::above_key(std::uint16_t key) const {
    if (lane_.listed != 0 && key < machine_.instance().threshold) {
        return false; // an element that is not listed is neither above nor equal
    }
    return lane_.skipped != 0 ? key >= lane_.prefix : key > lane_.prefix;
}

bool Flow::equal_key(std::uint16_t key) const { return lane_.skipped == 0 && key == lane_.prefix; }

bool Flow::above(int element) const { return above_key(key(element)); }

bool Flow::equal(int element) const { return equal_key(key(element)); }

int Flow::own_count(int bin) const {
    int count = 0;
    for (int i = chunk_first(); i < chunk_last(); ++i) {
        count += candidate(i) && machine_.instance().bin(in_rows(i), lane_.round) == bin ? 1 : 0;
    }
    return count;
}

int Flow::count_before(int end, bool want_above) const {
    int count = 0;
    for (int i = chunk_first(); i < end; ++i) {
        count += (want_above ? above(i) : equal(i)) ? 1 : 0;
    }
    return count;
}

int Flow::lo() const {
    const bool high = machine_.instance().ties == Ties::high && lane_.skipped == 0;
    return high ? lane_.population - lane_.open : 0;
}

bool Flow::taken(int element) const {
    if (above(element)) {
        return true;
    }
    const int before = lane_.equal_base + own_equal(element);
    return equal(element) && before >= lo() && before < lo() + lane_.open;
}

int Flow::slot_of(int element) const {
    const int equals = lane_.equal_base + own_equal(element) - lo();
    return lane_.above_base + own_above(element) + std::clamp(equals, 0, int{lane_.open});
}

int Flow::own_kept(int row) const {
    const Instance &instance = machine_.instance();
    int count = 0;
    for (int i = chunk_first(); i < chunk_last(); ++i) {
        count += kept(instance, row * instance.n + i) ? 1 : 0;
    }
    return count;
}

std::vector<std::uint16_t> Flow::kept_keys(int row) const {
    const Instance &instance = machine_.instance();
    std::vector<std::uint16_t> keys;
    for (int i = chunk_first(); i < chunk_last() && keys.size() < list_cells; ++i) {
        const int element = row * instance.n + i;
        if (kept(instance, element)) {
            keys.push_back(instance.keys[static_cast<std::size_t>(element)]);
        }
    }
    return keys;
}

} // namespace exactk::schedule
