// Law of writes: every slot of every call, and not a byte besides.
// Spec: contract/C8. Layer: tools/laws.
#include "law_list.hpp"

#include <cstring>

namespace exactk::laws {

namespace {

using verify::GuardedOutputs;

/// What two runs over different poisons tell apart. A slot that was never written holds one poison after the first run
/// and the other after the second; fills are slots as well.
std::string unwritten(const CaseFile &one, const GuardedOutputs &first, const GuardedOutputs &second) {
    const Outputs &a = first.outputs();
    const Outputs &b = second.outputs();
    const std::int64_t element = score_bytes[static_cast<int>(one.type)];
    const char *const ending = " differs between two runs, or was not written";
    for (std::int64_t row = 0; row < one.rows; ++row) {
        const std::string which = "row " + std::to_string(row);
        for (std::int64_t slot = 0; slot < one.k; ++slot) {
            const std::int64_t place = row * (one.k + one.output_gap) + slot;
            if (a.indices[place] != b.indices[place]) {
                return which + " slot " + std::to_string(slot) + ending;
            }
            if (one.wants_scores && std::memcmp(static_cast<const std::byte *>(a.scores) + place * element,
                                                static_cast<const std::byte *>(b.scores) + place * element,
                                                static_cast<std::size_t>(element)) != 0) {
                return "the score of " + which + " slot " + std::to_string(slot) + ending;
            }
        }
        if (one.wants_facts &&
            (a.status[row] != b.status[row] || a.digests[row] != b.digests[row] ||
             std::memcmp(a.certificates + row, b.certificates + row, sizeof(Certificate)) != 0)) {
            return "facts of " + which + " differ between two runs, or were not written";
        }
    }
    return "";
}

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &) {
    const Memory before(one, {});
    const Memory memory(one, {});
    const verify::GuardedShape shape = guarded_shape(one);
    GuardedOutputs guarded[2] = {{shape, std::byte{0xA5}}, {shape, std::byte{0x5A}}};
    for (GuardedOutputs &outputs : guarded) {
        Answer told;
        told.status = implementation.run(memory.problem(), outputs.outputs(), one.plan);
        if (told.refused()) {
            return refusal(told);
        }
        std::string words = trespass(outputs);
        words = words.empty() ? memory.changed_since(before) : words;
        if (!words.empty()) {
            return words;
        }
    }
    return unwritten(one, guarded[0], guarded[1]);
}

} // namespace

constinit const Law writes_law = {
    "writes", "C8", "Every slot is written, no byte outside the outputs is, and scores and lengths stay.",
    on<broken>};

} // namespace exactk::laws
