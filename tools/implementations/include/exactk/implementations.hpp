// The implementations that can be named, behind one call, for the command line and the tests.
// Spec: contract/C15. Layer: tools/implementations.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <exactk/contract.hpp>
#include <exactk/promise.hpp>

namespace exactk {

/// What went wrong in a call to another process, beside what the answer itself shows.
struct Trouble {
    std::string name;    ///< a word, e.g. "crashed" or "read_outside"
    std::string clauses; ///< that it breaks, e.g. "C10"; may be empty
    std::string words;   ///< for a person
};

/// How a call to another process is made.
struct Way {
    enum class How : std::uint8_t {
        plain = 0,
        beside = 1,  ///< on a second stream, while the same question is under way on the first
        capture = 2, ///< captured into a graph, which is launched once and kept
        replay = 3   ///< the kept graph, in the same memory with other contents
    } how = How::plain;
    /// Runs of the same problem have numbers from 0: by them arrays are placed in memory, so that several runs see what
    /// lies before and behind.
    int number = 0;
};

/// How a call to another process ended.
struct Ended {
    enum class How : std::uint8_t {
        answered = 0, ///< outputs are written; there may be troubles all the same
        failed = 1,   ///< there is no answer, but at least one trouble
        not_run =
            2 ///< the implementation does not take the question, or nothing could be run; `words` say why
    } how = How::answered;
    std::vector<Trouble> troubles;
    std::string words;
};

/// One implementation of the contract.
struct Implementation {
    std::string name;        ///< as given to --impl
    std::string description; ///< one line
    bool uses_plan = false;  ///< whether the plan is looked at; the others ignore it
    /// Work grows with the square of a row's n: callers keep n small.
    bool quadratic = false;
    std::function<Status(const Problem &, const Outputs &, const Plan &)> run;

    /// Of others' implementations, instead of `run`: a call in another process.
    std::function<Ended(const Problem &, const Outputs &, const Way &)> isolated = nullptr;
    /// Ends its process, so that the next call meets a new one.
    std::function<void()> renew = nullptr;
    /// What it promises; null: the full contract, and nothing else is asked of it.
    std::shared_ptr<const Promise> promise = nullptr;
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
