// What a planner was asked for by flags: known devices, and refusals that name the flag.
// Spec: contract/C18, algorithm/S3. Layer: tools/cli.
#include "wishes.hpp"

#include <fmt/format.h>

#include <exactk/cli/session.hpp>
#include <exactk/contract/plan.hpp>
#include <exactk/contract/text.hpp>

namespace exactk::cli {

namespace {

/// Names in refusals of the planner and the model, and the flags that they come from.
struct Flag {
    const char *argument;
    const char *flag;
    bool problem; ///< whether it is one of the problem's numbers
};

constexpr Flag flags[] = {
    {"wishes.strategy", "--strategy", false},
    {"wishes.ctas", "--ctas", false},
    {"wishes.sms_max", "--sms", false},
    {"wishes.resident_keys_max", "--resident", false},
    {"wishes.list_entries_max", "--list", false},
    {"plan.ctas", "--ctas", false},
    {"plan.digits", "--digits", false},
    {plan_digit_sum, "sum of --digits", false},
    {"plan.filter.whole", "--whole", false},
    {"plan.filter.list", "--list", false},
    {"rows", "--rows", true},
    {"width", "--width", true},
    {"k", "--k", true},
};

} // namespace

const device::Profile &known_profile(const std::string &name) {
    const device::Profile *const found = device::find_profile(name);
    if (found != nullptr)
        return *found;
    std::string names;
    for (const device::Profile &profile : device::profiles())
        names += std::string(names.empty() ? "" : ", ") + profile.name;
    refuse(fmt::format("--profile {} is not known; the known ones are {}", name, names));
}

std::string in_flags(const Status &status, bool problem_by_numbers) {
    std::string text = device::describe_refusal(status);
    const std::string argument = status.argument != nullptr ? status.argument : "";
    for (const Flag &flag : flags) {
        // The argument stands behind the name of the code, which may hold the same letters.
        const std::size_t at = text.find(": " + argument + " ");
        if (argument == flag.argument && (problem_by_numbers || !flag.problem) && at != std::string::npos)
            return text.replace(at + 2, argument.size(), flag.flag);
    }
    return text;
}

void check_threshold(std::uint32_t threshold, const std::string &text, ScoreType type) {
    const int bits = score_bits[static_cast<int>(type)];
    if (bits < 32 && threshold >> bits != 0)
        refuse(fmt::format("--threshold is {}, but keys of {} scores have {} bits", text, name(type), bits));
}

} // namespace exactk::cli
