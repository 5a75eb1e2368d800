// Rows by name: the same bits from every compiler.
// Spec: contract/C3 C4. Layer: tools/casefile.
#pragma once

#include <cstdint>
#include <vector>

#include <exactk/casefile.hpp>

namespace exactk::casefile {

/// Whether the generator is known and its arguments can be read. The case's type is known by then, and all of its shape.
Defect check_generator(const CaseFile &one, int line);

/// Makes the bits of one row in [0, n). For all generators but `case`, which brings whole memory.
Defect make_row(const CaseFile &one, std::int64_t row, std::vector<std::uint32_t> &bits);

/// Whether the generator is `case`: the memory of a drawn case, with the garbage around its rows.
bool makes_memory(const CaseFile &one);

/// The memory of the drawn case that the generator names: `memory` begins at a 64-byte boundary. A bad_generator where
/// the drawn case is not the one that the file tells of; unsupported in a build without drawn cases.
Defect make_memory(const CaseFile &one, std::vector<std::byte> &memory);

} // namespace exactk::casefile
