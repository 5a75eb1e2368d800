// exactk plan: says how the device room would run a problem, without running it.
// Spec: algorithm/S3 S4, contract/C15 C18. Layer: tools/cli.
#include <memory>
#include <string>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>
#include <exactk/device.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "wishes.hpp"

namespace exactk::cli {

namespace {

using Json = nlohmann::ordered_json;

struct PlanCommand {
    device::Shape shape;
    ProblemArguments options; ///< of which only the options are used
    std::string dtype = "f32";
    std::string profile;  ///< empty: this machine's device, or h200
    std::string strategy; ///< empty: the planner's choice
    int ctas = 0;
    int sms = 0;
    bool programmatic = false;
    bool json = false;
};

ScoreType to_type(const std::string &dtype) {
    if (dtype == "f16")
        return ScoreType::float16;
    return dtype == "bf16" ? ScoreType::bfloat16 : ScoreType::float32;
}

struct Subject {
    device::Profile profile;
    std::string origin; ///< where the profile comes from, in words
};

Subject choose_profile(const std::string &wanted) {
    if (!wanted.empty())
        return {known_profile(wanted), "as asked for"};
    Subject subject;
    const Status status = device::query_profile(0, subject.profile);
    if (status.code == StatusCode::ok) {
        subject.origin = "device 0 of this machine";
        return subject;
    }
    subject.profile = *device::find_profile("h200");
    subject.origin = "by default, since no device of this machine can be asked";
    return subject;
}

/// A flag's number is refused rather than taken for the planner's own choice, which is what 0 stands for.
void check_given(const CLI::App &command, const char *flag, int value) {
    if (command.count(flag) != 0 && value < 1)
        refuse(fmt::format("{} is {}; the limit is 1", flag, value));
}

Json to_json(const device::Form &form) {
    Json json;
    json["strategy"] = device::name(form.strategy);
    json["ctas"] = form.ctas;
    json["threads"] = form.threads;
    json["groups"] = form.groups;
    json["resident_keys"] = form.resident_keys;
    json["list_entries"] = form.list_entries;
    json["sample"] = form.sample;
    json["whole"] = form.whole;
    json["cta_length_max"] = form.cta_length_max;
    json["shared_bytes"] = form.shared_bytes;
    json["workspace_bytes"] = form.workspace_bytes;
    json["nodes"] = form.nodes;
    return json;
}

Json to_json(const device::Plan &plan, const std::string &origin) {
    const Options &options = plan.shape.options;
    Json json;
    json["command"] = "plan";
    json["library"] = library_version();
    json["contract"] = contract_version();
    json["profile"] = plan.profile.name;
    json["profile_chosen"] = origin;
    json["type"] = name(plan.shape.type);
    json["rows"] = plan.shape.rows;
    json["width"] = plan.shape.width;
    json["k"] = plan.shape.k;
    json["options"] = {{"direction", name(options.direction)},
                       {"nan", name(options.nan_policy)},
                       {"ties", name(options.ties)},
                       {"order", name(options.order)}};
    json["digits"] = plan.digits;
    json["first"] = to_json(plan.first);
    json["fallback"] = plan.has_fallback ? to_json(plan.fallback) : Json();
    json["programmatic"] = plan.programmatic;
    json["workspace_bytes"] = device::workspace_bytes(plan);
    json["reason"] = plan.reason;
    return json;
}

void run_plan(const CLI::App &command, const PlanCommand &arguments) {
    check_given(command, "--ctas", arguments.ctas);
    check_given(command, "--sms", arguments.sms);
    device::Shape shape = arguments.shape;
    shape.type = to_type(arguments.dtype);
    shape.options = to_options(arguments.options);
    device::Wishes wishes;
    for (int value = 0; value < device::strategy_count; ++value) {
        if (arguments.strategy == device::name(static_cast<device::Strategy>(value))) {
            wishes.automatic = false;
            wishes.strategy = static_cast<device::Strategy>(value);
        }
    }
    wishes.ctas = arguments.ctas;
    wishes.sms_max = arguments.sms;
    wishes.programmatic = arguments.programmatic;
    const Subject subject = choose_profile(arguments.profile);
    device::Plan plan;
    const Status status = device::make_plan(shape, subject.profile, wishes, plan);
    if (status.code == StatusCode::unsupported_device)
        refuse_unsupported(fmt::format("{}: {}", subject.profile.name, in_flags(status, true)));
    if (status.code != StatusCode::ok)
        refuse(in_flags(status, true));
    if (arguments.json)
        fmt::print("{}\n", to_json(plan, subject.origin).dump(2));
    else
        fmt::print("planned for {}, {}\n{}", subject.profile.name, subject.origin, device::describe(plan));
}

void add_options(CLI::App &command, PlanCommand &arguments) {
    add_switch(command, "--smallest", arguments.options.smallest,
               "Prefer small scores instead of large ones");
    command.add_option("--nan", arguments.options.nan, "Where NaNs stand among the scores")
        ->check(CLI::IsMember({"largest", "smallest"}))
        ->capture_default_str();
    command.add_option("--ties", arguments.options.ties, "Which index wins among equal scores")
        ->check(CLI::IsMember({"low", "high"}))
        ->capture_default_str();
    command.add_option("--order", arguments.options.order, "Sequence of the selected indices")
        ->check(CLI::IsMember({"index", "rank"}))
        ->capture_default_str();
}

} // namespace

void add_plan(CLI::App &app, Session &) {
    auto arguments = std::make_shared<PlanCommand>();
    CLI::App *command = app.add_subcommand("plan", "Say how a GPU would run a problem; no GPU is needed");
    command->add_option("--rows", arguments->shape.rows, "How many rows")->required()->check(check_number);
    command->add_option("--width", arguments->shape.width, "Elements of a row")
        ->required()
        ->check(check_number);
    command->add_option("--k", arguments->shape.k, "How many elements of each row")
        ->required()
        ->check(check_number);
    command->add_option("--dtype", arguments->dtype, "Type of the scores")
        ->check(CLI::IsMember({"f32", "f16", "bf16"}))
        ->capture_default_str();
    command->add_option("--profile", arguments->profile, "Name of a known device")->check(check_not_empty);
    command->add_option("--strategy", arguments->strategy, "Force a strategy")
        ->check(CLI::IsMember({"row_per_cta", "row_per_cluster", "row_per_grid"}));
    command->add_option("--ctas", arguments->ctas, "Force the number of CTAs per row")->check(check_int);
    command->add_option("--sms", arguments->sms, "Use no more SMs than this")->check(check_int);
    add_switch(*command, "--programmatic", arguments->programmatic,
               "Launch kernels while those before them still run");
    add_options(*command, *arguments);
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->callback([arguments, command] { run_plan(*command, *arguments); });
}

} // namespace exactk::cli
