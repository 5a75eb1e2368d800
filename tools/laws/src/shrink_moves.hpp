// Moves of the shrinker that need no judge: each makes another, simpler case.
// Spec: contract/C1 to C11, algorithm/S3. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>

namespace exactk::laws {

/// One row alone, as wide as its length, without a length, from a case that is spelled out.
casefile::CaseFile only_row(const casefile::CaseFile &one, std::int64_t row);

/// A case of one row without the elements whose flag is set. Bounds move with what stands before them. With
/// `keep_losers` k shrinks by the winners that go, else it stays.
casefile::CaseFile without(const casefile::CaseFile &one, const std::vector<bool> &gone, bool keep_losers);

/// The values of a row by their ranks as 0, 1, 2, ... with all ties kept, NaNs as one NaN.
casefile::CaseFile small_numbers(const casefile::CaseFile &one);

/// The pattern of a small whole number, or where the type does not have it the pattern so many above that of 1.
std::uint32_t number_bits(std::int64_t number, ScoreType type);

/// Fewer CTAs; own bounds lose those between the last ones.
void set_ctas(Plan &plan, int ctas);

/// Shorter tokens of a schedule, boldest first: fewer CTAs and rounds, and choices left out.
std::vector<std::string> shorter_schedules(const std::string &token);

} // namespace exactk::laws
