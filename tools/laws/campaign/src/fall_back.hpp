// Plans under which most rows that are sampled fall back, for both strategies that sample rows.
// Spec: contract/C15, algorithm/F1 F2 F3 F5 O4. Layer: tools/laws.
#pragma once

#include <cstdint>

#include <exactk/campaign.hpp>
#include <exactk/casefile.hpp>
#include <exactk/cases/sampling.hpp>

namespace exactk::campaign {

/// Whether one of the rows can be sampled at all.
bool can_be_sampled(const casefile::CaseFile &one);

/// The same case under a plan of that strategy with a sample and a list that are too small for most rows: the target is
/// above the sample, or more is kept than can be listed. Digits and emission are drawn as well. Cluster here means 2 to 16
/// chunks.
casefile::CaseFile with_short_list(const casefile::CaseFile &one, Sampling strategy, std::uint64_t seed);

/// Whether the model samples one of the rows and lets it fall back, and why.
cases::FallBack fall_back_of(const casefile::CaseFile &one);

} // namespace exactk::campaign
