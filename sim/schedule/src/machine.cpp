// Where things lie in memory, when the protocol does what, and what a finished state answers.
// Spec: algorithm/S4 S7 S8 F5 B1 B2 B3 O1 O2 O4. Layer: sim.
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
    const int enough = in_cluster(setup.form) ? 2 : 3;
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
        block_ = histograms + 1 + (lists() ? 1 + list_cells : 0);
        first_share_ = first_histogram_ + histograms;
        first_slot_ = first_histogram_ + setup_.ctas * block_;
    }
    first_copy_ = first_slot_ + instance_.rows * instance_.k;
    cells_ = first_copy_ + (lists() ? setup_.ctas * copy_cells() : 0);
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
    case Barrier::b3: return lists() && !is(Mutant::no_b3) && !is(Mutant::b3_is_cta_barrier);
    case Barrier::lists: return lists() && !is(Mutant::list_release_is_cta_barrier);
    }
    return true;
}

bool Machine::waits(int lane, Barrier barrier) const {
    if (lane + 1 != setup_.ctas) {
        return true;
    }
    return !(is(Mutant::b1_one_cta_does_not_wait) && barrier == Barrier::b1) &&
           !(is(Mutant::b3_one_cta_does_not_wait) && barrier == Barrier::b3);
}

namespace {

/// Which side of which barrier a mutant weakens, and to what.
struct Weakened {
    Mutant mutant;
    Barrier barrier;
    bool release; ///< the arrival; else the wait
    Scope scope;
};

constexpr Weakened weakened[] = {
    {Mutant::start_no_release, Barrier::start, true, Scope::none},
    {Mutant::start_no_acquire, Barrier::start, false, Scope::none},
    {Mutant::b1_no_release, Barrier::b1, true, Scope::none},
    {Mutant::b1_no_acquire, Barrier::b1, false, Scope::none},
    {Mutant::b2_no_release, Barrier::b2, true, Scope::none},
    {Mutant::b2_no_acquire, Barrier::b2, false, Scope::none},
    {Mutant::b3_no_release, Barrier::b3, true, Scope::none},
    {Mutant::b3_no_acquire, Barrier::b3, false, Scope::none},
    {Mutant::list_release_no_release, Barrier::lists, true, Scope::none},
    {Mutant::list_await_no_acquire, Barrier::lists, false, Scope::none},
    {Mutant::b1_release_scope_cta, Barrier::b1, true, Scope::cta},
    {Mutant::b1_acquire_scope_cta, Barrier::b1, false, Scope::cta},
    {Mutant::b2_release_scope_cta, Barrier::b2, true, Scope::cta},
    {Mutant::b2_acquire_scope_cta, Barrier::b2, false, Scope::cta},
    {Mutant::b3_release_scope_cta, Barrier::b3, true, Scope::cta},
    {Mutant::b3_acquire_scope_cta, Barrier::b3, false, Scope::cta},
    {Mutant::list_release_scope_cta, Barrier::lists, true, Scope::cta},
    {Mutant::list_await_scope_cta, Barrier::lists, false, Scope::cta},
    {Mutant::b1_release_scope_cluster, Barrier::b1, true, Scope::cluster},
    {Mutant::b1_acquire_scope_cluster, Barrier::b1, false, Scope::cluster},
    {Mutant::b2_release_scope_cluster, Barrier::b2, true, Scope::cluster},
    {Mutant::b2_acquire_scope_cluster, Barrier::b2, false, Scope::cluster},
};

Scope scope_of(Mutant mutant, Barrier barrier, bool release, Scope sound) {
    for (const Weakened &one : weakened) {
        if (one.mutant == mutant && one.barrier == barrier && one.release == release) {
            return one.scope;
        }
    }
    return sound;
}

} // namespace

Scope Machine::release_scope(Barrier barrier) const {
    return scope_of(setup_.mutant, barrier, true, needed_scope());
}

Scope Machine::acquire_scope(Barrier barrier) const {
    return scope_of(setup_.mutant, barrier, false, needed_scope());
}

State Machine::initial() const {
    State state;
    state.cells.assign(static_cast<std::size_t>(cells_), dirt);
    std::fill_n(state.cells.begin(), sync_cells, std::uint16_t{0});
    std::fill(state.cells.begin() + first_slot_, state.cells.begin() + first_copy_, unwritten);
    std::fill(state.cells.begin() + first_copy_, state.cells.end(),
              std::uint16_t{0}); // empty, and nobody's but its owner's
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
    return {state.cells.begin() + first_slot_, state.cells.begin() + first_copy_};
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
            return place_text(first_slot_ + static_cast<int>(i)) + " " + held + ", the model has " +
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
        if (lists() && lane.rounds_seen != wanted.rounds) {
            return cta + "saw other lists, rounds or bases (O1, O2, O4) than the model";
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

int Machine::barriers_max() const {
    // A row with a list has B3, the release and B2 besides the rounds; the exit barrier comes once.
    return lists() ? instance_.rows * (setup_.rounds + 3) + 1 : setup_.rounds + 3;
}

/// Row after row, what one lane does at most, and with delays one flush for each addition, slot and other write.
int Machine::list_steps_max() const {
    const int ctas = setup_.ctas;
    const int stride = instance_.stride;
    const MutantKind kind = info(setup_.mutant).kind;
    const bool as_model = kind == MutantKind::none || kind == MutantKind::fence;
    int steps = 3; // the exit barrier and leaving
    int written = 0;
    for (const bool falls_back : instance_.falls_back) {
        const int slots = std::min(instance_.k, instance_.n / ctas + 1);
        steps +=
            3 + 2 + 2 * (ctas - 1) + 2 + 1 + slots; // up to B3, the gathering, the release, count or keep
        written += 4 + slots;
        if (falls_back || !as_model) {
            steps += setup_.rounds * (stride + 2 + ctas) + 3 + ctas - 1;
            written += setup_.rounds * (stride + 1) + 1;
        }
    }
    return ctas * (steps + (setup_.delayed ? written : 0));
}

int Machine::steps_max() const {
    if (lists()) {
        return list_steps_max();
    }
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

Place Machine::place_in_block(int owner, int within) const {
    const int histograms = buffers_ * instance_.stride;
    if (within < histograms) {
        return {Place::Kind::histogram, owner, within / instance_.stride, within % instance_.stride};
    }
    if (within == histograms) {
        return {Place::Kind::share, owner, 0, 0};
    }
    const bool is_number = within == histograms + 1;
    return {is_number ? Place::Kind::number : Place::Kind::list, owner, 0,
            is_number ? 0 : within - histograms - 2};
}

Place Machine::place(int cell) const {
    if (cell < first_histogram_) {
        return {Place::Kind::sync, -1, 0, cell};
    }
    if (cell >= first_copy_) {
        return {Place::Kind::copy, (cell - first_copy_) / copy_cells(), 0,
                (cell - first_copy_) % copy_cells()};
    }
    if (cell >= first_slot_) {
        return {Place::Kind::slot, -1, 0, cell - first_slot_};
    }
    const int offset = cell - first_histogram_;
    if (!grid()) {
        return place_in_block(offset / block_, offset % block_);
    }
    return offset < buffers_ * instance_.stride ? place_in_block(-1, offset)
                                                : Place{Place::Kind::share, cell - first_share_, 0, 0};
}

std::string Machine::place_text(int cell) const {
    const Place at = place(cell);
    const std::string number = std::to_string(at.number);
    const std::string owner = std::to_string(at.owner);
    switch (at.kind) {
    case Place::Kind::sync:
        return cell == counter_cell      ? "the barrier's counter"
               : cell == generation_cell ? "the barrier's generation"
               : cell == resident_cell   ? "the places on the device"
                                         : "the counter of slots";
    case Place::Kind::histogram: {
        const std::string whose = at.owner < 0 ? "" : " of CTA " + owner;
        return "bin " + number + " of histogram " + std::to_string(at.buffer) + whose;
    }
    case Place::Kind::share: return "the share of CTA " + owner;
    case Place::Kind::number: return "the number of CTA " + owner;
    case Place::Kind::list: return "entry " + number + " of the list of CTA " + owner;
    case Place::Kind::copy: return "entry " + number + " of the copy of CTA " + owner;
    case Place::Kind::slot: break;
    }
    const std::string slot = "slot " + std::to_string(at.number % instance_.k);
    return instance_.rows == 1 ? slot : slot + " of row " + std::to_string(at.number / instance_.k);
}

} // namespace exactk::schedule
