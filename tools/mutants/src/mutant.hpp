// What a mutant is: a fault with a switch, where it stands, and where it was seen.
// Spec: contract/C1 to C18, algorithm/S0 to S12 F1 to F8 B1 B2. Layer: tools/mutants.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace exactk::mutants {

/// Which sources the fault is planted into.
enum class Room : std::uint8_t {
    model = 0, ///< sim/src
    cpu,       ///< reference/cpu/src
    judge,     ///< reference/verify/src
    protocol,  ///< sim/schedule
};
inline constexpr int room_count = 4; // bound: enumerators of Room

const char *name(Room room);

/// One fault. Plain data, in tables, one file a room.
struct Mutant {
    Room room = Room::model;
    int fault = 0;          ///< number of the switch in its room's faults.hpp, or of schedule::Mutant
    const char *name = "";  ///< that of the switch
    const char *place = ""; ///< step or clause that it breaks
    const char *words = ""; ///< one clause that says what is done wrong
    int row = 0;            ///< row of ledger() that it is modelled on; 0: none
    /// Capacity or limit of the fault as it was shipped, and the one at which its counterexample is shrunk; 0: none.
    std::int64_t real = 0;
    std::int64_t lowered = 0;
    /// Why fewer than two mechanisms find it, or why its counterexample is large; empty: neither is so.
    const char *note = "";
    bool lowers_filter = false; ///< its counterexample is shrunk where the filter's least numbers are lowered

    bool wide() const { return real > 512; } // convention: widths of cases otherwise
    std::string id() const { return std::string(mutants::name(room)) + "/" + name; }
};

/// All of them, by room. The protocol's come from schedule::mutants(), and one more from its exhibit form.
const std::vector<Mutant> &all();

std::span<const Mutant> model_mutants();
std::span<const Mutant> cpu_mutants();
std::span<const Mutant> judge_mutants();
std::vector<Mutant> protocol_mutants();

/// The number by which protocol_mutants() names too few places on the device, which is a size and no switch.
inline constexpr int assumed_residency = -1; // convention: no enumerator of schedule::Mutant

/// A published fault of a top-k kernel or of the tests of one.
struct Ledger {
    int row;
    const char *source; ///< project and number of the report
    const char *words;
    const char *missing; ///< why no mutant is modelled on it; null: there is one
};
std::span<const Ledger> ledger();
/// The row, or null.
const Ledger *ledger_row(int row);

/// Switches this fault on in its room, with that limit. Only one is on at a time. Nothing to do for the protocol's.
class Switched {
public:
    Switched(const Mutant &mutant, std::int64_t limit);
    ~Switched();
    Switched(const Switched &) = delete;
    Switched &operator=(const Switched &) = delete;
};

/// Lowers the least numbers of the model's filter, if asked to, with a fault or without.
class FilterLowered {
public:
    explicit FilterLowered(bool lowered);
    ~FilterLowered();
    FilterLowered(const FilterLowered &) = delete;
    FilterLowered &operator=(const FilterLowered &) = delete;
};

} // namespace exactk::mutants
