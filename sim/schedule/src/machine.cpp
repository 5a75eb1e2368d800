// Where things lie in memory, when the protocol does what, and what a finished state answers.
// Spec: algorithm/S4 S7 S8 B1 B2 O1 O2. Layer: sim.
#include <exactk/schedule/machine.hpp>

#include <algorithm>
#include <cstring>

#include "flow.hpp"
#include "sync_cells.hpp"

namespace exactk::schedule {
namespace {

template <class Element> bool same_bytes(const std::vector<Element> &a, const std::vector<Element> &b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0);
}

int buffers_of(const Setup &setup) {
    const int enough = setup.form == Form::cluster ? 2 : 3;
    return setup.mutant == Mutant::one_buffer_too_few ? enough - 1 : enough;
}

} // namespace

bool operator==(const State &a, const State &b) {
    return a.cells == b.cells && same_bytes(a.lanes, b.lanes) && same_bytes(a.buffers, b.buffers);
}

Machine::Machine(const Setup &setup)
    : setup_(setup), instance_(make_instance(setup)), buffers_(buffers_of(setup)),
      first_histogram_(sync_cells) {
    const int histograms = buffers_ * instance_.stride;
    if (grid()) {
        first_share_ = first_histogram_ + histograms;
        first_slot_ = first_share_ + setup_.ctas;
    } else {
        block_ = histograms + 1;
        first_share_ = first_histogram_ + histograms;
        first_slot_ = first_histogram_ + setup_.ctas * block_;
    }
    cells_ = first_slot_ + instance_.k;
}

int Machine::histogram(int owner, int buffer, int bin) const {
    return first_histogram_ + (grid() ? 0 : owner * block_) + buffer * instance_.stride + bin;
}

int Machine::share(int owner) const { return first_share_ + owner * (grid() ? 1 : block_); }

int Machine::read_buffer(int round) const {
    return (is(Mutant::stale_round) && round > 0 ? round - 1 : round) % buffers_;
}

bool Machine::clears_in(int lane, int round) const {
    const bool owns = !grid() || lane == 0;
    return owns && round + 1 < setup_.rounds && !is(Mutant::clear_missing);
}

int Machine::clear_buffer(int round) const {
    return (is(Mutant::clear_too_early) ? round : round + 1) % buffers_;
}

bool Machine::has_barrier(Barrier barrier, int round) const {
    switch (barrier) {
    case Barrier::start: return grid() && !is(Mutant::no_start_barrier);
    case Barrier::b1:
        return !is(Mutant::no_b1) && !is(Mutant::b1_is_cta_barrier) &&
               !(is(Mutant::no_b1_last_round) && round + 1 == instance_.rounds_run);
    case Barrier::b2: return !is(Mutant::no_b2) && !is(Mutant::b2_is_cta_barrier);
    case Barrier::exit: return !grid() && !is(Mutant::no_exit_barrier);
    }
    return true;
}

bool Machine::waits(int lane, Barrier barrier) const {
    return !(is(Mutant::b1_one_cta_does_not_wait) && barrier == Barrier::b1 && lane + 1 == setup_.ctas);
}

Scope Machine::release_scope(Barrier barrier) const {
    const bool at_b1 = barrier == Barrier::b1;
    const bool at_b2 = barrier == Barrier::b2;
    const bool none = (is(Mutant::start_no_release) && barrier == Barrier::start) ||
                      (is(Mutant::b1_no_release) && at_b1) || (is(Mutant::b2_no_release) && at_b2);
    const bool cta =
        (is(Mutant::b1_release_scope_cta) && at_b1) || (is(Mutant::b2_release_scope_cta) && at_b2);
    const bool cluster =
        (is(Mutant::b1_release_scope_cluster) && at_b1) || (is(Mutant::b2_release_scope_cluster) && at_b2);
    return none ? Scope::none : cta ? Scope::cta : cluster ? Scope::cluster : needed_scope();
}

Scope Machine::acquire_scope(Barrier barrier) const {
    const bool at_b1 = barrier == Barrier::b1;
    const bool at_b2 = barrier == Barrier::b2;
    const bool none = (is(Mutant::start_no_acquire) && barrier == Barrier::start) ||
                      (is(Mutant::b1_no_acquire) && at_b1) || (is(Mutant::b2_no_acquire) && at_b2);
    const bool cta =
        (is(Mutant::b1_acquire_scope_cta) && at_b1) || (is(Mutant::b2_acquire_scope_cta) && at_b2);
    const bool cluster =
        (is(Mutant::b1_acquire_scope_cluster) && at_b1) || (is(Mutant::b2_acquire_scope_cluster) && at_b2);
    return none ? Scope::none : cta ? Scope::cta : cluster ? Scope::cluster : needed_scope();
}

State Machine::initial() const {
    State state;
    state.cells.assign(static_cast<std::size_t>(cells_), dirt);
    std::fill_n(state.cells.begin(), sync_cells, std::uint16_t{0});
    std::fill_n(state.cells.begin() + first_slot_, instance_.k, unwritten);
    state.lanes.resize(static_cast<std::size_t>(setup_.ctas));
    if (setup_.delayed) {
        state.buffers.resize(static_cast<std::size_t>(setup_.ctas));
    }
    for (int lane = 0; lane < setup_.ctas; ++lane) {
        if (!limited()) {
            Flow(*this, state, lane).begin();
        }
    }
    return state;
}

bool Machine::finished(const State &state) const {
    return std::all_of(state.lanes.begin(), state.lanes.end(),
                       [](const Lane &lane) { return lane.at == At::done; }) &&
           std::all_of(state.buffers.begin(), state.buffers.end(),
                       [](const StoreBuffer &buffer) { return buffer.size == 0; });
}

std::vector<std::uint16_t> Machine::slots(const State &state) const {
    return {state.cells.begin() + first_slot_, state.cells.end()};
}

bool Machine::right(const State &state) const {
    if (!std::equal(instance_.slots.begin(), instance_.slots.end(), state.cells.begin() + first_slot_)) {
        return false;
    }
    for (std::size_t i = 0; i < state.lanes.size(); ++i) {
        const Lane &lane = state.lanes[i];
        const Observation seen{lane.rounds_seen, lane.prefix, lane.open, lane.above_base, lane.equal_base};
        if (!(seen == instance_.expected[i]) || lane.outside != 0) {
            return false;
        }
    }
    return true;
}

std::string Machine::difference(const State &state) const {
    const std::vector<std::uint16_t> got = slots(state);
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (got[i] != instance_.slots[i]) {
            const std::string held =
                got[i] == unwritten ? "was not written" : "holds " + std::to_string(got[i]);
            return "slot " + std::to_string(i) + " " + held + ", the model has " +
                   std::to_string(instance_.slots[i]);
        }
    }
    for (std::size_t i = 0; i < state.lanes.size(); ++i) {
        const Lane &lane = state.lanes[i];
        const Observation &wanted = instance_.expected[i];
        const std::string cta = "CTA " + std::to_string(i) + " ";
        if (lane.outside != 0) {
            return cta + "would have written outside the slots";
        }
        if (lane.rounds_seen != wanted.rounds || lane.prefix != wanted.prefix || lane.open != wanted.quota) {
            return cta + "saw other rounds (O1) than the model";
        }
        if (lane.above_base != wanted.above_base || lane.equal_base != wanted.equal_base) {
            return cta + "found other bases (O2) than the model";
        }
    }
    return "";
}

int Machine::steps_max() const {
    const int ctas = setup_.ctas;
    const int stride = instance_.stride;
    const int clears = grid() ? stride : ctas;
    const int reads = ctas * (grid() ? stride : ctas - 1);
    int adds = 0;
    int slots = 0;
    for (int lane = 0; lane < ctas; ++lane) {
        const int own = instance_.chunks[static_cast<std::size_t>(lane) + 1] -
                        instance_.chunks[static_cast<std::size_t>(lane)];
        adds += std::min(own, stride) * (is(Mutant::add_not_atomic) ? 2 : 1);
        slots += own * (is(Mutant::first_come_slots) ? 2 : 1);
    }
    const int barriers = setup_.rounds + 2;
    int steps = barriers * (2 * ctas + 2) + (setup_.rounds + buffers_) * clears +
                setup_.rounds * (adds + reads) + ctas + ctas * (ctas - 1) / 2 + slots + 2 * ctas;
    if (is(Mutant::one_arrival_short)) {
        steps += barriers * 2 * ctas; // it may open several times
    }
    if (setup_.delayed) {
        steps *= 1 + bins_max; // a step may leave as many entries to flush
    }
    return steps;
}

Place Machine::place(int cell) const {
    if (cell < first_histogram_) {
        return {Place::Kind::sync, -1, 0, cell};
    }
    if (cell >= first_slot_) {
        return {Place::Kind::slot, -1, 0, cell - first_slot_};
    }
    const int offset = cell - first_histogram_;
    const int owner = grid() ? -1 : offset / block_;
    const int within = grid() ? offset : offset % block_;
    if (within < buffers_ * instance_.stride) {
        return {Place::Kind::histogram, owner, within / instance_.stride, within % instance_.stride};
    }
    return {Place::Kind::share, grid() ? cell - first_share_ : owner, 0, 0};
}

std::string Machine::place_text(int cell) const {
    const Place at = place(cell);
    const std::string number = std::to_string(at.number);
    switch (at.kind) {
    case Place::Kind::sync:
        return cell == counter_cell      ? "the barrier's counter"
               : cell == generation_cell ? "the barrier's generation"
               : cell == resident_cell   ? "the places on the device"
                                         : "the counter of slots";
    case Place::Kind::histogram: {
        const std::string whose = at.owner < 0 ? "" : " of CTA " + std::to_string(at.owner);
        return "bin " + number + " of histogram " + std::to_string(at.buffer) + whose;
    }
    case Place::Kind::share: return "the share of CTA " + std::to_string(at.owner);
    case Place::Kind::slot: return "slot " + number;
    }
    return "";
}

} // namespace exactk::schedule
