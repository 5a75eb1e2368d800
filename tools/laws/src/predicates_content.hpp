// The predicates about a row's patterns and about where its winners lie.
// Spec: contract/C3 C5, algorithm/S3. Layer: tools/laws.
#pragma once

#include <vector>

#include <exactk/laws/predicates.hpp>

namespace exactk::laws {

/// Each is about what one knob makes (shared bits, exponents, places) and chance hardly ever, so that a generator that
/// stops making it is noticed.
void add_content_predicates(std::vector<Predicate> &list);

} // namespace exactk::laws
