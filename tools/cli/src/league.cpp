// exactk league: implementations side by side, clause by clause.
// Spec: contract/C15 C17. Layer: tools/cli.
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <list>
#include <memory>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <exactk/cli/session.hpp>
#include <exactk/contract/version.hpp>
#include <exactk/league.hpp>
#include <exactk/output.hpp>
#include <exactk/profiles.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "foreign.hpp"
#include "inputs.hpp"

namespace exactk::cli {

namespace {

struct LeagueCommand {
    std::string names;
    std::string profiles;
    std::string corpus;
    std::string out;
    std::string baseline;
    ForeignArguments foreign;
    league::Settings settings;
};

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

std::vector<std::string> case_files(const std::string &folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".case")
            files.push_back(entry.path().string());
    }
    if (error || files.empty())
        refuse(
            fmt::format("--corpus {}: {}", folder, error ? error.message() : "there is no .case file in it"));
    std::sort(files.begin(), files.end());
    return files;
}

std::string read_text(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file)
        refuse(fmt::format("--baseline {} cannot be read", path));
    return text;
}

void write_text(const std::filesystem::path &path, const std::string &text) {
    if (const std::string why = output::write_whole(path.string(), text); !why.empty())
        refuse(fmt::format("{}: {}", path.string(), why));
    fmt::print("wrote {}\n", path.string());
}

/// One of this program's or of others; one that cannot be had gets its line all the same.
league::Entry run_one(const std::string &name, const LeagueCommand &command) {
    std::list<Implementation> foreigners;
    const Implementation *implementation = find_implementation(name);
    league::Entry entry;
    entry.implementation = name;
    if (names_foreign(name)) {
        try {
            implementation = &add_foreign(name, command.foreign, foreigners);
        } catch (const Refusal &refusal) {
            entry.error = refusal.message;
            return entry;
        }
    }
    if (implementation == nullptr)
        refuse(fmt::format("--impl {} is no implementation of this program", name));
    return league::run(*implementation, flags_of(command.foreign), command.settings);
}

void write_pages(const LeagueCommand &command, const league::League &league) {
    if (command.out.empty())
        return;
    const std::filesystem::path folder = command.out;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    write_text(folder / "league.md", league::to_markdown(league));
    write_text(folder / "league.json", league::to_json(league));
    write_text(folder / "league.html", league::to_html(league));
    write_text(folder / "league.xml", league::to_junit(league));
}

int run(LeagueCommand &command) {
    const std::string baseline = command.baseline.empty() ? "" : read_text(command.baseline);
    if (!command.profiles.empty())
        command.settings.profiles = split_names(command.profiles);
    for (const std::string &name : command.settings.profiles) {
        if (profiles::find(name) == nullptr)
            refuse(fmt::format("--profile {} is no profile", name));
    }
    if (!command.corpus.empty())
        command.settings.corpus = case_files(command.corpus);
    league::League league = {
        library_version(), contract_version(), today(), league::describe(command.settings), {}};
    for (const std::string &name : split_names(command.names)) {
        league.entries.push_back(run_one(name, command));
        const league::Entry &entry = league.entries.back();
        fmt::print(
            "{}: {}\n", name,
            entry.error.empty()
                ? fmt::format(
                      "{} runs passed, {} failed, {} by the full contract, {} cases left out, {:.0f} s",
                      entry.tally.runs_passed, entry.tally.runs_failed, entry.tally.contract_failed,
                      entry.tally.left_out, entry.seconds)
                : "not run: " + entry.error);
        std::fflush(stdout);
    }
    write_pages(command, league);
    if (!baseline.empty()) {
        std::vector<std::string> lines;
        bool worse = false;
        if (const std::string wrong = league::changes(baseline, league, lines, worse); !wrong.empty())
            refuse(fmt::format("--baseline {}: {}", command.baseline, wrong));
        for (const std::string &line : lines)
            fmt::print("{}\n", line);
        fmt::print("{} changes since {}\n", lines.size(), command.baseline);
        return worse ? exit_failed : exit_passed;
    }
    const auto broken = [](const league::Entry &entry) {
        return entry.tally.runs_failed > 0 || !entry.verdicts.empty();
    };
    if (std::any_of(league.entries.begin(), league.entries.end(), broken))
        return exit_failed;
    const auto ran = [](const league::Entry &entry) { return entry.tally.runs_passed > 0; };
    return std::all_of(league.entries.begin(), league.entries.end(), ran) ? exit_passed : exit_inconclusive;
}

} // namespace

void add_league(CLI::App &app, Session &session) {
    auto arguments = std::make_shared<LeagueCommand>();
    CLI::App *command =
        app.add_subcommand("league", "Put implementations side by side, clause by clause; write the table");
    command
        ->add_option("--impl", arguments->names,
                     "Which, with commas: rank, sort, cpu, model, plugin:PATH, python:MODULE:FUNCTION")
        ->required()
        ->check(check_not_empty);
    add_foreign_arguments(*command, arguments->foreign);
    command
        ->add_option("--profile", arguments->profiles, "Serving shapes to ask, with commas (default: none)")
        ->check(check_not_empty);
    command->add_option("--corpus", arguments->corpus, "Folder of case files to ask (default: none)")
        ->check(check_not_empty);
    command->add_option("--cases", arguments->settings.cases_per_family, "Drawn cases per family")
        ->check(check_number)
        ->check(CLI::Range(0, 1'000'000)) // convention: a typing error looks larger
        ->capture_default_str();
    command->add_option("--seed", arguments->settings.seed, "Seed of the case lists")
        ->check(check_unsigned_number)
        ->capture_default_str();
    command
        ->add_option("--budget", arguments->settings.budget_seconds, "Wall seconds for each implementation")
        ->check(check_amount)
        ->capture_default_str();
    arguments->settings.cases_dir = cases_folder;
    command
        ->add_option("--cases-dir", arguments->settings.cases_dir,
                     "Folder for a case file of each broken clause")
        ->check(check_not_empty)
        ->capture_default_str();
    command
        ->add_option("--out", arguments->out, "Folder for league.md, .json, .html and .xml (default: none)")
        ->check(check_not_empty);
    command->add_option("--baseline", arguments->baseline, "An earlier league.json: print what changed")
        ->check(check_not_empty);
    command->callback([&session, arguments] { session.exit_code = run(*arguments); });
}

} // namespace exactk::cli
