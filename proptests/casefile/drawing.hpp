// Draws case files of all kinds from a seed.
// Spec: contract/C1 to C15. Layer: proptests/casefile.
#pragma once

#include <cstdint>

#include <exactk/casefile.hpp>

namespace casefile_tests {

/// A legal case with up to `size` elements a row, all keys of the format met with about equal chances. The same on every
/// machine.
exactk::casefile::CaseFile draw_case(std::uint64_t seed, int size);

} // namespace casefile_tests
