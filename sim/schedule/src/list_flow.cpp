// What a CTA does with lists between two operations that others can notice: gathering, the fall-back, row after row.
// Spec: algorithm/S7 F5 F6 F7 B3 O4. Layer: sim.
#include <algorithm>

#include "flow.hpp"
#include "list_cut.hpp"

namespace exactk::schedule {
namespace {

std::uint8_t small(int value) { return static_cast<std::uint8_t>(value); }
std::uint16_t number16(int value) { return static_cast<std::uint16_t>(value); }

} // namespace

void Flow::enter_row() {
    lane_.open = number16(machine_.instance().k);
    lane_.at = At::clear_first;
    lane_.item = 0;
}

void Flow::enter_list() {
    const bool written = lane_.early != 0;
    lane_.early = 0;
    if (!written && own_kept(lane_.row) > 0) {
        lane_.at = At::list;
    } else {
        enter_number();
    }
}

void Flow::enter_number() {
    const bool silent = machine_.is(Mutant::number_missing) && number_ == machine_.setup().ctas - 2;
    if (silent || machine_.is(Mutant::number_after_barrier)) {
        enter_b3();
    } else {
        lane_.at = At::number;
    }
}

void Flow::after_number() {
    if (machine_.is(Mutant::number_after_barrier)) {
        enter_gather();
    } else {
        enter_b3();
    }
}

void Flow::enter_b3() {
    if (machine_.is(Mutant::gather_before_b3)) {
        enter_gather();
    } else {
        enter_barrier(Barrier::b3);
    }
}

void Flow::after_b3() {
    if (machine_.is(Mutant::number_after_barrier)) {
        lane_.at = At::number;
    } else if (machine_.is(Mutant::gather_before_b3)) {
        settle();
    } else if (machine_.is(Mutant::list_release_too_early)) {
        release_lists();
    } else {
        enter_gather();
    }
}

void Flow::enter_gather() {
    lane_.gathered = 1;
    next_member(0);
}

/// Numbers and lists are read in the order of the CTAs, so that the copy is in index order.
void Flow::next_member(int from) {
    lane_.item = 0;
    int member = from;
    if (member == number_) {
        append_own();
        ++member;
    }
    if (member < machine_.setup().ctas) {
        lane_.at = At::read_number;
        lane_.item = small(member);
    } else if (machine_.is(Mutant::gather_before_b3)) {
        enter_barrier(Barrier::b3);
    } else {
        settle();
    }
}

/// Its own list is read where nobody can tell when.
void Flow::append_own() {
    const int own = own_kept(lane_.row);
    lane_.kept_base = lane_.kept;
    lane_.copied_base = lane_.copied;
    lane_.kept = number16(lane_.kept + own);
    for (int entry = 0; entry < std::min(own, list_cells); ++entry) {
        state_.cells[static_cast<std::size_t>(machine_.copy(number_, lane_.copied))] =
            load(machine_.list(number_, entry));
        ++lane_.copied;
    }
}

bool Flow::falls_back() const {
    const Instance &instance = machine_.instance();
    const bool alone = machine_.is(Mutant::fallback_by_own_number);
    const int kept = alone ? own_kept(lane_.row) * machine_.setup().ctas : lane_.kept;
    return kept < instance.k || kept > instance.capacity;
}

/// F5 to F7 and the bases of S7 from what was gathered, whatever it is worth. The copy is not needed any more.
void Flow::settle() {
    const auto first = state_.cells.begin() + machine_.copy(number_, 0);
    const std::vector<std::uint16_t> list(first, first + lane_.copied);
    std::fill_n(first, lane_.copied, std::uint16_t{0});
    const int before = lane_.copied_base;
    const bool listed = !falls_back();
    const ListCut cut = listed ? cut_of_list(list, machine_.instance().k) : ListCut();
    lane_.rounds_seen =
        add_list(lane_.rounds_seen, {lane_.kept, lane_.kept_base, !listed, cut.base, cut.top, cut.few});
    lane_.kept = lane_.kept_base = 0;
    lane_.copied = lane_.copied_base = 0;
    if (listed) {
        lane_.listed = 1;
        lane_.ended = 1;
        lane_.skipped = cut.skipped ? 1 : 0;
        lane_.prefix = cut.prefix;
        lane_.population = cut.population;
        lane_.above = cut.above;
        lane_.open = cut.open;
        for (const ListRound &round : cut.rounds) {
            lane_.rounds_seen = add_round(lane_.rounds_seen, round.seen());
        }
        for (int entry = 0; entry < before; ++entry) {
            const std::uint16_t key = list[static_cast<std::size_t>(entry)];
            lane_.above_base = number16(lane_.above_base + (above_key(key) ? 1 : 0));
            lane_.equal_base = number16(lane_.equal_base + (equal_key(key) ? 1 : 0));
        }
    }
    if (machine_.is(Mutant::list_release_too_early)) {
        after_release();
    } else if (machine_.is(Mutant::fallback_skips_release) && !listed && number_ == 0) {
        lane_.gathered = 0;
        lane_.at = At::keep;
    } else {
        release_lists();
    }
}

void Flow::release_lists() {
    lane_.barrier = Barrier::lists;
    lane_.item = 0;
    if (machine_.has_barrier(Barrier::lists, lane_.round) && !machine_.is(Mutant::no_list_release)) {
        lane_.at = At::arrive;
    } else {
        after_release();
    }
}

void Flow::after_release() {
    if (lane_.gathered == 0) {
        enter_gather(); // list_release_too_early
        return;
    }
    lane_.gathered = 0;
    if (lane_.listed != 0) {
        lane_.at = At::count;
    } else if (machine_.is(Mutant::no_await_on_fallback)) {
        after_await();
    } else {
        await_lists();
    }
}

void Flow::await_lists() {
    lane_.barrier = Barrier::lists;
    if (machine_.has_barrier(Barrier::lists, lane_.round) && !machine_.is(Mutant::no_list_await)) {
        lane_.at = At::wait;
    } else {
        after_await();
    }
}

void Flow::after_await() {
    if (lane_.listed != 0) {
        end_row();
    } else {
        lane_.at = At::keep;
    }
}

/// Where a row fell back nobody reads lists any more.
void Flow::after_listed_slots() {
    if (lane_.listed == 0) {
        end_row();
        return;
    }
    const bool early = machine_.is(Mutant::list_before_await) && lane_.row + 1 < machine_.instance().rows &&
                       own_kept(lane_.row + 1) > 0;
    if (early) {
        lane_.early = 1;
        lane_.at = At::list;
    } else {
        await_lists();
    }
}

/// Puts what the row ended with into the digest, and forgets the row.
void Flow::end_row() {
    Lane next;
    next.rounds_seen =
        add_end(lane_.rounds_seen, {0, lane_.prefix, lane_.open, lane_.above_base, lane_.equal_base});
    next.epoch = lane_.epoch;
    next.outside = lane_.outside;
    next.early = lane_.early;
    next.row = lane_.row;
    lane_ = next;
    if (lane_.row + 1 < machine_.instance().rows) {
        ++lane_.row;
        enter_row();
    } else {
        enter_barrier(Barrier::exit);
    }
}

void Flow::go_on_with_list() {
    switch (lane_.at) {
    case At::list:
        if (lane_.early != 0) {
            await_lists(); // the list was the next row's
        } else {
            enter_number();
        }
        break;
    case At::number: after_number(); break;
    case At::read_number: lane_.at = At::read_list; break;
    case At::read_list:
        lane_.told = 0;
        next_member(lane_.item + 1);
        break;
    case At::count: next_slot(chunk_first()); break;
    case At::keep: enter_round(); break;
    default: break;
    }
}

} // namespace exactk::schedule
