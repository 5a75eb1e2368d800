// Law of refusals: what the host can see is refused by name and numbers, and nothing is written.
// Spec: contract/C18 C8. Layer: tools/laws.
#include "law_list.hpp"

#include <exactk/laws/asked_calls.hpp>

namespace exactk::laws {

namespace {

/// The case gives type, options, CTA count and emission. All bad calls are made, since a refusal costs nothing; of the
/// good ones, which each implementation must do, one in eight, and none that would crash where C10 is broken: that is
/// for the law `reads` to say, and the test `refusals` makes those as well.
std::string broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    constexpr std::uint64_t one_in = 8; // convention: as quick as the refusals together
    for (const AskedCall &call : asked_calls()) {
        if ((call.of_plan && !implementation.uses_plan) ||
            (!call.refused && (call.far || !once_in(engine, one_in)))) {
            continue;
        }
        if (std::string words = answered_wrongly(implementation, call, one.type, one.options, one.plan);
            !words.empty()) {
            return words;
        }
    }
    return "";
}

} // namespace

constinit const Law refusal_law = {
    "refusal", "C18 C8",
    "What the host can see is refused by code, argument, value and limit, and nothing is written.",
    on<broken>};

} // namespace exactk::laws
