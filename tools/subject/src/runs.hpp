// Two runs of an implementation: recorded, judged, compared; for those that run in this process and those that do not.
// Spec: contract/C1 to C15. Layer: tools/subject.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <exactk/subject.hpp>
#include <exactk/verify/guarded.hpp>

namespace exactk::subject {

/// Poisons of the two runs: neither is a legal index of any case, both differ in every byte.
inline constexpr std::byte poisons[2] = {std::byte{0xA5},
                                         std::byte{0x5A}}; // convention: any two distinct bytes work

/// What is to be guarded of the outputs.
verify::GuardedShape guarded_shape(const Asked &asked);

/// The outputs of one run, without pitches.
Recorded record(const Asked &asked, const Outputs &outputs);

/// Judges runs, the memory around their outputs, and the input.
verify::Report judge_runs(const Asked &asked, const std::vector<const verify::GuardedOutputs *> &guarded,
                          const std::vector<Recorded> &runs, const verify::Demand &demand);

/// Compares outputs, each a word that says which they are and whether they hold the same bytes.
void compare(const Recorded &mine, const Recorded &other, const std::string &from, Outcome &outcome);

/// Adds the words of a report that did not pass, its clauses and, unless that is null, the names of its faults.
void add_report(const verify::Report &report, std::vector<std::string> &problems, std::vector<int> &clauses,
                std::vector<std::string> *faults);

/// Adds a name, unless it is there.
void add_fault(std::vector<std::string> &faults, const std::string &name);

/// run() for an implementation in another process.
Outcome run_isolated(const Implementation &implementation, const Asked &asked);

} // namespace exactk::subject
