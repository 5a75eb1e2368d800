// The faults of the protocol, which are data of sim/schedule, and what each is modelled on.
// Spec: algorithm/S4 S7 S8 B1 B2. Layer: tools/mutants.
#include "mutant.hpp"

#include <exactk/schedule.hpp>

namespace exactk::mutants {
namespace {

struct Origin {
    schedule::Mutant mutant;
    int row;
};

constexpr Origin origins[] = {
    {schedule::Mutant::no_start_barrier, 31}, {schedule::Mutant::no_b1, 8},
    {schedule::Mutant::b1_no_release, 18},    {schedule::Mutant::clear_too_early, 10},
    {schedule::Mutant::leader_resets, 11},    {schedule::Mutant::one_buffer_too_few, 19},
};

constexpr const char *acquires =
    "reads are never stale in the machine, so only the race checker speaks of what is not acquired";
constexpr const char *weak_adds =
    "additions are whole in the machine, so only the race checker speaks of their scope";

constexpr const char *early_reads = "what it orders is reads before writes, which no delay of writes can "
                                    "swap: only the race checker speaks of it";
constexpr const char *dropped_reads =
    "what is read ahead of a fall-back is dropped, so only the race checker sees it overwritten";

const char *note_of(const schedule::MutantInfo &info) {
    const std::string name = info.name;
    if (name.find("acquire") != std::string::npos || name.find("await_scope") != std::string::npos) {
        return acquires;
    }
    if (name == "list_release_no_release" || name == "list_release_scope_cta") {
        return early_reads;
    }
    if (name == "no_await_on_fallback") {
        return dropped_reads;
    }
    return name == "add_scope_cta" ? weak_adds : "";
}

const char *place_of(const std::string &name) {
    for (const char *part : {"b3", "list", "number", "fallback"}) {
        if (name.find(part) != std::string::npos) {
            return "B3";
        }
    }
    if (name.find("b2") != std::string::npos || name.find("share") == 0) {
        return "B2";
    }
    if (name == "first_come_slots") {
        return "S8";
    }
    return name.find("b1") != std::string::npos || name.find("reset") != std::string::npos ? "B1" : "S4";
}

} // namespace

std::vector<Mutant> protocol_mutants() {
    std::vector<Mutant> table;
    for (const schedule::MutantInfo &info : schedule::mutants()) {
        if (info.mutant == schedule::Mutant::none) {
            continue;
        }
        Mutant mutant;
        mutant.room = Room::protocol;
        mutant.fault = static_cast<int>(info.mutant);
        mutant.name = info.name;
        mutant.place = place_of(info.name);
        mutant.words = info.meaning;
        mutant.note = note_of(info);
        for (const Origin &origin : origins) {
            mutant.row = origin.mutant == info.mutant ? origin.row : mutant.row;
        }
        table.push_back(mutant);
    }
    Mutant residency;
    residency.room = Room::protocol;
    residency.fault = assumed_residency;
    residency.name = "assumed_residency";
    residency.place = "B1";
    residency.words = "CTAs wait for one another though not all of them fit on the device";
    residency.row = 12;
    table.push_back(residency);
    return table;
}

} // namespace exactk::mutants
