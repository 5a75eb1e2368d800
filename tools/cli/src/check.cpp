// exactk check: the flags of the main job.
// Spec: contract/C15. Layer: tools/cli.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/core.h>

#include <exactk/check.hpp>
#include <exactk/profiles.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "foreign.hpp"

namespace exactk::cli {

namespace {

constexpr int exit_interrupted = 130; // bound: 128 and SIGINT's number, as shells report it

volatile std::sig_atomic_t interrupted = 0;

/// The first Ctrl-C ends the run after the case at hand, with its report; a second one ends the program.
void listen_to_interrupts() {
    struct sigaction before {};
    if (sigaction(SIGINT, nullptr, &before) != 0 || before.sa_handler == SIG_IGN)
        return; // whoever started the program wants it to go on
    struct sigaction wanted {};
    wanted.sa_handler = [](int) { interrupted = 1; };
    wanted.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &wanted, nullptr);
}

int run_check(check::Settings settings, const std::string &names, const ForeignArguments &foreign) {
    std::list<Implementation> foreigners;
    if (!names.empty())
        settings.implementations = split_names(names);
    for (const std::string &name : settings.implementations) {
        if (names_foreign(name))
            settings.extra.push_back(add_foreign(name, foreign, foreigners));
    }
    settings.flags = flags_of(foreign);
    settings.stopped = [] { return interrupted != 0; };
    listen_to_interrupts();
    const check::Summary summary = check::run(settings, stdout, isatty(STDOUT_FILENO) == 1);
    if (!summary.error.empty())
        refuse(summary.error);
    if (interrupted != 0) {
        fmt::print(stderr, "exactk: interrupted\n");
        return exit_interrupted;
    }
    return check::exit_code(summary);
}

std::string profile_names() {
    std::string names;
    for (const profiles::Profile &profile : profiles::profiles())
        names += (names.empty() ? "" : ", ") + profile.name;
    return names;
}

/// Profiles bring their own budget, and no exhibits.
void choose_profiles(const std::string &names, bool budget_given, check::Settings &settings) {
    if (names.empty())
        return;
    settings.profiles = split_names(names);
    settings.exhibits = false;
    double budget = 0;
    for (const std::string &name : settings.profiles) {
        const profiles::Profile *const profile = profiles::find(name);
        budget += profile == nullptr ? 0 : profile->budget_seconds;
    }
    if (!budget_given)
        settings.budget_seconds = budget;
}

} // namespace

void add_check(CLI::App &app, Session &session) {
    CLI::App *command = app.add_subcommand(
        "check", "Run adversarial cases on every implementation; compare each with truth and judge it");
    auto settings = std::make_shared<check::Settings>();
    auto names = std::make_shared<std::string>();
    auto no_exhibits = std::make_shared<bool>(false);
    auto foreign = std::make_shared<ForeignArguments>();
    auto profiles = std::make_shared<std::string>();
    command
        ->add_option("--impl", *names,
                     "Only these, with commas: rank, sort, cpu, model, plugin:PATH, python:MODULE:FUNCTION "
                     "(default: all of this program)")
        ->check(check_not_empty);
    add_foreign_arguments(*command, *foreign);
    command
        ->add_option("--budget", settings->budget_seconds,
                     "Wall seconds; cases that do not fit are counted as not run")
        ->check(check_amount)
        ->capture_default_str();
    command
        ->add_option("--profile", *profiles,
                     "Serving shapes instead of families, with commas: " + profile_names())
        ->check(check_not_empty);
    command->add_option("--seed", settings->seed, "Seed of the case list")
        ->check(check_unsigned_number)
        ->capture_default_str();
    command->add_option("--cases", settings->cases_per_family, "Cases per family")
        ->check(check_number)
        ->check(CLI::Range(0, 1'000'000)) // convention: a typing error looks larger
        ->capture_default_str();
    command->add_option("--only", settings->only,
                        "Only this family, or this case as family/number; repeatable");
    settings->cases_dir = cases_folder;
    command->add_option("--cases-dir", settings->cases_dir, "Folder for a case file of each failure")
        ->check(check_not_empty)
        ->capture_default_str();
    add_switch(*command, "--no-exhibits", *no_exhibits, "Leave out the exhibits, which model known defects");
    auto no_probes = std::make_shared<bool>(false);
    add_switch(*command, "--no-probes", *no_probes,
               "Do not probe others' implementations for what their answers may not depend on");
    command
        ->add_option("--known", settings->known_file,
                     "File of known failures: they do not count, but one that is mended does")
        ->check(check_not_empty);
    command->add_option("--write-known", settings->write_known, "File to write with the failures of this run")
        ->check(check_not_empty);
    command->callback([&session, settings, names, no_exhibits, no_probes, foreign, profiles, command] {
        settings->probes = !*no_probes;
        settings->exhibits = !*no_exhibits;
        choose_profiles(*profiles, command->count("--budget") > 0, *settings);
        session.exit_code = run_check(*settings, *names, *foreign);
    });
}

} // namespace exactk::cli
