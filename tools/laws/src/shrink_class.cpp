// Tells kinds of faults apart by the words of a law.
// Spec: contract/C1 to C18. Layer: tools/laws.
#include <exactk/laws/shrink.hpp>

#include <algorithm>
#include <initializer_list>

namespace exactk::laws {

namespace {

bool has_one_of(const std::string &words, std::initializer_list<const char *> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&words](const char *part) { return words.find(part) != std::string::npos; });
}

} // namespace

FaultClass fault_class(const std::string &words) {
    // The first that fits: what a sentence is about stands in front of what it was done with.
    if (words.empty()) {
        return FaultClass::none;
    }
    if (has_one_of(words, {"judge"})) {
        return FaultClass::judge;
    }
    if (has_one_of(words, {"refused", "answered by"})) {
        return FaultClass::refused;
    }
    if (has_one_of(words, {"written", "was changed", "were changed"})) {
        return FaultClass::memory;
    }
    if (has_one_of(words, {"score bits", "score of row", "score that"})) {
        return FaultClass::score;
    }
    if (has_one_of(words, {" holds "})) {
        return FaultClass::index;
    }
    if (has_one_of(words, {"digest"})) {
        return FaultClass::digest;
    }
    if (has_one_of(words, {"certificate", "status bits", "facts", "counts", "pivot", "clamped"})) {
        return FaultClass::facts;
    }
    return FaultClass::index;
}

const char *name(FaultClass kind) {
    switch (kind) {
    case FaultClass::none: return "none";
    case FaultClass::refused: return "refused";
    case FaultClass::index: return "index";
    case FaultClass::score: return "score";
    case FaultClass::facts: return "facts";
    case FaultClass::digest: return "digest";
    case FaultClass::judge: return "judge";
    case FaultClass::memory: return "memory";
    }
    return "unknown";
}

} // namespace exactk::laws
