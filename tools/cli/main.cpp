// The program exactk: lists the subcommands, parses, and turns every outcome into a documented exit code.
// Spec: contract/C17 C18. Layer: tools/cli.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <exactk/contract/version.hpp>
#include <exactk/implementations.hpp>

#include "commands.hpp"
#include "src/arguments.hpp"

namespace exactk::cli {
namespace {

#ifdef EXACTK_HAVE_CHECK
constexpr bool have_check = true;
#else
constexpr bool have_check = false;
#endif

std::string version_text() {
    const auto word = [](bool present) { return present ? "yes" : "no"; };
    std::string text = fmt::format("exactk {}\ncontract {}\n", library_version(), contract_version());
    for (const Implementation &implementation : implementations())
        text += fmt::format("{}: yes\n", implementation.name);
    for (const MissingImplementation &missing : missing_implementations())
        text += fmt::format("{}: no, {}\n", missing.name, missing.reason);
    const bool oracles = find_implementation("rank") != nullptr && find_implementation("sort") != nullptr;
    return text + fmt::format("oracles: {}\njudge: yes\ncheck: {}", word(oracles), word(have_check));
}

/// Parses and runs. Usage errors of any kind become exit_refused; help and version succeed.
int run(int argc, char **argv) {
    CLI::App app(
        "Deterministic exact batched top-k: computes, judges and explains answers under the contract.",
        "exactk");
    app.set_version_flag("--version", version_text, "Print the versions and the parts of this build");
    app.require_subcommand(1);
    Session session;
    add_topk(app, session);
    add_verify(app, session);
    add_trace(app, session);
    add_plan(app, session);
    add_lockstep(app, session);
    add_explore(app, session);
    add_replay(app, session);
    add_blame(app, session);
    add_census(app, session);
    add_new_plugin(app, session);
    add_mutants(app);
#ifdef EXACTK_HAVE_CHECK
    add_check(app, session);
    add_league(app, session);
    add_bench(app, session);
#endif
#ifdef EXACTK_HAVE_CAMPAIGN
    add_campaign(app, session);
#endif
    app.failure_message([](const CLI::App *, const CLI::Error &error) {
        return fmt::format("exactk: {}\nRun with --help for more information.\n", error.what());
    });
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    try {
        check_switches(app, words);
        for (const CLI::App *command : app.get_subcommands({})) {
            if (!words.empty() && command->get_name() == words.front())
                check_switches(*command, words);
        }
        app.parse(argc, argv);
    } catch (const CLI::ExtrasError &) {
        fmt::print(stderr, "exactk: not expected: {}\nRun with --help for more information.\n",
                   fmt::join(app.remaining(true), " "));
        return exit_refused;
    } catch (const CLI::RequiredError &error) {
        // A word that is no command leaves the command missing; the word is what the user wants to hear of.
        const std::vector<std::string> unknown = app.remaining();
        if (app.get_subcommands().empty() && !unknown.empty())
            fmt::print(stderr, "exactk: '{}' is neither a command nor a flag of the program\n",
                       unknown.front());
        app.exit(error);
        return exit_refused;
    } catch (const CLI::ParseError &error) {
        return app.exit(error) == 0 ? exit_passed : exit_refused;
    } catch (const Refusal &refusal) {
        fmt::print(stderr, "exactk: {}\n", refusal.message);
        return refusal.exit_code;
    }
    return session.exit_code;
}

} // namespace
} // namespace exactk::cli

int main(int argc, char **argv) {
    int code = exactk::cli::exit_refused;
    try {
        code = exactk::cli::run(argc, argv);
    } catch (const std::bad_alloc &) {
        std::fputs("exactk: out of memory; nothing was written\n", stderr);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "exactk: %s\n", error.what());
    }
    // A report that did not reach its reader is no success.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::fputs("exactk: standard output cannot be written\n", stderr);
        return exactk::cli::exit_refused;
    }
    return code;
}
