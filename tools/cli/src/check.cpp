// exactk check: the flags of the main job.
// Spec: contract/C15. Layer: tools/cli.
#include <cstdio>
#include <memory>
#include <string>

#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/core.h>

#include <exactk/check.hpp>

#include "../commands.hpp"

namespace exactk::cli {

void add_check(CLI::App &app, Session &session) {
    CLI::App *command = app.add_subcommand(
        "check", "Run adversarial cases on every implementation; compare each with truth and judge it");
    auto settings = std::make_shared<check::Settings>();
    auto no_exhibits = std::make_shared<bool>(false);
    command
        ->add_option("--impl", settings->implementations, "Only these: rank, sort, cpu, model (default: all)")
        ->delimiter(',');
    command
        ->add_option("--budget", settings->budget_seconds,
                     "Wall seconds; cases that do not fit are counted as not run")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    command->add_option("--seed", settings->seed, "Seed of the case list")->capture_default_str();
    command->add_option("--cases", settings->cases_per_family, "Cases per family")
        ->check(CLI::Range(0, 1'000'000)) // convention: a typing error looks larger
        ->capture_default_str();
    command->add_option("--only", settings->only,
                        "Only this family, or this case as family/number; repeatable");
    command->add_flag("--no-exhibits", *no_exhibits, "Leave out the exhibits, which model known defects");
    command->callback([&session, settings, no_exhibits] {
        settings->exhibits = !*no_exhibits;
        const check::Summary summary = check::run(*settings, stdout, isatty(STDOUT_FILENO) == 1);
        if (!summary.error.empty()) {
            fmt::print(stderr, "exactk check: {}\n", summary.error);
        }
        session.exit_code = check::exit_code(summary);
    });
}

} // namespace exactk::cli
