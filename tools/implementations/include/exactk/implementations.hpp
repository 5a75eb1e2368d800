// The implementations that can be named, behind one call, for the command line and the tests.
// Spec: contract/C15. Layer: tools/implementations.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <exactk/contract.hpp>

namespace exactk {

/// One implementation of the contract.
struct Implementation {
    std::string name;        ///< as given to --impl
    std::string description; ///< one line
    bool uses_plan = false;  ///< whether the plan is looked at; the others ignore it
    /// Work grows with the square of a row's n: callers keep n small.
    bool quadratic = false;
    std::function<Status(const Problem &, const Outputs &, const Plan &)> run;
};

/// What this build has, in a fixed order: rank, sort (only where Eigen was there), cpu, model.
const std::vector<Implementation> &implementations();

/// The named one, or null.
const Implementation *find_implementation(const std::string &name);

/// Names that exist in some build but not in this one, each with the reason.
struct MissingImplementation {
    std::string name;
    std::string reason;
};
const std::vector<MissingImplementation> &missing_implementations();

/// Digest of a batch from its rows' digests (C14).
std::uint64_t batch_digest(const std::vector<std::uint64_t> &row_digests);

} // namespace exactk
