// Law of addresses: pitches and alignment change nothing.
// Spec: contract/C11 C15. Layer: tools/laws.
#include "law_list.hpp"

namespace exactk::laws {

namespace {

std::string broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    const Answer here = answer(implementation, one);
    CaseFile there = one;
    there.pitch = one.width + uniform(engine, 0, 70);
    there.offset = uniform(engine, 0, casefile::offset_max);
    there.output_gap = uniform(engine, 0, 9);
    const std::string words = difference(answer(implementation, there), here);
    return words.empty()
               ? ""
               : "with pitch " + std::to_string(there.pitch) + ", offset " + std::to_string(there.offset) +
                     " and output gap " + std::to_string(there.output_gap) + ", " + words;
}

} // namespace

constinit const Law addressing_law = {
    "addressing", "C11 C15", "Pitches and alignment of input and outputs change nothing.", on<broken>};

} // namespace exactk::laws
