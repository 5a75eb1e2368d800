// Makes a case of a schedule: the shortest token, and scores at an address that is the same for all runs.
// Spec: contract/C15 C17. Layer: tools/casefile.
#include <exactk/casefile/schedule_case.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <exactk/casefile.hpp>

namespace exactk::casefile {

namespace {

using schedule::Choice;

/// The run without the steps at its end that a replay does by itself.
std::vector<Choice> without_tail(const schedule::Machine &machine, const std::vector<Choice> &choices) {
    schedule::State state = machine.initial();
    std::vector<Choice> enabled;
    std::size_t needed = 0;
    for (std::size_t step = 0; step < choices.size(); ++step) {
        machine.choices(state, enabled);
        if (!(enabled.front() == choices[step]))
            needed = step + 1;
        machine.step(state, choices[step]);
    }
    return {choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(needed)};
}

/// What is put into the file: the token, and what it shows.
struct Shown {
    std::string token;
    std::string text;
};

Shown shown_by(const schedule::Machine &machine, const schedule::RunResult &run) {
    Shown shown{schedule::print({machine.setup(), without_tail(machine, run.choices)}),
                schedule::fault_text(machine, run)};
    if (shown.token.size() <= schedule_length_max)
        return shown;
    schedule::Runner runner(machine);
    const schedule::RunResult &plain = runner.follow({});
    if (plain.faulty())
        shown = {schedule::print({machine.setup(), {}}), schedule::fault_text(machine, plain)};
    return shown;
}

} // namespace

Stored store_fault(const schedule::Machine &machine, const schedule::RunResult &run,
                   const std::string &folder, const std::string &program) {
    const schedule::Setup &setup = machine.setup();
    const Shown shown = shown_by(machine, run);
    if (shown.token.size() > schedule_length_max) {
        return {"", "its token has " + std::to_string(shown.token.size()) +
                        " characters, and a case file holds " + std::to_string(schedule_length_max)};
    }
    // A case tells where in a line of 64 bytes the scores begin; the same fault is to give the same bytes.
    constexpr std::size_t line = 64 / sizeof(std::uint16_t); // bound: the line that offsets count from
    const std::vector<std::uint16_t> &patterns = machine.instance().patterns;
    std::vector<std::uint16_t> scores(patterns.size() + line);
    std::uint16_t *aligned = scores.data();
    while (reinterpret_cast<std::uintptr_t>(aligned) % 64 != 0)
        ++aligned;
    std::copy(patterns.begin(), patterns.end(), aligned);
    Problem problem = schedule::problem_of(machine.instance());
    problem.scores = aligned;
    const std::string stem = program + "-" + schedule::name(setup.form) + "-" + std::to_string(setup.ctas) +
                             "x" + std::to_string(setup.rounds) + "-" + schedule::info(setup.mutant).name;
    return store_schedule(problem, schedule::plan_of(setup, machine.instance()), shown.token,
                          program + ": " + shown.text, folder, stem);
}

} // namespace exactk::casefile
