// The protocol as a machine: one lane per CTA, a step at every operation that another CTA could notice.
// Spec: algorithm/S4 to S8 F5 F6 F7 B1 B2 B3 O1 O2 O4. Layer: sim.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <exactk/schedule/instance.hpp>
#include <exactk/schedule/setup.hpp>

namespace exactk::schedule {

/// The visible operation that a lane does next. What lies between two of them (S5, S6, counting in the CTA's own
/// chunk) is done with the earlier one, since nobody can see it.
enum class At : std::uint8_t {
    start,       ///< takes a place on the device; only where not all CTAs fit
    clear_first, ///< clears the first histogram; with lists, at the beginning of each row, all of its own
    list,        ///< writes the keys of the CTA's kept elements into its list
    number,      ///< publishes how many there are
    read_number, ///< reads the number of one other CTA
    read_list, ///< reads the list of one other CTA and appends it to a copy of its own, which others cannot see
    count,     ///< counts its copy by digits, in its own histogram (F6)
    keep,      ///< keeps the chunk's keys where the list was, in a row that falls back
    add,       ///< adds the CTA's count of one digit
    store_sum,  ///< second half of an addition that is not atomic
    clear_next, ///< clears the histogram of a later round
    arrive,     ///< arrives at a barrier
    reset,      ///< resets the counter of a barrier
    publish,    ///< publishes the generation of a barrier
    wait,       ///< passes a barrier
    read,       ///< reads one bin of the row's histogram, or in a cluster the histogram of one other CTA
    share,      ///< publishes its share
    read_share, ///< reads the share of one CTA before it
    take_slot,  ///< takes a number from the counter of slots (a mutant)
    slot,       ///< writes one slot
    leave,      ///< gives back its shared memory, its place on the device, or both
    done,       ///< there is no next operation
};

inline constexpr int bins_max = 3; // bound: make_instance draws no more digit values per round

/// All that a CTA has of its own. It is copied, compared and hashed as bytes; fields that no later step looks at are
/// set to 0, so that equal futures look equal.
struct Lane {
    std::uint32_t rounds_seen = 0; ///< Observation::rounds so far
    At at = At::start;
    Barrier barrier = Barrier::start; ///< the one that it arrives at or waits for
    std::uint8_t round = 0;
    std::uint8_t item = 0;  ///< which bin, CTA or element of the chunk the operation is about
    std::uint8_t epoch = 0; ///< barriers that it has arrived at
    std::uint8_t open_bits = 16;
    std::uint8_t ended = 0;   ///< S6 or the last digit ended the rounds
    std::uint8_t skipped = 0; ///< S6
    std::uint8_t outside = 0; ///< slots that it would have written outside [0, k)
    std::uint8_t row = 0;
    std::uint8_t listed = 0; ///< this row's cut is that of the list
    std::uint8_t copied = 0; ///< entries of the copy
    std::uint16_t prefix = 0;
    std::uint16_t above = 0;
    std::uint16_t open = 0;
    std::uint16_t population = 0;
    std::uint16_t counts[bins_max] = {}; ///< the row's histogram as far as read
    std::uint16_t loaded = 0;            ///< between the halves of an addition, or the slot taken
    std::uint16_t above_base = 0;
    std::uint16_t equal_base = 0;
    std::uint16_t kept = 0;       ///< numbers read so far, its own among them, added up
    std::uint16_t kept_base = 0;  ///< those of CTAs before this one
    std::uint8_t copied_base = 0; ///< entries of the copy that are of CTAs before this one
    std::uint8_t told = 0;        ///< number of the other CTA whose list is read next, as far as a list holds
    std::uint8_t early = 0;       ///< the next row's list is written (a mutant)
    std::uint8_t gathered = 0;    ///< the lists have been read (mutants)
};
static_assert(std::has_unique_object_representations_v<Lane>, "lanes are compared as bytes");

inline constexpr int buffer_entries =
    12; // convention: a store buffer; when it is full a lane has to flush first

/// Writes of a CTA that others cannot see yet, in order of cells; entries of one cell in the order of the writes.
struct StoreBuffer {
    struct Entry {
        std::uint16_t cell = 0;
        std::uint16_t value = 0;
        std::uint16_t adds = 0; ///< 1: the value is added, 0: it is stored
        std::uint16_t step = 0; ///< with lists: entries of one step, which become visible together; 0: alone
    };
    Entry entries[buffer_entries] = {}; ///< entries behind `size` are 0
    std::uint16_t size = 0;
};
static_assert(std::has_unique_object_representations_v<StoreBuffer>, "buffers are compared as bytes");

/// A whole state: memory that CTAs share, and the lanes.
struct State {
    std::vector<std::uint16_t> cells;
    std::vector<Lane> lanes;
    std::vector<StoreBuffer> buffers; ///< empty unless visibility is delayed

    friend bool operator==(const State &a, const State &b);
};

/// One step that could be next: lane `lane` does its operation, or flushes entry `flush` of its buffer, the first one
/// where several become visible together.
struct Choice {
    std::uint8_t lane = 0;
    std::int8_t flush = -1;

    friend bool operator==(const Choice &, const Choice &) = default;
};

/// For whom a release, an acquire or an atomic holds, narrow to wide. A grid's CTAs lie in different clusters.
enum class Scope : std::uint8_t { none, cta, cluster, device };

/// How a step touches memory, as far as races are concerned.
enum class Access : std::uint8_t {
    none,     ///< it does not, or touches what is atomic in every form (counters of barriers)
    read,     ///< plain
    write,    ///< plain
    add,      ///< relaxed atomic whose scope holds both CTAs
    add_weak, ///< atomic for the CTA's own threads only
};

/// What a step did. For the race checker and for words; the machine itself does not look at it.
struct Event {
    int lane = 0;
    At at = At::done; ///< the operation
    bool flush = false;
    Access access = Access::none;
    int first = 0; ///< cells touched: [first, first + count)
    int count = 0;
    int value = 0; ///< stored, added, read, or the value of the counter
    int round = 0;
    int item = 0;  ///< as in Lane
    int epoch = 0; ///< for arrive and wait: number of the barrier, from 0
    Barrier barrier = Barrier::start;
    bool orders = false; ///< arrive: releases, wait: acquires, and with a scope that holds the others
};

/// Where a cell belongs, for words and for objects of the reduction.
struct Place {
    enum class Kind : std::uint8_t { sync, histogram, share, slot, number, list, copy } kind = Kind::sync;
    int owner = -1; ///< CTA, or -1: the row
    int buffer = 0; ///< of a histogram
    int number = 0; ///< bin, slot over all rows, or entry of a list
};

class Machine {
public:
    /// The setup must be legal (problem_with) and its launch not refused.
    explicit Machine(const Setup &setup);

    const Setup &setup() const { return setup_; }
    const Instance &instance() const { return instance_; }

    State initial() const;
    bool enabled(const State &state, Choice choice) const;
    /// Does the step, which must be enabled. `event`, if given, is overwritten.
    void step(State &state, Choice choice, Event *event = nullptr) const;
    /// All enabled choices: lanes in order, of each first its operation, then its flushes.
    void choices(const State &state, std::vector<Choice> &out) const;

    /// Every lane is done, and everything is visible.
    bool finished(const State &state) const;
    /// What a finished state answers: slots of all rows, UINT16_MAX where none was written.
    std::vector<std::uint16_t> slots(const State &state) const;
    /// "" if a finished state is byte for byte what the model says; else the first difference in words.
    std::string difference(const State &state) const;
    /// Whether difference would be "".
    bool right(const State &state) const;

    /// No schedule has more steps.
    int steps_max() const;
    Place place(int cell) const;
    std::string place_text(int cell) const;
    int cells() const { return cells_; }

    // Where things are, and when; the reduction asks, too.
    bool grid() const { return !in_cluster(setup_.form); }
    bool lists() const { return setup_.form == Form::cluster_list; }
    bool counts_arrivals() const { return setup_.form != Form::cooperative || is(Mutant::leader_resets); }
    bool limited() const { return setup_.fitting() < setup_.ctas; }
    bool is(Mutant mutant) const { return setup_.mutant == mutant; }
    int buffers() const { return buffers_; }
    int add_buffer(int round) const { return round % buffers_; }
    int read_buffer(int round) const;
    /// Whether the lane clears a histogram in this round; which one and when says the setup.
    bool clears_in(int lane, int round) const;
    bool clears_after_reading() const { return !grid() || is(Mutant::clear_too_early); }
    int clear_buffer(int round) const;
    bool has_barrier(Barrier barrier, int round) const;
    bool waits(int lane, Barrier barrier) const;
    /// The scope with which an arrival releases and a wait acquires, and the least that holds the other CTAs.
    Scope release_scope(Barrier barrier) const;
    Scope acquire_scope(Barrier barrier) const;
    Scope needed_scope() const { return grid() ? Scope::device : Scope::cluster; }
    bool releases(Barrier barrier) const { return release_scope(barrier) >= needed_scope(); }
    bool acquires(Barrier barrier) const { return acquire_scope(barrier) >= needed_scope(); }
    int histogram(int owner, int buffer, int bin) const;
    int share(int owner) const;
    int slot(int number) const { return first_slot_ + number; } ///< slot s of row r is number r * k + s
    // With lists alone.
    int number(int owner) const { return share(owner) + 1; }
    int list(int owner, int entry) const { return number(owner) + 1 + entry; }
    int copy(int owner, int entry) const { return first_copy_ + owner * copy_cells() + entry; }
    int copy_cells() const { return list_cells * setup_.ctas; } ///< of one CTA's copy
    int block() const { return block_; } ///< cells of a CTA's shared memory, from its first histogram on
    /// Barriers that one CTA can meet.
    int barriers_max() const;

private:
    int list_steps_max() const;
    Place place_in_block(int owner, int within) const;

    Setup setup_;
    Instance instance_;
    int buffers_ = 0;
    int first_histogram_ = 0;
    int block_ = 0; ///< 0 in a grid
    int first_share_ = 0;
    int first_slot_ = 0;
    int first_copy_ = 0; ///< behind the slots
    int cells_ = 0;
};

} // namespace exactk::schedule
