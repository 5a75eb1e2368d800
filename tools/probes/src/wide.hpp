// Rows so far apart that their offsets do not fit 32 bits.
// Spec: contract/C11. Layer: tools/probes.
#pragma once

#include <vector>

#include <exactk/implementations.hpp>
#include <exactk/probes.hpp>

#include "rows.hpp"

namespace exactk::probes {

/// Asks for rows whose first elements lie beyond 2^31 elements and beyond 2^32. Only the rows take memory.
Result beyond_32_bits(const Implementation &implementation, const Promise &promise, const Question &question,
                      const std::vector<Row> &rows);

} // namespace exactk::probes
