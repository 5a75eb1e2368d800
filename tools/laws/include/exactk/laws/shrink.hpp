// The shrinker: makes a failing case smaller while it fails in the same way.
// Spec: contract/C1 to C11 C15, algorithm/S3 S4 F1. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <exactk/casefile.hpp>

namespace exactk::laws {

/// Lowers values, n, k, CTA count, options, capacities of the filter and schedule together while `still` holds, which
/// says whether a case has the same kind of fault. Ends where no single step makes it smaller, or after `seconds`.
/// Every case that `still` is asked about is one that casefile::check() passes, spelled out and without an expected
/// answer. `still` must hold of the case that is given; if it does not, or the case cannot be spelled out, that case
/// comes back as it is. `stopped` is asked often; once it says yes, what was reached comes back.
casefile::CaseFile shrink(casefile::CaseFile one,
                          const std::function<bool(const casefile::CaseFile &)> &still, double seconds,
                          const std::function<bool()> &stopped = {});

/// What a law's words are about: where a case gets smaller, a fault of one kind is not to become one of another.
enum class FaultClass : std::uint8_t {
    none = 0, ///< no words: the law holds
    refused,  ///< a call was refused, or was not
    index,    ///< slots hold other indices
    score,    ///< output scores are other bits
    facts,    ///< certificates or status bits
    digest,   ///< the digest
    judge,    ///< the judge takes what it must not, or does not take what it must
    memory,   ///< a byte was written that must not be, or was not
};
FaultClass fault_class(const std::string &words);
const char *name(FaultClass kind);

} // namespace exactk::laws
