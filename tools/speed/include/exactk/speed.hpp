// The speed gate: two implementations timed in turn on the same cases, where a time counts only if the answer was right.
// Spec: contract/C1 to C9 C15. Layer: tools/speed.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <exactk/foreign.hpp>
#include <exactk/speed/statistics.hpp>

namespace exactk::speed {

/// One of the two: A, which is under test, and B, which it is held against.
struct Side {
    std::string name;  ///< as given
    std::string start; ///< what is started for it, e.g. "plugin:/usr/bin/plugins/exactk_cpu.so" for "cpu"
    foreign::Settings settings;
};

struct Settings {
    std::array<Side, 2> sides;
    std::string profile;
    std::vector<std::string> only; ///< cases of the profile; empty: all
    std::uint64_t seed = 1;        ///< of the scores
    double budget_seconds =
        60; ///< wall time for checks and first series; confirming, starting and looking whose fault it is come on top
    std::optional<double> fail_above;
    bool graph = false; ///< on a device: time launches of captured graphs
};

enum class Verdict : std::uint8_t {
    timed = 0,        ///< there is no --fail-above to hold it to
    within = 1,       ///< the whole interval is at or below it
    inconclusive = 2, ///< the interval has it inside, two series do not agree, or there is no second
    slower = 3,       ///< two series, each with the whole interval above it
    not_timed = 4,    ///< a check failed, or nothing could be run; the case says what
};

/// "timed", "within", "inconclusive", "slower", "not_timed".
const char *name(Verdict verdict);

/// What one series says.
Verdict verdict_of(const Estimate &times, const std::optional<double> &fail_above);

/// What a check, or a call while it was timed, came to.
struct Check {
    std::vector<std::string> faults; ///< words such as "wrong_tie", each once; empty: passed
    std::string words;               ///< for a person
};

struct CaseResult {
    std::string id;    ///< "mtp/7"
    std::string words; ///< shape, for a person
    std::string type;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int64_t k = 0;
    Verdict verdict = Verdict::not_timed;
    std::string why;             ///< it was not timed, or is inconclusive
    std::array<Check, 2> checks; ///< of A and B
    bool nobodys = false;        ///< what went wrong in a process of both neither does alone; `why` says what
    std::optional<Estimate> first;   ///< of the first series; set if it was timed
    std::optional<Estimate> confirm; ///< of the second, where the first was above
};

/// What it ran on.
struct Machine {
    std::string cpu;
    int threads = 0;    ///< that this process may run on
    std::string load;   ///< average of the minute before, e.g. "0.52"
    std::string device; ///< GPU; empty: arrays are in host memory
    std::string commit; ///< that this program was built from
};

struct Summary {
    std::string error; ///< a setting that makes no sense, or what could not be had; nothing was run then
    std::array<std::string, 2> descriptions;
    bool one_process = false;
    std::string why_two; ///< processes, where there are two
    Machine machine;
    std::vector<CaseResult> cases;
    std::int64_t cases_not_run = 0; ///< did not fit the budget
    double seconds = 0;
};

/// Called with each case when it is done, and again when a second series has changed its verdict.
using Seen = std::function<void(const CaseResult &)>;

/// Runs the gate. `opened` is called once both are there, before any case.
Summary run(const Settings &settings, const std::function<void(const Summary &)> &opened, const Seen &seen);

/// Cases of a verdict, and cases in which A, or B, failed a check.
std::int64_t count(const Summary &summary, Verdict verdict);
std::int64_t failed_checks(const Summary &summary, std::size_t side);
/// Cases in which something went wrong that neither does alone.
std::int64_t nobodys(const Summary &summary);
/// Whether a case was slower, and no second series was to be had; and how many such cases there are.
bool is_unconfirmed(const CaseResult &result);
std::int64_t unconfirmed(const Summary &summary);
/// Ratios of all cases that were timed, in their order; of a second series where there was one.
std::vector<double> ratios(const Summary &summary);

/// 0: nothing is slower; 1: a case is, or A failed a check; 2: an error; 3: nothing was timed, or what went
/// wrong is nobody's.
int exit_code(const Summary &summary);

/// Texts for a person: before the cases, of a case, and after them. Each ends with a line feed.
std::string head(const Settings &settings, const Summary &summary);
std::string line(const CaseResult &result);
std::string tail(const Settings &settings, const Summary &summary);
/// One JSON object.
std::string to_json(const Settings &settings, const Summary &summary);

} // namespace exactk::speed
