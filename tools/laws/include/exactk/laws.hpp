// Laws of every implementation, cases to try them on, names for what cases hold, and one shrinker.
// Spec: contract/C1 to C18. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>
#include <exactk/implementations.hpp>
#include <exactk/laws/knobs.hpp>      // IWYU pragma: export
#include <exactk/laws/predicates.hpp> // IWYU pragma: export
#include <exactk/laws/shrink.hpp>     // IWYU pragma: export
#include <exactk/verify.hpp>

namespace exactk::laws {

/// One law: what holds of every implementation on every case.
struct Law {
    const char *name;    ///< one word, as on the command line
    const char *clauses; ///< ids of docs/contract.md, e.g. "C3 C5"
    const char *words;   ///< one sentence
    /// Empty if the law holds, else what broke, in words. The case is one that casefile::check() passes; where its
    /// scores come from a generator they are spelled out first. `seed` draws what the law needs beside the case: a
    /// permutation, a cut into shards, other plans. The same arguments give the same words.
    std::string (*broken)(const Implementation &, const casefile::CaseFile &, std::uint64_t seed);
    bool needs_plan = false; ///< it is about implementations that follow the plan; of others it says nothing
};

/// All laws, in the order of the clauses.
const std::vector<Law> &laws();

/// The named one, or null.
const Law *find_law(const std::string &name);

/// Whether the law says something of this implementation, and the case is not too long for one whose time grows with
/// n squared.
bool applies(const Law &law, const Implementation &implementation, const casefile::CaseFile &one);

/// A judge as the law `judge` calls it; verify::judge is the one that is meant.
using Judge = std::function<verify::Report(const Problem &, const verify::Answer &, const verify::Demand &)>;

/// The law `judge` for any judge: it accepts the answer of `implementation` and none of the neighbours that the seed
/// draws: two slots swapped, an index replaced, dropped, doubled, a tie taken wrongly, a fill moved, a bit of a score
/// changed, of zeros the sign.
std::string judge_broken(const Judge &judge, const Implementation &implementation,
                         const casefile::CaseFile &one, std::uint64_t seed);

/// The same case with its scores as bits, for cases whose scores come from a generator; a case that cannot be spelled
/// out (more than casefile::listed_max scores, a generator that this build has not) throws std::invalid_argument.
casefile::CaseFile spelled_out(casefile::CaseFile one);

} // namespace exactk::laws
