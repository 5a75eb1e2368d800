// The subcommands of the program, one file each; main.cpp lists them.
// Spec: contract/C17 C18. Layer: tools/cli.
#pragma once

#include <CLI/App.hpp>

#include <exactk/cli/session.hpp>

namespace exactk::cli {

/// Each adds one subcommand to the program. Its callback sets the session's exit code or throws Refusal.
void add_topk(CLI::App &app, Session &session);
void add_verify(CLI::App &app, Session &session);
void add_trace(CLI::App &app, Session &session);
void add_plan(CLI::App &app, Session &session);
void add_lockstep(CLI::App &app, Session &session);
void add_explore(CLI::App &app, Session &session);
void add_replay(CLI::App &app, Session &session);
void add_blame(CLI::App &app, Session &session);
void add_census(CLI::App &app, Session &session);
void add_new_plugin(CLI::App &app, Session &session);
/// Its exit code is that of the program that takes this one's place.
void add_mutants(CLI::App &app);
/// Only where the build has the oracles, and so a truth to check against.
void add_check(CLI::App &app, Session &session);
void add_league(CLI::App &app, Session &session);
void add_bench(CLI::App &app, Session &session);
void add_campaign(CLI::App &app, Session &session);

} // namespace exactk::cli
