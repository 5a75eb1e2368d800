// A schedule as a short word, and step by step in words.
// Spec: algorithm/S4 to S8 B1 B2 B3, contract/C15. Layer: sim.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <exactk/schedule/machine.hpp>
#include <exactk/schedule/setup.hpp>

namespace exactk::schedule {

/// A setup and the choices of a schedule, all of them or a beginning.
struct Schedule {
    Setup setup;
    std::vector<Choice> choices;

    friend bool operator==(const Schedule &, const Schedule &) = default;
};

/// x1:FORM:CTAS:ROUNDS:SEED:RESIDENT:MUTANT:MEMORY:CHOICES without white space or what a shell would touch. x1 is the
/// version; a change of the machine that gives old tokens another meaning is a new one. MEMORY is `strong` or `delayed`.
/// CHOICES are numbers of CTAs with commas, 3x5 standing for five times CTA 3 in turn, and 3f1 for CTA 3 flushing entry
/// 1 of its buffer; `-` if there are none.
std::string print(const Schedule &schedule);

/// "" and the schedule, or what is wrong with the token, in words, and an untouched schedule.
/// parse(print(s)) gives s for every legal setup whose resident count is spelled out or 0.
std::string parse(std::string_view token, Schedule &schedule);

inline constexpr std::size_t choices_max = 1'000'000; // bound: no schedule of a legal setup has as many steps

/// What a step did, in one clause, such as "CTA 2 adds 1 to bin 0 of histogram 1 (round 1)".
std::string describe(const Machine &machine, const Event &event);

/// The row, and every step in words, one a line; then how it ended. `fault`, if given, becomes whether something is
/// wrong. If a choice cannot be done the text is empty and `problem` says which.
std::string narrate(const Machine &machine, const std::vector<Choice> &choices, bool *fault,
                    std::string &problem);

} // namespace exactk::schedule
