// Flags that several subcommands share, and what they mean.
// Spec: contract/C3 C4 C6, algorithm/S3. Layer: tools/cli.
#include "arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

#include <CLI/Validators.hpp>

#include <exactk/cli/session.hpp>

namespace exactk::cli {

namespace {

/// Numbers have one spelling: that of std::to_string.
template <class Number> std::string check_whole(const std::string &value, const char *wanted) {
    Number number = 0;
    const char *end = value.data() + value.size();
    const auto [next, error] = std::from_chars(value.data(), end, number);
    if (error == std::errc::result_out_of_range)
        return value + " does not fit 64 bits";
    if (error != std::errc() || next != end || std::to_string(number) != value)
        return "'" + value + "' is not " + wanted;
    return "";
}

} // namespace

// The parser by itself takes an empty value for 0, a leading 0 for octal, and too large a number for the
// largest one; none of it is meant.
std::string check_number(const std::string &value) {
    return check_whole<std::int64_t>(value, "a whole number");
}

std::string check_int(const std::string &value) {
    const std::string wrong = check_number(value);
    if (!wrong.empty())
        return wrong;
    std::int64_t number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    constexpr std::int64_t least = std::numeric_limits<int>::min();
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    return number >= least && number <= most
               ? ""
               : value + " is outside " + std::to_string(least) + " to " + std::to_string(most);
}

std::string check_unsigned_number(const std::string &value) {
    return check_whole<std::uint64_t>(value, "a whole number from 0 on");
}

std::string check_amount(const std::string &value) {
    // Whole part and fraction are looked at as words of digits, so that no name of infinity or NaN is a number.
    const std::size_t point = std::min(value.find('.'), value.size());
    const std::string fraction = value.substr(std::min(point + 1, value.size()));
    const bool digits = fraction.find_first_not_of("0123456789") == std::string::npos;
    if (!digits || (point < value.size() && fraction.empty()))
        return "'" + value + "' is not a decimal number from 0 on";
    return check_unsigned_number(value.substr(0, point)).empty()
               ? ""
               : "'" + value + "' is not a decimal number from 0 on";
}

CLI::Option *add_switch(CLI::App &command, const std::string &flag, bool &given, const std::string &text) {
    return command.add_flag(flag, given, text)->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

void check_switches(const CLI::App &command, const std::vector<std::string> &words) {
    for (const std::string &word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            continue;
        const std::string flag = word.substr(0, equals);
        const CLI::Option *option = command.get_option_no_throw(flag);
        if (option != nullptr && option->get_items_expected_max() == 0)
            refuse(flag + " takes no value");
    }
}

std::string check_not_empty(const std::string &value) { return value.empty() ? "the value is empty" : ""; }

void add_problem_arguments(CLI::App &command, ProblemArguments &arguments, bool demands) {
    command
        .add_option("--scores", arguments.scores, "Scores, .npy [n] or [rows, n]: <f4, <f2, or <u2 with bf16")
        ->required()
        ->check(check_not_empty);
    command.add_option("--lengths", arguments.lengths, "Lengths of the rows, .npy [rows] of <i4 or <i8")
        ->check(check_not_empty);
    command.add_option("--dtype", arguments.dtype, "Type of the scores; <u2 files need bf16")
        ->check(CLI::IsMember({"f32", "f16", "bf16"}));
    add_switch(command, "--smallest", arguments.smallest, "Prefer small scores instead of large ones");
    command.add_option("--nan", arguments.nan, "Where NaNs stand among the scores")
        ->check(CLI::IsMember({"largest", "smallest"}))
        ->capture_default_str();
    auto *ties = command.add_option("--ties", arguments.ties, "Which index wins among equal scores");
    auto *order = command.add_option("--order", arguments.order, "Sequence of the selected indices");
    if (demands) {
        ties->check(CLI::IsMember({"low", "high", "any"}));
        order->check(CLI::IsMember({"index", "rank", "any"}));
    } else {
        ties->check(CLI::IsMember({"low", "high"}));
        order->check(CLI::IsMember({"index", "rank"}));
    }
    ties->capture_default_str();
    order->capture_default_str();
}

Options to_options(const ProblemArguments &arguments) {
    Options options;
    options.direction = arguments.smallest ? Direction::smallest : Direction::largest;
    options.nan_policy = arguments.nan == "smallest" ? NanPolicy::smallest : NanPolicy::largest;
    options.ties = arguments.ties == "high" ? Ties::high : Ties::low;
    options.order = arguments.order == "rank" ? Order::rank : Order::index;
    return options;
}

void add_plan_arguments(CLI::App &command, PlanArguments &arguments) {
    command.add_option("--ctas", arguments.ctas, "CTAs that share a row of the model")
        ->check(check_int)
        ->capture_default_str();
    command.add_option("--digits", arguments.digits, "Digit widths of the model, e.g. 8,8,8,8 or 11,11,10")
        ->check(check_not_empty);
}

Plan to_plan(const PlanArguments &arguments) {
    Plan plan;
    plan.ctas = arguments.ctas;
    const char *at = arguments.digits.data();
    const char *end = at + arguments.digits.size();
    while (at != end) {
        int width = 0;
        const auto [next, error] = std::from_chars(at, end, width);
        const bool last = next == end;
        const bool plain = error == std::errc() && std::to_string(width) == std::string(at, next);
        if (!plain || (!last && (*next != ',' || next + 1 == end)))
            refuse("--digits " + arguments.digits + " is not a list of numbers such as 8,8,8,8");
        plan.digits.push_back(width);
        at = last ? end : next + 1;
    }
    return plan;
}

std::vector<std::string> split_names(const std::string &names) {
    std::vector<std::string> list;
    for (std::size_t at = 0; at <= names.size();) {
        const std::size_t comma = std::min(names.find(',', at), names.size());
        list.push_back(names.substr(at, comma - at));
        at = comma + 1;
    }
    return list;
}

} // namespace exactk::cli
