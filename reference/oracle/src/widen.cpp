// The widening of scores as functions to link; the oracles inline the same definition.
// Spec: contract/C3 C15. Layer: reference/oracle.
#include <exactk/oracle/widen.hpp>

#include "widen_definition.hpp"

namespace exactk::oracle {

double widen(std::uint32_t bits, ScoreType type) noexcept { return definition::widen(bits, type); }

bool is_nan(std::uint32_t bits, ScoreType type) noexcept { return definition::is_nan(bits, type); }

} // namespace exactk::oracle
