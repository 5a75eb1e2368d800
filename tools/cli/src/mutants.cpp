// exactk mutants: hands its flags to the program beside it that has the faults built in.
// Spec: contract/C15 C18. Layer: tools/cli.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

#include <CLI/App.hpp>
#include <fmt/core.h>

#include "../commands.hpp"
#include "arguments.hpp"

namespace exactk::cli {

namespace {

constexpr const char *program = "exactk-mutants";

struct MutantsCommand {
    std::vector<std::string> only;
    std::string seconds; ///< empty: what the other program takes by itself
    std::string page;
    bool list = false;
    bool mechanisms = false;
    bool brief = false;
    bool json = false;
};

/// The faults are in libraries of their own, so that this program has none: another one is linked with them.
std::string path_of_program() {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path beside = self.parent_path() / program;
    if (error || !std::filesystem::exists(beside, error))
        refuse_unsupported(fmt::format(
            "{} is not beside this program: it is the target exactk_mutants of the build, and not installed",
            program));
    return beside.string();
}

std::vector<std::string> words_of(const MutantsCommand &arguments) {
    std::vector<std::string> words = {program};
    if (!arguments.seconds.empty()) {
        words.push_back("--seconds");
        words.push_back(arguments.seconds);
    }
    for (const std::string &name : arguments.only) {
        words.push_back("--only");
        words.push_back(name);
    }
    if (!arguments.page.empty()) {
        words.push_back("--write");
        words.push_back(arguments.page);
    }
    if (arguments.list)
        words.push_back("--list");
    if (arguments.mechanisms)
        words.push_back("--mechanisms");
    if (arguments.brief)
        words.push_back("--brief");
    if (arguments.json)
        words.push_back("--json");
    return words;
}

[[noreturn]] void become(const std::string &path, std::vector<std::string> words) {
    std::vector<char *> pointers;
    for (std::string &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv(path.c_str(), pointers.data());
    refuse(fmt::format("{}: {}", path, std::strerror(errno)));
}

} // namespace

void add_mutants(CLI::App &app) {
    auto arguments = std::make_shared<MutantsCommand>();
    CLI::App *command =
        app.add_subcommand("mutants", "Plant faults one at a time and see that each is found");
    add_switch(*command, "--list", arguments->list, "List the faults, and look for none");
    add_switch(*command, "--mechanisms", arguments->mechanisms, "List what looks for faults");
    command->add_option(
        "--only", arguments->only,
        "Only this fault, as room/name or name, those of a room, or capacities or weak_judges; "
        "repeatable");
    command
        ->add_option("--seconds", arguments->seconds,
                     "After so many a fault that nothing sees is a survivor (default: 60)")
        ->check(check_amount);
    add_switch(*command, "--brief", arguments->brief,
               "Two mechanisms are enough, capacities are lowered, nothing is made smaller");
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->add_option("--write", arguments->page, "Write the page on all faults to this file")
        ->check(check_not_empty);
    command->callback([arguments] { become(path_of_program(), words_of(*arguments)); });
}

} // namespace exactk::cli
