// exactk replay: runs case files on every implementation at hand.
// Spec: contract/C15 C18. Layer: tools/cli.
#include "replay.hpp"

#include <algorithm>
#include <fstream>
#include <memory>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <exactk/casefile/store.hpp>
#include <exactk/cli/session.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/device.hpp>
#ifdef EXACTK_HAVE_LAWS
#include <exactk/laws/replay.hpp>
#endif

#include "../commands.hpp"
#include "arguments.hpp"
#include "foreign.hpp"
#include "inputs.hpp"

namespace exactk::cli {

namespace {

constexpr const char *device_name = "device";
#ifdef EXACTK_HAVE_LAWS
constexpr const char *laws_are_for_ours = "laws are asked of the implementations of this program alone";
#endif

struct ReplayCommand {
    std::vector<std::string> files;
    ForeignArguments foreign;
    std::string names; ///< empty: all at hand
    bool json = false;
};

/// What is to be run, and of the named ones which names must not come to nothing.
struct Chosen {
    std::vector<const Implementation *> implementations;
    std::list<Implementation> foreigners; ///< those of the implementations that are not this program's
    bool device = false;
    std::vector<std::string> named;
};

void choose_named(const std::string &name, const ForeignArguments &foreign, Chosen &chosen) {
    if (std::find(chosen.named.begin(), chosen.named.end(), name) != chosen.named.end())
        refuse(fmt::format("--impl names {} twice", name));
    chosen.named.push_back(name);
    if (name == device_name) {
        chosen.device = true;
        return;
    }
    if (names_foreign(name)) {
        chosen.implementations.push_back(&add_foreign(name, foreign, chosen.foreigners));
        return;
    }
    for (const MissingImplementation &missing : missing_implementations()) {
        if (missing.name == name)
            refuse_unsupported(fmt::format("--impl {}: {}", name, missing.reason));
    }
    const Implementation *implementation = find_implementation(name);
    if (implementation == nullptr)
        refuse(fmt::format(
            "--impl {} is no implementation; there are rank, sort, cpu, model, {}, plugin:PATH and "
            "python:MODULE:FUNCTION",
            name, device_name));
    chosen.implementations.push_back(implementation);
}

Chosen choose(const std::string &names, const ForeignArguments &foreign) {
    Chosen chosen;
    if (names.empty()) {
        for (const Implementation &implementation : implementations())
            chosen.implementations.push_back(&implementation);
        chosen.device = true;
        return chosen;
    }
    for (const std::string &name : split_names(names))
        choose_named(name, foreign, chosen);
    return chosen;
}

casefile::CaseFile load_case(const std::string &path) {
    casefile::CaseFile one;
    if (const casefile::Defect bad = casefile::load(path, one))
        refuse(fmt::format("{}: {}", path, casefile::describe(bad)));
    // Input with its copy, and outputs of two runs with all that can be asked for.
    const std::int64_t element = score_bytes[static_cast<int>(one.type)];
    output_bytes(one.rows, one.pitch + one.offset, 2 * element);
    constexpr std::int64_t output_copies = 6; // convention: two runs, their records and those of the truth
    output_bytes(one.rows, one.k + one.output_gap, output_copies * (4 + element));
#ifdef EXACTK_HAVE_LAWS
    if (const std::string unknown = laws::unknown_law(one); !unknown.empty())
        refuse(fmt::format("{}: {}", path, unknown));
#endif
    return one;
}

casefile::Run not_run(const std::string &name, const std::string &reason) {
    casefile::Run run;
    run.implementation = name;
    run.result = casefile::Run::Result::not_run;
    run.words = {reason};
    return run;
}

/// The file's law, asked of the same implementations.
std::vector<casefile::Run> ask_law(const casefile::CaseFile &one, const Chosen &chosen) {
    std::vector<casefile::Run> runs;
    if (one.law.empty())
        return runs;
#ifdef EXACTK_HAVE_LAWS
    std::vector<const Implementation *> ours;
    for (const Implementation *implementation : chosen.implementations) {
        if (implementation->isolated)
            runs.push_back(not_run(implementation->name, laws_are_for_ours));
        else
            ours.push_back(implementation);
    }
    for (casefile::Run &run : laws::replay_law(one, ours))
        runs.push_back(std::move(run));
    if (chosen.device)
        runs.push_back(not_run(device_name, laws_are_for_ours));
#else
    for (const Implementation *implementation : chosen.implementations)
        runs.push_back(not_run(implementation->name, "this build has no laws"));
#endif
    for (casefile::Run &run : runs)
        run.law = fmt::format("{} seed {}", one.law, one.law_seed);
    return runs;
}

/// A generator is checked for what it makes when the rows are made; then the line that names it is at fault.
int line_of_generator(const std::string &path) {
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (line.rfind("scores generator ", 0) == 0)
            return number;
    }
    return 0;
}

Replayed replay_file(const std::string &path, const casefile::CaseFile &one, const Chosen &chosen) {
    Replayed replayed = {path, one, {}};
    std::unique_ptr<casefile::Input> input;
    if (casefile::Defect bad = casefile::materialise(one, input)) {
        if (bad.kind == casefile::DefectKind::bad_generator && bad.line == 0)
            bad.line = line_of_generator(path);
        const std::string message = fmt::format("{}: {}", path, casefile::describe(bad));
        if (bad.kind == casefile::DefectKind::unsupported)
            refuse_unsupported(message);
        refuse(message);
    }
    replayed.runs = casefile::replay(one, *input, chosen.implementations);
    if (chosen.named.empty()) {
        for (const MissingImplementation &missing : missing_implementations())
            replayed.runs.push_back(not_run(missing.name, missing.reason));
    }
    if (chosen.device) {
        for (casefile::Run &run : replay_on_device(one, *input))
            replayed.runs.push_back(std::move(run));
    }
    for (casefile::Run &run : ask_law(one, chosen))
        replayed.runs.push_back(std::move(run));
    if (!one.schedule.empty())
        replayed.runs.push_back(
            not_run("schedule", "exactk explore --replay " + one.schedule + " walks through it"));
    return replayed;
}

void count(const Replayed &replayed, ReplayTally &tally) {
    ++tally.cases;
    for (const casefile::Run &run : replayed.runs) {
        tally.passed += run.result == casefile::Run::Result::passed ? 1 : 0;
        tally.failed += run.result == casefile::Run::Result::failed ? 1 : 0;
        tally.not_run += run.result == casefile::Run::Result::not_run ? 1 : 0;
    }
}

/// Whether something was run of the implementation, in any file.
bool was_run(const std::vector<Replayed> &files, const std::string &name) {
    return std::any_of(files.begin(), files.end(), [&](const Replayed &file) {
        return std::any_of(file.runs.begin(), file.runs.end(), [&](const casefile::Run &run) {
            return run.implementation == name && run.result != casefile::Run::Result::not_run;
        });
    });
}

int run(const ReplayCommand &command) {
    const Chosen chosen = choose(command.names, command.foreign);
    // A file that cannot be read ends the program before anything is run.
    std::vector<casefile::CaseFile> loaded;
    for (const std::string &path : command.files)
        loaded.push_back(load_case(path));
    std::vector<Replayed> files;
    ReplayTally tally;
    for (std::size_t at = 0; at < loaded.size(); ++at) {
        files.push_back(replay_file(command.files[at], loaded[at], chosen));
        count(files.back(), tally);
        if (!command.json)
            fmt::print("{}", to_text(files.back()));
        for (casefile::Run &one : files.back().runs)
            one.recorded = {}; // long answers of many files are not kept
    }
    fmt::print("{}", command.json ? to_json(files, tally) : to_text(tally));
    if (tally.failed > 0)
        return exit_failed;
    const bool all_named_ran = std::all_of(chosen.named.begin(), chosen.named.end(),
                                           [&](const std::string &name) { return was_run(files, name); });
    return tally.passed > 0 && all_named_ran ? exit_passed : exit_inconclusive;
}

} // namespace

#ifndef EXACTK_HAVE_LOCKSTEP_DEVICE
std::vector<casefile::Run> replay_on_device(const casefile::CaseFile &, const casefile::Input &) {
    device::Profile profile;
    const Status status = device::query_profile(0, profile);
    return {not_run(device_name, status.code == StatusCode::ok ? "this build has no kernels with taps"
                                                               : describe(status))};
}
#endif

void add_replay(CLI::App &app, Session &session) {
    CLI::App *command = app.add_subcommand(
        "replay", "Run case files on every implementation at hand; judge and compare what they answer");
    auto arguments = std::make_shared<ReplayCommand>();
    command->add_option("files", arguments->files, "Case files, as docs/case-files.md describes them")
        ->required()
        ->check(check_not_empty);
    command
        ->add_option(
            "--impl", arguments->names,
            "Only these, with commas: rank, sort, cpu, model, device, plugin:PATH, python:MODULE:FUNCTION "
            "(default: all of this program)")
        ->check(check_not_empty);
    add_foreign_arguments(*command, arguments->foreign);
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->callback([&session, arguments] { session.exit_code = run(*arguments); });
}

} // namespace exactk::cli
