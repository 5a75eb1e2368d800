// Numbers and objects as the reports write them.
// Spec: contract/C12 C13. Layer: tools/cli.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include <exactk/contract/score_type.hpp>

namespace exactk::cli {

/// Shortest decimal number that reads back as the float32 of equal value; "nan" for every NaN.
std::string decimal(ScoreType type, std::uint32_t bits);

/// "0x3F800000": the pattern with all digits of its type.
std::string hex_bits(ScoreType type, std::uint32_t bits);

/// "0x" and `bits` / 4 digits, rounded up.
std::string hex(std::uint64_t value, int bits);

/// An object as text, with a line feed behind it. Paths need not be UTF-8; what is not is replaced, so that the text is
/// always valid JSON.
std::string json_text(const nlohmann::ordered_json &json);

/// Names of the status bits of C13 that are set, e.g. "EMPTY ALL_SELECTED"; empty for none.
std::string status_names(std::uint32_t status);

} // namespace exactk::cli
