// Judge, lockstep of traces, planted answers and the laws, behind one call.
// Spec: contract/C1 to C18, algorithm/O1 O2 O3 O4. Layer: tools/mutants.
#include "mechanism.hpp"

#include <memory>
#include <optional>

#include <exactk/casefile/input.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/laws.hpp>
#include <exactk/lockstep.hpp>
#include <exactk/sim.hpp>
#include <exactk/subject.hpp>
#include <exactk/verify/guarded.hpp>

#include "planted_answers.hpp"
#include "wrong_programs.hpp"

namespace exactk::mutants {
namespace {

using casefile::CaseFile;

/// What is run: of the judge's faults the CPU path, whose answers are right.
const Implementation &implementation_of(Room room) {
    return *find_implementation(room == Room::model ? "model" : "cpu");
}

std::unique_ptr<casefile::Input> input_of(const CaseFile &one) {
    std::unique_ptr<casefile::Input> input;
    const casefile::Defect defect = casefile::materialise(one, input);
    return defect ? nullptr : std::move(input);
}

verify::InputImage image(const auto &now, const auto &before) {
    return {reinterpret_cast<const std::byte *>(now.data()),
            reinterpret_cast<const std::byte *>(before.data()),
            static_cast<std::int64_t>(now.size() * sizeof(now[0]))};
}

/// Two runs and the judge, no oracle.
std::string judged(const Mutant &mutant, std::int64_t limit, const CaseFile &one, std::uint64_t) {
    const std::unique_ptr<casefile::Input> input = input_of(one);
    if (input == nullptr) {
        return "";
    }
    const subject::Asked asked{
        input->problem(),
        one.output_gap,
        one.wants_scores,
        one.wants_facts,
        {image(input->bytes(), input->bytes_before()), image(input->lengths(), input->lengths_before())}};
    const Switched on(mutant, limit);
    const subject::Outcome outcome = subject::run(implementation_of(mutant.room), one.plan, asked, nullptr);
    return outcome.problems.empty() ? "" : outcome.problems.front();
}

std::vector<RowTrace> traces_of(const CaseFile &one) {
    std::vector<RowTrace> traces;
    const std::unique_ptr<casefile::Input> input = input_of(one);
    if (input == nullptr) {
        return traces;
    }
    verify::GuardedShape shape;
    shape.rows = one.rows;
    shape.k = one.k;
    shape.type = one.type;
    shape.pitch_gap = one.output_gap;
    const verify::GuardedOutputs guarded(shape, std::byte{0xA5}); // convention: the judge's first poison
    const Status status = sim::topk(input->problem(), guarded.outputs(), one.plan, &traces);
    if (status.code != StatusCode::ok) {
        traces.clear();
    }
    return traces;
}

/// The model beside itself, field by field.
std::string stepped(const Mutant &mutant, std::int64_t limit, const CaseFile &one, std::uint64_t) {
    const std::vector<RowTrace> expected = traces_of(one);
    const Switched on(mutant, limit);
    const std::optional<lockstep::Divergence> first = lockstep::first_divergence(expected, traces_of(one));
    return first.has_value() ? lockstep::describe(*first) : "";
}

Mechanism mechanism_of(const laws::Law &law) {
    Mechanism mechanism;
    mechanism.name = law.name;
    mechanism.words = law.words;
    mechanism.concerns = [&law](Room room) {
        return room != Room::protocol && !(law.needs_plan && room != Room::model);
    };
    mechanism.sees = [&law](const Mutant &mutant, std::int64_t limit, const CaseFile &one,
                            std::uint64_t seed) {
        const Implementation &implementation = implementation_of(mutant.room);
        if (!laws::applies(law, implementation, one)) {
            return std::string();
        }
        const Switched on(mutant, limit);
        return law.broken(implementation, one, seed);
    };
    return mechanism;
}

} // namespace

const std::vector<Mechanism> &mechanisms() {
    static const std::vector<Mechanism> list = [] {
        std::vector<Mechanism> all;
        all.push_back({"verdict", "the judge passes both runs, which agree; no oracle is asked",
                       [](Room room) { return room != Room::protocol; }, judged});
        all.push_back({"lockstep", "the model's trace is that of the model without the fault, field by field",
                       [](Room room) { return room == Room::model; }, stepped});
        all.push_back({"planted", "of a right answer with one error of each kind, the judge names the kind",
                       [](Room room) { return room == Room::judge; }, planted_unnamed});
        all.push_back({"programs", "the judge names what programs do that are wrong by construction",
                       [](Room room) { return room == Room::judge; }, programs_pass});
        all.push_back({"refused", "arrays that overlap or lie askew are refused, and neighbours are not",
                       [](Room room) { return room == Room::model || room == Room::cpu; }, refused_wrongly});
        for (const laws::Law &law : laws::laws()) {
            all.push_back(mechanism_of(law));
        }
        return all;
    }();
    return list;
}

Mutant no_mutant(Room room) {
    Mutant none;
    none.room = room;
    none.name = "none";
    return none;
}

} // namespace exactk::mutants
