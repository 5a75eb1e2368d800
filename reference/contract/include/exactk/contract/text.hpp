// Words for the contract's data: names of enumerators and one-line descriptions of refusals.
// Spec: contract/C17 C18. Layer: reference/contract.
#pragma once

#include <string>

#include <exactk/contract/options.hpp>
#include <exactk/contract/score_type.hpp>
#include <exactk/contract/status.hpp>

namespace exactk {

/// Names as the command line spells them; "unknown" for a value without a meaning.
const char *name(ScoreType type);
const char *name(Direction direction);
const char *name(Ties ties);
const char *name(Order order);
const char *name(NanPolicy policy);

/// Name of a status code, e.g. "pitch_too_small".
const char *name(StatusCode code);

/// One line for a person: what was wrong, where, and what to do. "ok" for success.
std::string describe(const Status &status);

} // namespace exactk
