// exactk lockstep: its flags, and all that can be refused without a GPU.
// Spec: algorithm/O1 O2 O4, contract/C18. Layer: tools/cli.
#include "lockstep.hpp"

#include <charconv>
#include <memory>
#include <string>
#include <system_error>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <exactk/contract/text.hpp>
#ifdef EXACTK_HAVE_CASES
#include <exactk/cases/case.hpp>
#endif

#include "../commands.hpp"
#include "inputs.hpp"
#include "observe/faults.hpp"
#include "wishes.hpp"

namespace exactk::cli {

namespace {

/// A key as exactk trace prints prefixes and pivots: 0x and hexadecimal digits.
std::uint32_t to_key(const std::string &text) {
    std::uint32_t key = 0;
    const char *const first = text.data() + 2;
    const char *const last = text.data() + text.size();
    const bool marked = text.size() > 2 && text.compare(0, 2, "0x") == 0;
    if (marked) {
        const auto [next, error] = std::from_chars(first, last, key, 16);
        if (error == std::errc() && next == last)
            return key;
    }
    refuse("--threshold " + text + " is no key such as 0xBF801800");
}

/// A flag's number is refused rather than taken for the planner's own choice, which is what 0 stands for.
void check_at_least_one(const CLI::App &command, const char *flag, std::int64_t value) {
    if (command.count(flag) != 0 && value < 1)
        refuse(fmt::format("{} is {}; the limit is 1", flag, value));
}

/// Either files or drawn cases; a flag of the other kind would be without effect.
void check_source(const CLI::App &command, const LockstepCommand &arguments) {
    check_at_least_one(command, "--cases", arguments.cases);
    const bool both = command.count("--cases") != 0 && command.count("--only") != 0;
    if (both)
        refuse("--only names a single case, so there is no --cases beside it");
    if (!arguments.drawn()) {
        for (const char *needed : {"--scores", "--k"}) {
            if (command.count(needed) == 0)
                refuse(fmt::format("{} is required, or --cases", needed));
        }
        if (command.count("--seed") != 0)
            refuse("--seed is for --cases and --only");
        return;
    }
    for (const char *other :
         {"--scores", "--k", "--lengths", "--dtype", "--smallest", "--nan", "--ties", "--order"}) {
        if (command.count(other) != 0)
            refuse(fmt::format("{} is not for drawn cases, which bring their own", other));
    }
#ifdef EXACTK_HAVE_CASES
    cases::Family family{};
    int number = 0;
    if (!arguments.only.empty() && !cases::parse_id(arguments.only, family, number))
        refuse("--only " + arguments.only + " is no case such as normal/3");
#else
    refuse_unsupported("--cases and --only: this build has no drawn cases (Eigen was not found)");
#endif
}

void take_wishes(const CLI::App &command, LockstepCommand &arguments) {
    device::Wishes &wishes = arguments.wishes;
    check_at_least_one(command, "--ctas", wishes.ctas);
    check_at_least_one(command, "--resident", wishes.resident_keys_max);
    const std::int64_t list = wishes.list_entries_max;
    if (command.count("--list") != 0 &&
        (list < filter_piece || list > device::list_entries_limit || list % filter_piece != 0))
        refuse(fmt::format("--list is {}; it must be a multiple of {} from {} to {}", list, filter_piece,
                           filter_piece, device::list_entries_limit));
    for (const char *other : {"--list", "--threshold"}) {
        if (arguments.no_filter && command.count(other) != 0)
            refuse(fmt::format("{} is without effect beside --no-filter", other));
    }
    wishes.filter = !arguments.no_filter;
    for (int value = 0; value < device::strategy_count; ++value) {
        if (arguments.strategy == device::name(static_cast<device::Strategy>(value))) {
            wishes.automatic = false;
            wishes.strategy = static_cast<device::Strategy>(value);
        }
    }
    if (arguments.fault < 0 || arguments.fault >= device::fault_last)
        refuse(fmt::format("--fault is {}; the limit is {}", arguments.fault,
                           arguments.fault < 0 ? 0 : device::fault_last - 1));
    if (!arguments.threshold_text.empty())
        arguments.threshold = to_key(arguments.threshold_text);
}

/// Refuses what no GPU is needed for: an unknown profile, and wishes that it cannot fulfil.
void check_profile(const LockstepCommand &arguments, const Problem *problem) {
    if (arguments.profile.empty())
        return;
    const device::Profile &known = known_profile(arguments.profile);
    if (problem == nullptr)
        return;
    device::Plan plan;
    const Status status = device::make_plan(shape_of(*problem), known, arguments.wishes, plan);
    if (status.code == StatusCode::unsupported_device)
        refuse_unsupported(fmt::format("{}: {}", known.name, in_flags(status, false)));
    if (status.code != StatusCode::ok)
        refuse(in_flags(status, false));
}

int run(const CLI::App &command, LockstepCommand &arguments) {
    check_source(command, arguments);
    take_wishes(command, arguments);
    Scores scores;
    std::vector<std::int32_t> lengths;
    Problem problem;
    const Problem *given = nullptr;
    if (!arguments.drawn()) {
        scores = load_scores(arguments.problem.scores, arguments.problem.dtype);
        lengths = load_lengths(arguments.problem.lengths, scores.rows);
        problem = make_problem(scores, lengths, arguments.k, to_options(arguments.problem));
        check_threshold(arguments.threshold, arguments.threshold_text, scores.type);
        // Indices, scores and their copies are made in memory of the host.
        output_bytes(problem.rows, problem.k, 2 * sizeof(std::int32_t));
        given = &problem;
    }
    check_profile(arguments, given);
    device::Profile own;
    const Status status = device::query_profile(0, own);
    if (status.code != StatusCode::ok)
        refuse_unsupported(
            fmt::format("lockstep needs a GPU and a build with kernels: {}", in_flags(status, false)));
#ifdef EXACTK_HAVE_LOCKSTEP_DEVICE
    const device::Profile *known = device::find_profile(arguments.profile);
    return run_lockstep(arguments, own, arguments.profile.empty() ? own : *known, given);
#else
    refuse_unsupported("lockstep needs a build with kernels");
#endif
}

void add_case_flags(CLI::App &command, LockstepCommand &arguments) {
    command
        .add_option("--cases", arguments.cases, "Draw so many cases of each family instead of reading files")
        ->check(check_number)
        ->check(CLI::Range(0, 1'000'000)); // convention: a typing error looks larger
    command.add_option("--only", arguments.only, "Draw this case alone, family/number")
        ->check(check_not_empty);
    command.add_option("--seed", arguments.seed, "Seed of the cases")
        ->check(check_unsigned_number)
        ->capture_default_str();
}

void add_plan_flags(CLI::App &command, LockstepCommand &arguments) {
    command.add_option("--strategy", arguments.strategy, "Force a strategy")
        ->check(CLI::IsMember({"row_per_cta", "row_per_cluster", "row_per_grid"}));
    command.add_option("--ctas", arguments.wishes.ctas, "Force the number of CTAs per row")->check(check_int);
    command.add_option("--profile", arguments.profile, "Plan for a known device instead of the one at hand")
        ->check(check_not_empty);
    command
        .add_option("--list", arguments.wishes.list_entries_max,
                    "The filter lists no more elements than this")
        ->check(check_number);
    command.add_option("--resident", arguments.wishes.resident_keys_max, "No CTA keeps more keys than this")
        ->check(check_number);
    add_switch(command, "--no-filter", arguments.no_filter, "Plan without the filter");
}

} // namespace

device::Shape shape_of(const Problem &problem) {
    device::Shape shape;
    shape.type = problem.type;
    shape.rows = problem.rows;
    shape.width = problem.width;
    shape.k = problem.k;
    shape.options = problem.options;
    return shape;
}

void add_lockstep(CLI::App &app, Session &session) {
    auto arguments = std::make_shared<LockstepCommand>();
    CLI::App *command = app.add_subcommand(
        "lockstep", "Run the kernels and the model side by side; name where they part first");
    add_problem_arguments(*command, arguments->problem, false);
    command->get_option("--scores")->required(false);
    command->add_option("--k", arguments->k, "How many elements of each row")->check(check_number);
    add_case_flags(*command, *arguments);
    add_plan_flags(*command, *arguments);
    command
        ->add_option("--fault", arguments->fault,
                     "Number of a fault that is planted into the kernels; 0: none")
        ->check(check_int)
        ->capture_default_str();
    command
        ->add_option("--threshold", arguments->threshold_text,
                     "Key that is the filter's threshold, e.g. 0xBF801800")
        ->check(check_not_empty);
    command->add_option("--cases-dir", arguments->cases_dir, "Folder for a case file of each divergence")
        ->check(check_not_empty)
        ->capture_default_str();
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->callback([&session, arguments, command] { session.exit_code = run(*command, *arguments); });
}

} // namespace exactk::cli
