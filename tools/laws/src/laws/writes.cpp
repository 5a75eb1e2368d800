// Law of writes: every slot of every call, and not a byte besides.
// Spec: contract/C8. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>
#include <cstring>

#include <exactk/verify/guarded.hpp>

namespace exactk::laws {

namespace {

/// What is wrong with the bytes around the outputs after the call.
std::string trespass(const verify::GuardedOutputs &guarded) {
    for (const verify::PoisonedRegion &region : guarded.outside()) {
        for (std::int64_t byte = 0; byte < region.count; ++byte) {
            if (region.bytes[byte] != region.poison) {
                return "byte " + std::to_string(byte) + " " + region.where + " was written";
            }
        }
    }
    return "";
}

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &) {
    const Memory memory(one, {});
    verify::GuardedShape shape;
    shape.rows = one.rows;
    shape.k = one.k;
    shape.type = one.type;
    shape.pitch_gap = one.output_gap;
    shape.scores = one.wants_scores;
    shape.facts = one.wants_facts;
    constexpr std::byte poisons[2] = {std::byte{0xA5}, std::byte{0x5A}};
    verify::GuardedOutputs guarded[2] = {{shape, poisons[0]}, {shape, poisons[1]}};
    const std::vector<std::byte> before(static_cast<const std::byte *>(memory.problem().scores),
                                        static_cast<const std::byte *>(memory.problem().scores) +
                                            one.rows * one.pitch * score_bytes[static_cast<int>(one.type)]);
    for (verify::GuardedOutputs &outputs : guarded) {
        Answer told;
        told.status = implementation.run(memory.problem(), outputs.outputs(), one.plan);
        if (told.refused()) {
            return refusal(told);
        }
        if (std::string words = trespass(outputs); !words.empty()) {
            return words;
        }
    }
    if (!before.empty() && std::memcmp(before.data(), memory.problem().scores, before.size()) != 0) {
        return "the input was changed";
    }
    // A slot that was never written holds one poison in the first run and the other in the second.
    for (std::int64_t row = 0; row < one.rows; ++row) {
        for (std::int64_t slot = 0; slot < one.k; ++slot) {
            const std::int64_t place = row * (one.k + one.output_gap) + slot;
            if (guarded[0].outputs().indices[place] != guarded[1].outputs().indices[place]) {
                return "row " + std::to_string(row) + " slot " + std::to_string(slot) +
                       " differs between two runs, or was not written";
            }
        }
    }
    if (one.wants_facts) {
        for (std::int64_t row = 0; row < one.rows; ++row) {
            const Outputs &first = guarded[0].outputs();
            const Outputs &second = guarded[1].outputs();
            if (first.status[row] != second.status[row] || first.digests[row] != second.digests[row] ||
                std::memcmp(first.certificates + row, second.certificates + row, sizeof(Certificate)) != 0) {
                return "facts of row " + std::to_string(row) +
                       " differ between two runs, or were not written";
            }
        }
    }
    return "";
}

} // namespace

constinit const Law writes_law = {
    "writes", "C8", "Every slot is written, no byte outside the outputs is, and the input stays.",
    on<broken>};

} // namespace exactk::laws
