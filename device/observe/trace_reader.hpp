// Turns the memory that tapped kernels wrote into the contract's trace. Host code without CUDA.
// Spec: algorithm/O1 O2 O3 O4. Layer: device.
#pragma once

#include <cstdint>
#include <string>

#include <exactk/contract/certificate.hpp>
#include <exactk/contract/trace.hpp>

#include "trace_layout.hpp"

namespace exactk::device {

/// A row's trace as far as it can be read, and what no tap may hold, in words; empty if nothing.
struct ReadTrace {
    RowTrace trace;
    std::string malformed;
};

/// Reads one row of a tap. `ctas` are its `ctas_max` records. `certificate` is what the launch wrote for the row
/// (taps hold none), or null: then it stays zero. Malformed are: a round that took place after one that did not,
/// counts outside a round's bins, a digit wider than the kernels', a flag other than 0 and 1, more CTAs than
/// records, and records of CTAs beyond the row's.
ReadTrace read_trace(const TapRow &row, const TapCta *ctas, int ctas_max, int key_bits, std::int64_t number,
                     const Certificate *certificate);

} // namespace exactk::device
