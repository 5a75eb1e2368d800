// exactk blame: compares two recordings of a live top-k and says what parts them.
// Spec: contract/C3 C4 C14. Layer: tools/cli.
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "../commands.hpp"
#include "arguments.hpp"
#include "blame_report.hpp"
#include "blame_verdict.hpp"

namespace exactk::cli {

namespace {

struct BlameArguments {
    std::string run_a;
    std::string run_b;
    std::int64_t calls = std::numeric_limits<std::int64_t>::max();
    bool json = false;
};

void refuse_if(const recording::Defect &bad) {
    if (bad)
        refuse(recording::describe(bad));
}

int run_blame(const BlameArguments &arguments) {
    if (arguments.calls < 0)
        refuse(fmt::format("--calls {} is below 0", arguments.calls));
    BlameFacts facts;
    CallList calls(arguments.json);
    refuse_if(facts.a.open(arguments.run_a));
    refuse_if(facts.b.open(arguments.run_b));
    facts.incomparable = incomparable(facts.a.facts(), facts.b.facts());
    if (facts.incomparable.empty())
        refuse_if(recording::blame(
            facts.a, facts.b, arguments.calls,
            [&calls](const recording::CallFinding &finding) { calls.add(finding); }, facts.totals));
    if (arguments.json)
        print_json(facts, calls);
    else
        print_text(facts, calls);
    return judge(facts).exit_code;
}

} // namespace

void add_blame(CLI::App &app, Session &session) {
    auto arguments = std::make_shared<BlameArguments>();
    CLI::App *command = app.add_subcommand(
        "blame", "Say what parts two recordings of a live top-k: scores, set, ties or order");
    command->add_option("run_a", arguments->run_a, "Folder of one recording (docs/recordings.md)")
        ->required()
        ->check(check_not_empty);
    command->add_option("run_b", arguments->run_b, "Folder of the other")->required()->check(check_not_empty);
    command->add_option("--calls", arguments->calls, "Compare only the first so many calls that are in both")
        ->check(check_number);
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->callback([arguments, &session] { session.exit_code = run_blame(*arguments); });
}

} // namespace exactk::cli
