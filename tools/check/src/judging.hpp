// Implementations on one question after the other: what passed, what failed and why, what is known already.
// Spec: contract/C1 to C15. Layer: tools/check.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <exactk/check.hpp>
#include <exactk/subject.hpp>

#include "known.hpp"
#include "question.hpp"

namespace exactk::check {

/// Keeps the books of a run in its summary.
class Judging {
public:
    Judging(const Settings &settings, Summary &summary) : settings_(settings), summary_(summary) {}

    /// Reads the file of known failures, if there is to be one. "" or what is wrong with it.
    std::string open();

    /// Runs every implementation on the question; `truth_maker` answers it first, unless all are others'.
    void ask(const Question &question, const std::vector<const Implementation *> &chosen,
             const Implementation &truth_maker);

    /// Probes one of others, as long as `stopped` says no.
    void probe(const Implementation &implementation, Tally &tally, const std::function<bool()> &stopped);

    /// What is said of known failures at the end; "" or why the file of them cannot be written.
    std::string close();

private:
    bool run_on(const Implementation &implementation, const Plan &plan, const Question &question,
                const subject::Recorded *truth, Tally &tally);
    void add_clauses(const Implementation &implementation, const std::string &who, const Question &question,
                     const Plan &plan, const subject::Outcome &outcome, const subject::Recorded *truth,
                     Tally &tally);
    std::string again(const Question &question, const std::string &only,
                      const std::string &implementation) const;
    casefile::Stored store_case(const Question &question, const Plan &plan, const std::string &who,
                                const std::string &implementation, const std::vector<std::string> &words,
                                const std::vector<int> &clauses, const subject::Recorded *truth) const;
    void add_verdicts(const std::string &implementation, const std::vector<std::string> &names,
                      const std::string &where);
    probes::Cause cause_of(const Implementation &implementation, const subject::Asked &asked,
                           const subject::Outcome &outcome);
    void add_failure(const Question &question, const Plan &plan, const std::string &who,
                     const std::string &implementation, const subject::Outcome &outcome,
                     const subject::Recorded *truth, const probes::Cause &cause);
    void add_probe_failure(const Implementation &implementation, const probes::Result &result, Tally &tally);

    const Settings &settings_;
    Summary &summary_;
    Known known_;
    std::map<std::string, int> causes_sought_; ///< by implementation and faults
};

} // namespace exactk::check
