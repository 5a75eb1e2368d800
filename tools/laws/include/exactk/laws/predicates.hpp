// Named things that a case can hold, told from the case and the model's trace of it.
// Spec: contract/C1 to C13, algorithm/S3 to S8 F1 to F7 O1 O2 O4. Layer: tools/laws.
#pragma once

#include <vector>

#include <exactk/casefile.hpp>
#include <exactk/contract/trace.hpp>

namespace exactk::laws {

/// Holds of a case if it holds of at least one of its rows.
struct Predicate {
    const char *name;  ///< e.g. "tie_run_crosses_a_cta_edge"
    const char *words; ///< one clause
    bool (*holds)(const casefile::CaseFile &, const std::vector<RowTrace> &);
};

/// At least 30; each must hold of at least 0.5 % of drawn cases, which a test asserts.
const std::vector<Predicate> &predicates();

/// The model's traces of a case under its own plan, one for each row.
std::vector<RowTrace> traces_of(const casefile::CaseFile &one);

} // namespace exactk::laws
