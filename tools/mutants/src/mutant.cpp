// The list of all mutants, and their switches.
// Spec: contract/C15, algorithm/S0 to S12. Layer: tools/mutants.
#include "mutant.hpp"

#include "reference/cpu/src/faults.hpp"
#include "reference/verify/src/faults.hpp"
#include "sim/src/faults.hpp"

namespace exactk::mutants {

const char *name(Room room) {
    constexpr const char *names[room_count] = {"model", "cpu", "judge", "protocol"};
    return names[static_cast<int>(room)];
}

const std::vector<Mutant> &all() {
    static const std::vector<Mutant> list = [] {
        std::vector<Mutant> mutants(model_mutants().begin(), model_mutants().end());
        mutants.insert(mutants.end(), cpu_mutants().begin(), cpu_mutants().end());
        mutants.insert(mutants.end(), judge_mutants().begin(), judge_mutants().end());
        const std::vector<Mutant> protocol = protocol_mutants();
        mutants.insert(mutants.end(), protocol.begin(), protocol.end());
        return mutants;
    }();
    return list;
}

Switched::Switched(const Mutant &mutant, std::int64_t limit) {
    switch (mutant.room) {
    case Room::model: sim::faults::planted = {static_cast<sim::faults::Fault>(mutant.fault), limit}; return;
    case Room::cpu:
        cpu::faults::now.on = static_cast<cpu::faults::Fault>(mutant.fault);
        cpu::faults::now.limit = limit;
        return;
    case Room::judge: verify::faults::planted = static_cast<verify::faults::Fault>(mutant.fault); return;
    case Room::protocol: return;
    }
}

Switched::~Switched() {
    sim::faults::planted = {};
    cpu::faults::now = {};
    verify::faults::planted = verify::faults::Fault::none;
}

FilterLowered::FilterLowered(bool lowered) { sim::faults::filter_lowered = lowered; }

FilterLowered::~FilterLowered() { sim::faults::filter_lowered = false; }

} // namespace exactk::mutants
