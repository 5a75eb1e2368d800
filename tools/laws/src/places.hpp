// Where the elements of a row go.
// Spec: contract/C4 C5, algorithm/S3. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/contract/plan.hpp>
#include <exactk/laws/knobs.hpp>

#include "draws.hpp"

namespace exactk::laws {

/// By key, larger first; elements with one key by their bits.
void sort_best_first(std::vector<std::uint32_t> &row, ScoreType type, const Options &options);

/// The elements of `row`, of which the first `winners` are preferred to the others, as knobs.place wants them.
std::vector<std::uint32_t> put_in_place(const Knobs &knobs, const Plan &plan, std::vector<std::uint32_t> row,
                                        std::int64_t winners, Engine &engine);

} // namespace exactk::laws
