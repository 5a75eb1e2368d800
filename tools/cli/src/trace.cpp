// exactk trace: runs the model on one row and shows its steps.
// Spec: algorithm/S0 to S12 F1 to F7 O1 O2 O3 O4, contract/C15. Layer: tools/cli.
#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <exactk/contract/text.hpp>
#include <exactk/sim.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "inputs.hpp"
#include "trace_report.hpp"
#include "wishes.hpp"

namespace exactk::cli {

namespace {

struct TraceArguments {
    ProblemArguments problem;
    PlanArguments plan;
    std::int64_t row = 0;
    std::int64_t k = 0;
    std::int64_t whole = 0;
    std::int64_t list = 0;
    std::int64_t sample = 0;
    std::string threshold; ///< empty: none is forced; else a key such as 0xBF801800
    bool json = false;
};

/// The number that a key such as 0xBF801800 stands for; false if it is spelled otherwise or has over 32 bits.
bool parse_key(const std::string &text, std::uint32_t &key) {
    if (text.size() < 3 || text[0] != '0' || text[1] != 'x')
        return false;
    const char *end = text.data() + text.size();
    constexpr int base = 16; // convention: keys are written in hexadecimal everywhere
    const auto [next, error] = std::from_chars(text.data() + 2, end, key, base);
    return error == std::errc() && next == end;
}

std::string check_key(const std::string &text) {
    std::uint32_t key = 0;
    return parse_key(text, key) ? "" : "'" + text + "' is not a key of up to 32 bits such as 0xBF801800";
}

FilterPlan to_filter(const TraceArguments &arguments) {
    FilterPlan filter;
    filter.whole = arguments.whole;
    filter.list = arguments.list;
    filter.sample = arguments.sample;
    filter.forced = parse_key(arguments.threshold, filter.threshold);
    return filter;
}

/// The problem of one row alone; a row's answer and trace do not depend on the others (C15).
Problem cut_row(Problem problem, std::int64_t row) {
    const auto offset = static_cast<std::size_t>(row) * static_cast<std::size_t>(problem.pitch) *
                        static_cast<std::size_t>(score_bytes[static_cast<int>(problem.type)]);
    problem.scores = static_cast<const std::byte *>(problem.scores) + offset;
    problem.rows = 1;
    if (problem.lengths != nullptr)
        problem.lengths += row;
    return problem;
}

/// A refusal of the model by flags. A sample has no limit alone: its size and the list's decide.
std::string said(const Status &status, const FilterPlan &filter) {
    if (status.argument != nullptr && std::string(status.argument) == "plan.filter.sample")
        return fmt::format(
            "{}: --sample is {}; it must be {} times a power of two and at most --list, which is "
            "{}, or 0",
            name(status.code), filter.sample, filter_piece, filter.list);
    return in_flags(status, false);
}

void run_trace(const TraceArguments &arguments) {
    TraceFacts facts;
    facts.scores_path = arguments.problem.scores;
    facts.options = to_options(arguments.problem);
    facts.plan = to_plan(arguments.plan);
    facts.plan.filter = to_filter(arguments);
    const Scores scores = load_scores(arguments.problem.scores, arguments.problem.dtype);
    check_threshold(facts.plan.filter.threshold, arguments.threshold, scores.type);
    const std::vector<std::int32_t> lengths = load_lengths(arguments.problem.lengths, scores.rows);
    if (arguments.row < 0 || arguments.row >= scores.rows)
        refuse(fmt::format("--row {} is outside the {} rows of {}", arguments.row, scores.rows,
                           arguments.problem.scores));
    const Problem problem = cut_row(make_problem(scores, lengths, arguments.k, facts.options), arguments.row);
    facts.type = scores.type;
    facts.row = arguments.row;
    facts.width = scores.width;
    facts.k = arguments.k;
    facts.indices.resize(output_bytes(1, arguments.k, sizeof(std::int32_t)) / sizeof(std::int32_t));

    Outputs outputs;
    outputs.indices = facts.indices.data();
    outputs.index_pitch = arguments.k;
    outputs.digests = &facts.digest;
    std::vector<RowTrace> traces;
    const Status status = sim::topk(problem, outputs, facts.plan, &traces);
    if (status.code != StatusCode::ok)
        refuse(said(status, facts.plan.filter));
    facts.trace = std::move(traces.at(0));
    if (arguments.json)
        print_json(facts, stdout);
    else
        fmt::print("{}", to_text(facts));
}

} // namespace

void add_trace(CLI::App &app, Session &) {
    auto arguments = std::make_shared<TraceArguments>();
    CLI::App *command =
        app.add_subcommand("trace", "Show how the model finds one row's answer, step by step");
    add_problem_arguments(*command, arguments->problem, false);
    command->add_option("--row", arguments->row, "Which row")->required()->check(check_number);
    command->add_option("--k", arguments->k, "How many elements of the row")->required()->check(check_number);
    add_plan_arguments(*command, arguments->plan);
    command->add_option("--whole", arguments->whole, "Longest row that one CTA lists whole; 0: none")
        ->check(check_number)
        ->capture_default_str();
    command
        ->add_option("--list", arguments->list,
                     "Elements of a sampled row that can be listed; at least the sample")
        ->check(check_number)
        ->capture_default_str();
    CLI::Option *sample =
        command
            ->add_option("--sample", arguments->sample,
                         "Sample of rows that are not listed whole, 32 times a power of two; 0: none")
            ->check(check_number)
            ->capture_default_str();
    command
        ->add_option("--threshold", arguments->threshold,
                     "Key that takes the place of the sample's threshold")
        ->check(check_key)
        ->needs(sample);
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->callback([arguments] { run_trace(*arguments); });
}

} // namespace exactk::cli
