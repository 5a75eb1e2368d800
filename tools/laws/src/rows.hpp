// Score patterns as numbers, canonical keys, and the chunks of a row: the laws' own account of them.
// Spec: contract/C1 C3 C12, algorithm/S3. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <exactk/casefile.hpp>

namespace exactk::laws {

/// What a score's bits are made of.
struct Format {
    int bits;
    int fraction_bits;
    std::uint32_t sign;
    std::uint32_t infinity; ///< +inf; larger magnitudes are NaNs
};

const Format &format_of(ScoreType type);

bool is_nan(std::uint32_t bits, ScoreType type);

/// How many numbers lie between zero and this one, negative below zero: a number that is ordered as the scores are, the
/// same for both zeros. Not for NaNs.
std::int64_t step_of(std::uint32_t bits, ScoreType type);
std::uint32_t bits_of_step(std::int64_t step, ScoreType type);

/// The canonical key of C12.
std::uint64_t key_of(std::uint32_t bits, ScoreType type, const Options &options);

/// Whether NaNs are preferred to all numbers.
bool nan_is_best(const Options &options);

/// [first, last) of each CTA's chunk in a row with n elements.
std::vector<std::pair<std::int64_t, std::int64_t>> chunks_of(const Plan &plan, std::int64_t n);

/// A row's own n scores, from a case that is spelled out.
inline const std::vector<std::uint32_t> &row_of(const casefile::CaseFile &one, std::int64_t row) {
    return one.scores[static_cast<std::size_t>(row)];
}

} // namespace exactk::laws
