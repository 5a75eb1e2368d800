// All laws by name, for the list, and how each of them is called.
// Spec: contract/C1 to C18. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <string>

#include <exactk/laws.hpp>

#include "answer.hpp"
#include "draws.hpp"
#include "rows.hpp"

namespace exactk::laws {

using casefile::CaseFile;

/// Makes a law's own function into the one of Law: the case spelled out, and an engine of its own.
template <std::string (*body)(const Implementation &, const CaseFile &, Engine &)>
std::string on(const Implementation &implementation, const CaseFile &one, std::uint64_t seed) {
    constexpr std::uint64_t law_stream = 0x4C4157; // convention: any number that no case uses
    Engine engine = cases::engine_for(seed, law_stream);
    return one.generated ? body(implementation, spelled_out(one), engine) : body(implementation, one, engine);
}

/// min(k, n) of a row.
inline std::int64_t m_of(const CaseFile &one, std::int64_t row) {
    return one.k < one.n(row) ? one.k : one.n(row);
}

/// Whether the first m slots of a row hold indices in [0, n): laws that look at elements ask before they do.
std::string strays(const CaseFile &one, std::int64_t row, const std::int32_t *slots);

extern const Law length_law;
extern const Law number_law;
extern const Law monotone_law;
extern const Law classes_law;
extern const Law direction_law;
extern const Law ties_law;
extern const Law truth_law;
extern const Law nesting_law;
extern const Law permutation_law;
extern const Law shards_law;
extern const Law sequence_law;
extern const Law fill_law;
extern const Law writes_law;
extern const Law bits_law;
extern const Law reads_law;
extern const Law addressing_law;
extern const Law certificate_law;
extern const Law status_law;
extern const Law digest_law;
extern const Law golden_law;
extern const Law repeat_law;
extern const Law batch_law;
extern const Law asked_law;
extern const Law plan_law;
extern const Law emission_law;
extern const Law filter_law;
extern const Law refusal_law;
extern const Law judge_law;

} // namespace exactk::laws
