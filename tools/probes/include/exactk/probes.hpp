// Probes of others' implementations: what an answer may not depend on, and by which change a wrong answer becomes right.
// Spec: contract/C1 C3 C11 C15. Layer: tools/probes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <exactk/casefile.hpp>
#include <exactk/implementations.hpp>
#include <exactk/subject.hpp>

namespace exactk::probes {

/// What came of a probe.
struct Result {
    /// What may not matter: "base" (a row alone), "history", "position", "width", "pitch", "alignment", "neighbours", "offset", "stream", "graph".
    std::string name;
    enum class How : std::uint8_t { passed = 0, failed = 1, not_run = 2 } how = How::passed;
    std::string fault;        ///< of a failure: "depends_on_position", and so on
    std::string words;        ///< what differed, or why it was not run
    std::int64_t answers = 0; ///< rows that were compared
    bool has_case = false;
    casefile::CaseFile one; ///< the batch in which it was seen, where a file can hold it
};

/// Asks for the same rows alone, at every position of batches of 1, 8, 64, 65 and 512, in wider memory, with other pitches, bases
/// and neighbours, after other calls, at offsets beyond 32 bits, and on a device beside another stream and in a graph. Each answer is held to the promise; where a row's answer
/// is promised to be the same bits or the same set each time, it is compared with the answer to the row alone.
/// A row that is wrong alone is the failure "base", and nothing else is asked. Once `stopped` says yes, what is left is not run.
std::vector<Result> invariance(const Implementation &implementation, std::uint64_t seed,
                               const std::function<bool()> &stopped);

/// A change of the question after which the answer was right, or a reading under which it is: what the fault is about.
struct Cause {
    std::string name;  ///< e.g. "depends_on_pitch", "nan_as_smallest"; "" if none was found
    std::string words; ///< the change, e.g. "with rows side by side the answer is right"
};

/// Looks for the cause of an outcome that failed. Asks up to ten more questions.
Cause cause_of(const Implementation &implementation, const subject::Asked &asked,
               const subject::Outcome &outcome);

} // namespace exactk::probes
