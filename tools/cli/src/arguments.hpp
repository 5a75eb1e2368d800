// Flags that several subcommands share, and what they mean.
// Spec: contract/C3 C4 C6, algorithm/S3. Layer: tools/cli.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <exactk/contract/options.hpp>
#include <exactk/contract/plan.hpp>

namespace exactk::cli {

/// Checks for a flag's value: a whole decimal number of 64 bits, with or without a sign; a decimal number of at
/// least 0 with or without a fraction; anything but nothing. All return what is wrong, or "".
std::string check_number(const std::string &value);
std::string check_int(const std::string &value); ///< the same, as far as an int holds it
std::string check_unsigned_number(const std::string &value);
std::string check_amount(const std::string &value);
std::string check_not_empty(const std::string &value);

/// The names of a list with commas.
std::vector<std::string> split_names(const std::string &names);

/// Where case files of failures go unless --cases-dir says otherwise; made by the first of them.
inline constexpr const char *cases_folder = "exactk-cases";

/// Adds a flag that is given or not. It takes no value, and giving it twice is an error.
CLI::Option *add_switch(CLI::App &command, const std::string &flag, bool &given, const std::string &text);

/// Throws Refusal if one of the words gives a value, after an equals sign, to a flag of `command` that takes
/// none. To be called before parsing, since the parser takes `--flag=true`.
void check_switches(const CLI::App &command, const std::vector<std::string> &words);

/// Files and options of a problem, as given.
struct ProblemArguments {
    std::string scores;
    std::string lengths; ///< empty: none given
    std::string dtype;   ///< empty: none given; else f32, f16 or bf16
    bool smallest = false;
    std::string nan = "largest";
    std::string ties = "low";
    std::string order = "index";
};

/// --scores --lengths --dtype --smallest --nan --ties --order. With `demands` the last two also take `any`.
void add_problem_arguments(CLI::App &command, ProblemArguments &arguments, bool demands);

/// The contract's options; ties and order `any` are left at the defaults.
Options to_options(const ProblemArguments &arguments);

/// --ctas and --digits.
struct PlanArguments {
    int ctas = 1;
    std::string digits; ///< empty: the model's default; else e.g. "8,8,8,8"
};

void add_plan_arguments(CLI::App &command, PlanArguments &arguments);

/// Throws Refusal if the digits are no list of numbers; what numbers are legal is for the model to say.
Plan to_plan(const PlanArguments &arguments);

} // namespace exactk::cli
