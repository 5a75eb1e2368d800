// Small cases of what broke, in files that fail again.
// Spec: contract/C1 to C18. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <string>

#include <exactk/casefile.hpp>
#include <exactk/laws.hpp>

#include "unit.hpp"

namespace exactk::campaign {

/// What was asked of whom.
struct Question {
    const laws::Law &law;
    const Implementation &implementation;
    std::uint64_t seed = 0;
};

/// The law's words on the case; "" if it holds or says nothing of it.
std::string words_of(const Question &question, const casefile::CaseFile &one);

/// Whether `exactk replay` of the case fails on the implementation, by itself or by the law.
bool fails_again(const Question &question, const casefile::CaseFile &one);

/// Makes the case smaller while the law's words are of the same kind, and, where that is so of the case itself or of it
/// with all outputs, while the case fails when it is run without the law, too. Writes it with the law, the seed and the
/// implementation. Returns what a failure's line says of it, "; case file PATH"; nothing without a folder.
std::string stored(const Settings &settings, const Question &question, casefile::CaseFile one);

} // namespace exactk::campaign
