// What a run tells when it is over.
// Spec: contract/C15. Layer: tools/check.
#pragma once

#include <cstdio>
#include <vector>

#include <exactk/check.hpp>

#include "exhibits.hpp"

namespace exactk::check {

/// The closing table and all that follows it. `chosen` belong to the tallies, one by one.
void report(const Settings &settings, const Summary &summary,
            const std::vector<const Implementation *> &chosen, const std::vector<ExhibitResult> &exhibits,
            std::FILE *out);

/// Whether no case and no probe of it was run.
bool nothing_was_run(const Tally &tally);

} // namespace exactk::check
