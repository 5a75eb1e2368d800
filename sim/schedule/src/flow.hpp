// From one visible operation of a lane to its next: what a CTA does where nobody sees it.
// Spec: algorithm/S4 S5 S6 S7 S8 F5 F6 F7. Layer: sim.
#pragma once

#include <exactk/schedule/machine.hpp>

namespace exactk::schedule {

/// Moves one lane of a state on. Reads no memory but, in a cluster, the lane's own histogram, list and copy.
class Flow {
public:
    Flow(const Machine &machine, State &state, int number)
        : machine_(machine), state_(state), lane_(state.lanes[static_cast<std::size_t>(number)]),
          number_(number) {}

    /// The first operation, and the one after At::start.
    void begin();
    /// The operation after the one that the lane was at and has done.
    void go_on();

    /// S4: how many candidates of the lane's chunk have the digit of this bin in its round.
    int own_count(int bin) const;
    /// S7: elements of the lane's chunk that are above or equal, as far as they lie before `end`.
    int own_above(int end) const { return count_before(end, true); }
    int own_equal(int end) const { return count_before(end, false); }
    /// S8: the slot of an element that is taken.
    int slot_of(int element) const;
    /// Elements of the chunk are numbered within the row. With lists: the row at hand, but for `kept_keys`.
    std::uint16_t key(int element) const;
    /// F5: how many elements of the chunk a row's list has, and the keys of the first of them, at most list_cells.
    int own_kept(int row) const;
    std::vector<std::uint16_t> kept_keys(int row) const;
    int chunk_first() const { return machine_.instance().chunks[static_cast<std::size_t>(number_)]; }
    int chunk_last() const { return machine_.instance().chunks[static_cast<std::size_t>(number_) + 1]; }
    /// What the lane would load from a cell: memory, and what it wrote itself but did not flush yet.
    std::uint16_t load(int cell) const;

private:
    void after_first_clear();
    void enter_barrier(Barrier barrier);
    void after_arrive_step();
    void after_arrival();
    void after_barrier();
    void enter_round();
    void next_add(int from);
    void after_adds();
    void enter_read();
    void next_read(int from);
    void decide();
    void after_clear_next();
    void next_round();
    void enter_share();
    void after_share();
    void enter_share_reads();
    void after_share_reads();
    void next_slot(int from);
    void after_slots();
    void enter_leave();

    // With lists.
    void enter_row();
    void enter_list();
    void enter_number();
    void enter_b3();
    void after_number();
    void after_b3();
    void enter_gather();
    void next_member(int from);
    void append_own();
    void settle();
    bool falls_back() const;
    void release_lists();
    void after_release();
    void await_lists();
    void after_await();
    void after_listed_slots();
    void end_row();
    void go_on_with_list();

    bool above_key(std::uint16_t key) const;
    bool equal_key(std::uint16_t key) const;
    int in_rows(int element) const { return lane_.row * machine_.instance().n + element; }
    bool candidate(int element) const;
    bool above(int element) const;
    bool equal(int element) const;
    int count_before(int end, bool want_above) const;
    int lo() const;
    bool taken(int element) const;
    int bins() const;

    const Machine &machine_;
    State &state_;
    Lane &lane_;
    int number_;
};

} // namespace exactk::schedule
