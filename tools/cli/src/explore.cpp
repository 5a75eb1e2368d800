// exactk explore: schedules of the protocol by which several CTAs share a row.
// Spec: algorithm/S3 to S8 F5 B1 B2 B3, contract/C15 C18. Layer: tools/cli.
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/casefile/schedule_case.hpp>
#include <exactk/contract/version.hpp>
#include <exactk/schedule.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "explore_report.hpp"

namespace exactk::cli {

namespace {

struct ExploreCommand {
    std::string form;
    std::int64_t ctas = 4;
    std::int64_t rounds = 2;
    std::uint64_t seed = 1;
    std::int64_t resident = 0;
    std::string mutant = "none";
    bool exhaustive = false;
    bool reduce = false;
    bool delayed = false;
    std::int64_t runs = 0;
    std::int64_t depth = 3; // convention: two changes of priority; most known hangs need one
    std::string token;
    std::int64_t states = static_cast<std::int64_t>(schedule::states_max);
    std::string cases_dir = cases_folder; ///< for case files of faults
    bool json = false;
};

/// Throws Refusal unless the number lies within the limits.
int within(const char *flag, std::int64_t value, std::int64_t least, std::int64_t most) {
    if (value < least || value > most)
        refuse(fmt::format("{} is {}; the limit is {}", flag, value, value < least ? least : most));
    return static_cast<int>(value);
}

schedule::Mutant to_mutant(const std::string &text, schedule::Form form) {
    schedule::Mutant mutant = schedule::Mutant::none;
    if (schedule::parse(text, mutant) && schedule::applies(schedule::info(mutant), form))
        return mutant;
    std::string known;
    for (const schedule::MutantInfo &info : schedule::mutants()) {
        if (schedule::applies(info, form))
            known += std::string(known.empty() ? "" : ", ") + info.name;
    }
    refuse(fmt::format("--mutant {} is none of form {}; those are {}", text, schedule::name(form), known));
}

schedule::Setup to_setup(const CLI::App &command, const ExploreCommand &arguments) {
    schedule::Setup setup;
    schedule::parse(arguments.form, setup.form);
    setup.ctas = within("--ctas", arguments.ctas, schedule::ctas_min, schedule::ctas_max);
    setup.rounds = within("--rounds", arguments.rounds, 1, schedule::rounds_max);
    setup.seed = arguments.seed;
    if (command.count("--resident") != 0)
        setup.resident = within("--resident", arguments.resident, 1, setup.ctas);
    setup.mutant = to_mutant(arguments.mutant, setup.form);
    setup.delayed = arguments.delayed;
    return setup;
}

/// Exactly one way to go through schedules, and no flag without effect.
void check_mode(const CLI::App &command, const ExploreCommand &arguments) {
    if (!arguments.token.empty()) {
        for (const char *other :
             {"--form", "--ctas", "--rounds", "--seed", "--resident", "--mutant", "--exhaustive", "--reduce",
              "--delayed", "--states", "--pct", "--depth", "--cases-dir"}) {
            if (command.count(other) != 0)
                refuse(
                    fmt::format("{} is without effect beside --replay, whose token says everything", other));
        }
        return;
    }
    if (arguments.form.empty())
        refuse("--form is required, or --replay");
    schedule::Form form{};
    schedule::parse(arguments.form, form);
    to_mutant(arguments.mutant, form); // so that a name that there is not lists them without more
    const bool pct = command.count("--pct") != 0;
    const int modes = (arguments.exhaustive ? 1 : 0) + (arguments.delayed ? 1 : 0) + (pct ? 1 : 0);
    if (modes != 1)
        refuse("one of --exhaustive, --delayed and --pct is required, and only one");
    if (command.count("--depth") != 0 && !pct)
        refuse("--depth is for --pct");
    if (command.count("--states") != 0 && pct)
        refuse("--states is for --exhaustive and --delayed");
    if (arguments.reduce && !arguments.exhaustive)
        refuse("--reduce is for --exhaustive");
}

void add_fault(ExploreReport &report, const schedule::Machine &machine, const schedule::RunResult &run,
               const std::string &cases_dir) {
    std::string token = schedule::print({machine.setup(), run.choices});
    for (const ScheduleFault &known : report.faults) {
        if (known.token == token)
            return; // the race checker's run is the one that the walk found
    }
    report.faults.push_back({schedule::fault_text(machine, run), std::move(token),
                             casefile::store_fault(machine, run, cases_dir, "explore")});
}

/// One run before the eyes of the race checker. Any schedule will do, and it needs no delays to see what orders.
void run_race_checker(ExploreReport &report, const std::string &cases_dir) {
    schedule::Setup setup = report.setup;
    setup.delayed = false;
    const schedule::Machine machine(setup);
    schedule::Runner runner(machine);
    const schedule::RunResult &run = runner.run(schedule::Policy::first);
    report.watched = 1;
    report.accesses = run.accesses;
    report.racy = run.race ? 1 : 0;
    if (run.race)
        add_fault(report, machine, run, cases_dir);
}

void run_space(const schedule::Machine &machine, const ExploreCommand &arguments, ExploreReport &report) {
    schedule::ExploreOptions options;
    options.reduce = report.reduced;
    options.states_max = static_cast<std::uint64_t>(arguments.states);
    report.space = schedule::explore(machine, options);
    schedule::Runner runner(machine);
    if (!report.space->fault.empty())
        add_fault(report, machine, runner.follow(report.space->fault), arguments.cases_dir);
    run_race_checker(report, arguments.cases_dir);
}

void run_campaign(const schedule::Machine &machine, const ExploreCommand &arguments, ExploreReport &report) {
    report.depth = static_cast<int>(arguments.depth);
    report.campaign = schedule::random_runs(machine, static_cast<std::uint64_t>(arguments.runs), report.depth,
                                            report.setup.seed, true);
    report.watched = report.campaign->runs;
    report.accesses = report.campaign->accesses;
    report.racy = report.campaign->racy;
    if (report.campaign->first)
        add_fault(report, machine, *report.campaign->first, arguments.cases_dir);
}

int exit_code(const ExploreReport &report) {
    if (!report.faults.empty())
        return exit_failed;
    return report.complete() ? exit_passed : exit_inconclusive;
}

int explore(const CLI::App &command, const ExploreCommand &arguments) {
    ExploreReport report;
    report.setup = to_setup(command, arguments);
    const bool pct = command.count("--pct") != 0;
    if (pct) {
        within("--pct", arguments.runs, 1, schedule::runs_max);
        within("--depth", arguments.depth, 1, schedule::depth_max);
    }
    within("--states", arguments.states, 1, schedule::states_max);
    report.mode = pct ? "pct" : "exhaustive";
    report.reduced = arguments.reduce;
    const schedule::Instance row = schedule::make_instance(report.setup);
    report.rows = row.rows;
    report.n = row.n;
    report.k = row.k;
    report.ties = row.ties;
    report.digits = row.digits;
    report.rounds_run = row.rounds_run;
    if (row.listed) {
        report.threshold = row.threshold;
        report.falls_back = row.falls_back;
    }
    const auto start = std::chrono::steady_clock::now();
    if (!schedule::launch_refused(report.setup, &report.refused)) {
        const schedule::Machine machine(report.setup);
        if (pct)
            run_campaign(machine, arguments, report);
        else
            run_space(machine, arguments, report);
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("{}", arguments.json ? to_json(report) + "\n" : to_text(report));
    return exit_code(report);
}

int replay_token(const ExploreCommand &arguments) {
    schedule::Schedule read;
    if (const std::string problem = schedule::parse(arguments.token, read); !problem.empty())
        refuse(fmt::format("--replay: {} is no schedule: {}", arguments.token, problem));
    if (std::string why; schedule::launch_refused(read.setup, &why))
        refuse("--replay: the launch is refused, so there is no schedule: " + why);
    const schedule::Machine machine(read.setup);
    bool fault = false;
    std::string problem;
    const std::string text = schedule::narrate(machine, read.choices, &fault, problem);
    if (!problem.empty())
        refuse("--replay: " + problem);
    if (arguments.json) {
        nlohmann::ordered_json json;
        json["command"] = "explore";
        json["library"] = library_version();
        json["contract"] = contract_version();
        json["verdict"] = fault ? "failed" : "passed";
        json["token"] = arguments.token;
        json["text"] = text;
        fmt::print("{}\n", json.dump(2));
    } else {
        fmt::print("{}", text);
    }
    return fault ? exit_failed : exit_passed;
}

void add_setup_flags(CLI::App &command, ExploreCommand &arguments) {
    command.add_option("--form", arguments.form, "How the CTAs wait for one another")
        ->check(CLI::IsMember({"cluster", "kernel", "cooperative", "spin", "cluster_list"}));
    command.add_option("--ctas", arguments.ctas, "CTAs that share the row")
        ->check(check_number)
        ->capture_default_str();
    command.add_option("--rounds", arguments.rounds, "Digits of the plan")
        ->check(check_number)
        ->capture_default_str();
    command.add_option("--seed", arguments.seed, "Seed of the row, and of random schedules")
        ->check(check_unsigned_number)
        ->capture_default_str();
    command
        .add_option("--resident", arguments.resident, "CTAs that fit on the device at once (default: all)")
        ->check(check_number);
    command.add_option("--mutant", arguments.mutant, "Fault that is planted into the protocol")
        ->check(check_not_empty)
        ->capture_default_str();
}

} // namespace

void add_explore(CLI::App &app, Session &session) {
    auto arguments = std::make_shared<ExploreCommand>();
    CLI::App *command =
        app.add_subcommand("explore", "Walk the schedules of the CTAs that share a row; no GPU is needed");
    add_setup_flags(*command, *arguments);
    add_switch(*command, "--exhaustive", arguments->exhaustive, "Walk all schedules");
    add_switch(*command, "--reduce", arguments->reduce,
               "Leave out schedules that only swap steps which cannot notice each other");
    add_switch(*command, "--delayed", arguments->delayed,
               "Walk all schedules, with writes that others see later");
    command->add_option("--states", arguments->states, "Give up after so many states")
        ->check(check_number)
        ->capture_default_str();
    command->add_option("--pct", arguments->runs, "Run so many random schedules")->check(check_number);
    command->add_option("--depth", arguments->depth, "Depth of the faults that --pct is to find")
        ->check(check_number)
        ->capture_default_str();
    command->add_option("--replay", arguments->token, "Tell this schedule step by step")
        ->check(check_not_empty);
    command->add_option("--cases-dir", arguments->cases_dir, "Folder for a case file of each fault")
        ->check(check_not_empty)
        ->capture_default_str();
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->callback([&session, arguments, command] {
        check_mode(*command, *arguments);
        session.exit_code =
            arguments->token.empty() ? explore(*command, *arguments) : replay_token(*arguments);
    });
}

} // namespace exactk::cli
