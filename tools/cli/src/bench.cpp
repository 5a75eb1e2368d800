// exactk bench: the flags of the speed gate.
// Spec: contract/C15 C17. Layer: tools/cli.
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/core.h>

#include <exactk/cli/session.hpp>
#include <exactk/implementations.hpp>
#include <exactk/output.hpp>
#include <exactk/profiles.hpp>
#include <exactk/speed.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "foreign.hpp"

namespace exactk::cli {

namespace {

struct BenchCommand {
    std::string names[2];
    ForeignArguments foreign;
    std::string against_promise;
    std::string against_signature;
    bool budget_given = false;
    std::string fail_above;
    bool json = false;
    std::string out;
    speed::Settings settings;
};

/// exactk's CPU path as a plug-in, so that it can live in one process with another.
std::string cpu_plugin() {
    std::error_code error;
    const std::filesystem::path program =
        std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::filesystem::path &folder :
         {program / "plugins", program / ".." / EXACTK_LIBRARY_FOLDER / "exactk" / "plugins"}) {
        const std::filesystem::path file = folder / "exactk_cpu.so";
        if (std::filesystem::exists(file, error))
            return "plugin:" + file.lexically_normal().string();
    }
    refuse(
        "cpu: plugins/exactk_cpu.so is not beside the program, nor where it is installed; build the target "
        "exactk_plugins");
}

std::string start_of(const std::string &flag, const std::string &name) {
    if (names_foreign(name))
        return name;
    if (name == "cpu")
        return cpu_plugin();
    if (find_implementation(name) != nullptr)
        refuse(fmt::format("{} {}: it is made to be right and not to be fast, and has no time; name cpu, "
                           "plugin:PATH or python:MODULE:FUNCTION",
                           flag, name));
    refuse(fmt::format("{} {} is neither cpu, nor plugin:PATH, nor python:MODULE:FUNCTION", flag, name));
}

double fail_above_of(const std::string &text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // What is too small or too large for a double is none either.
    if (error != std::errc() || end != text.data() + text.size() || !(value > 0))
        refuse(fmt::format(
            "--fail-above {}: a ratio is above 0 and of a usual size; 1.05 allows A to take a twentieth "
            "longer than B",
            text));
    return value;
}

constexpr std::string_view plugin_prefix = "plugin:"; // convention: as --impl takes it

/// The report may take the place of nothing that the run is about.
void check_out(const BenchCommand &command) {
    if (command.out.empty())
        return;
    std::vector<std::string> inputs = {command.foreign.promise, command.against_promise};
    for (const speed::Side &side : command.settings.sides)
        if (side.start.starts_with(plugin_prefix))
            inputs.emplace_back(side.start.substr(plugin_prefix.size()));
    for (const std::string &input : inputs)
        if (!input.empty() && output::same_file(command.out, input))
            refuse(fmt::format("--out {}: the report would take the place of {}", command.out, input));
    if (const std::string why = output::why_unwritable(command.out); !why.empty())
        refuse(fmt::format("--out {}: {}", command.out, why));
}

/// A flag that speaks of Python functions, where there are none, would be thought to do something.
void check_flags_are_used(const BenchCommand &command) {
    const auto is_python = [](const std::string &name) { return name.starts_with("python:"); };
    const std::pair<const char *, bool> flags[] = {
        {"--cuda", command.foreign.cuda},
        {"--signature", command.foreign.signature != ForeignArguments{}.signature},
        {"--against-signature", !command.against_signature.empty()}};
    for (const auto &[flag, given] : flags)
        if (given && !is_python(command.names[0]) && !is_python(command.names[1]))
            refuse(fmt::format("{} is about Python functions, and neither {} nor {} is one", flag,
                               command.names[0], command.names[1]));
}

void complete(BenchCommand &command) {
    speed::Settings &settings = command.settings;
    const char *const flags[2] = {"--impl", "--against"};
    for (std::size_t side = 0; side < 2; ++side)
        settings.sides[side] = {command.names[side], start_of(flags[side], command.names[side]), {}};
    settings.sides[0].settings = settings_of(command.foreign, "--promise");
    ForeignArguments against = command.foreign;
    against.promise = command.against_promise;
    against.signature =
        command.against_signature.empty() ? command.foreign.signature : command.against_signature;
    settings.sides[1].settings = settings_of(against, "--against-promise");
    if (!command.fail_above.empty())
        settings.fail_above = fail_above_of(command.fail_above);
    const profiles::Profile *const profile = profiles::find(settings.profile);
    if (!command.budget_given && profile != nullptr)
        settings.budget_seconds = profile->budget_seconds;
    check_flags_are_used(command);
    check_out(command);
}

void write_json(const std::string &path, const std::string &text) {
    if (const std::string why = output::write_whole(path, text); !why.empty())
        refuse(fmt::format("--out {}: {}", path, why));
}

int run(BenchCommand &command) {
    complete(command);
    const speed::Settings &settings = command.settings;
    const auto tell = [&](const std::string &text) {
        if (!command.json) {
            fmt::print("{}", text);
            std::fflush(stdout);
        }
    };
    const speed::Summary summary = speed::run(
        settings, [&](const speed::Summary &opened) { tell(speed::head(settings, opened)); },
        [&](const speed::CaseResult &result) { tell(speed::line(result)); });
    if (!summary.error.empty())
        refuse(summary.error);
    tell(speed::tail(settings, summary));
    if (command.json)
        fmt::print("{}", speed::to_json(settings, summary));
    if (!command.out.empty())
        write_json(command.out, speed::to_json(settings, summary));
    return speed::exit_code(summary);
}

std::string profile_names() {
    std::string names;
    for (const profiles::Profile &profile : profiles::profiles())
        names += (names.empty() ? "" : ", ") + profile.name;
    return names;
}

} // namespace

void add_bench(CLI::App &app, Session &session) {
    auto arguments = std::make_shared<BenchCommand>();
    CLI::App *command = app.add_subcommand(
        "bench",
        "Time two implementations by turns on serving shapes; a time counts only if the answer is right");
    command
        ->add_option("--impl", arguments->names[0], "A, under test: cpu, plugin:PATH, python:MODULE:FUNCTION")
        ->required()
        ->check(check_not_empty);
    command->add_option("--against", arguments->names[1], "B, what A is held against, named likewise")
        ->required()
        ->check(check_not_empty);
    command->add_option("--profile", arguments->settings.profile, "Serving shapes: one of " + profile_names())
        ->required()
        ->check(check_not_empty);
    command->add_option("--only", arguments->settings.only,
                        "Only this case of the profile, e.g. mtp/7; repeatable");
    command
        ->add_option(
            "--fail-above", arguments->fail_above,
            "Fail if A takes longer than B by more than this ratio, e.g. 1.05 (default: only report)")
        ->check(check_amount);
    command
        ->add_option("--budget", arguments->settings.budget_seconds,
                     "Wall seconds; cases that do not fit are counted as not run (default: the profile's)")
        ->check(check_amount);
    command->add_option("--seed", arguments->settings.seed, "Seed of the scores")
        ->check(check_unsigned_number)
        ->capture_default_str();
    add_switch(*command, "--graph", arguments->settings.graph,
               "Time launches of captured graphs: of plug-ins with arrays on a GPU");
    add_foreign_arguments(*command, arguments->foreign);
    command
        ->add_option("--against-promise", arguments->against_promise,
                     "File with what B promises, instead of its own words; --promise is A's")
        ->check(check_not_empty);
    command
        ->add_option("--against-signature", arguments->against_signature,
                     "How B is called, if it is a python: function (default: as A)")
        ->check(check_not_empty);
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->add_option("--out", arguments->out, "File for the JSON object (default: none)")
        ->check(check_not_empty);
    command->callback([&session, arguments, command] {
        arguments->budget_given = command->count("--budget") > 0;
        session.exit_code = run(*arguments);
    });
}

} // namespace exactk::cli
