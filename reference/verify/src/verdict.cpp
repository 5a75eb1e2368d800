// Names of verdicts and faults, the clauses each fault breaks, and the rule by which verdicts combine.
// Spec: contract/C1 to C18. Layer: reference/verify.
#include <exactk/verify/verdict.hpp>

namespace exactk::verify {
namespace {

struct FaultWords {
    const char *name;
    const char *clauses;
};

// One row per Fault, in the enum's order.
constexpr FaultWords fault_words[] = {
    {"slot_unwritten", "C8"}, {"out_of_range", "C1"},      {"duplicate", "C5"},
    {"wrong_padding", "C7"},  {"missing_winner", "C3 C5"}, {"wrong_tie", "C4"},
    {"wrong_order", "C6"},    {"wrong_score_bits", "C9"},  {"wrote_outside", "C8"},
    {"input_changed", "C8"},  {"not_repeatable", "C15"},
};
static_assert(sizeof fault_words / sizeof fault_words[0] == fault_count, "every fault has its words");

} // namespace

Verdict combine(Verdict one, Verdict other) {
    return static_cast<std::uint8_t>(one) < static_cast<std::uint8_t>(other) ? other : one;
}

const char *name(Verdict verdict) {
    switch (verdict) {
    case Verdict::passed: return "passed";
    case Verdict::unsupported: return "unsupported";
    case Verdict::inconclusive: return "inconclusive";
    case Verdict::failed: return "failed";
    }
    return "unknown";
}

const char *name(Fault fault) {
    const auto at = static_cast<int>(fault);
    return at < fault_count ? fault_words[at].name : "unknown";
}

const char *clauses(Fault fault) {
    const auto at = static_cast<int>(fault);
    return at < fault_count ? fault_words[at].clauses : "unknown";
}

} // namespace exactk::verify
