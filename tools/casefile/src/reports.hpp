// Rows of public bug reports that no simpler generator makes.
// Spec: contract/C3 C4. Layer: tools/casefile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>

namespace exactk::casefile {

/// Whether there is a row of that name.
bool is_report(const std::string &name);

/// Fills the row that the generator `report` names; a bad_generator where the report is about another type.
Defect make_report(const CaseFile &one, std::vector<std::uint32_t> &bits);

/// The pattern of a number that the type holds exactly; false where it does not.
bool encode_exact(float value, ScoreType type, std::uint32_t &bits);

} // namespace exactk::casefile
