// exactk verify: reads scores and indices, judges them, reports.
// Spec: contract/C1 to C9 C15. Layer: tools/cli.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <exactk/dump.hpp>
#include <exactk/verify.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "inputs.hpp"
#include "verify_folder.hpp"
#include "verify_report.hpp"

namespace exactk::cli {

namespace {

struct VerifyArguments {
    ProblemArguments problem;
    std::string indices;
    std::string values;            ///< empty: not given
    std::optional<std::int64_t> k; ///< not given: the last dimension of the indices
    std::string folder;            ///< empty: files are given
    std::string only;              ///< of a folder; empty: everything
    int threads = dump::threads_of_machine();
    bool repeatable = false;
    bool json = false;
};

verify::Demand to_demand(const VerifyArguments &arguments) {
    verify::Demand demand;
    const std::string &order = arguments.problem.order;
    const std::string &ties = arguments.problem.ties;
    demand.order = order == "any"    ? verify::OrderDemand::any
                   : order == "rank" ? verify::OrderDemand::rank
                                     : verify::OrderDemand::index;
    demand.ties = ties == "any"    ? verify::TiesDemand::any
                  : ties == "high" ? verify::TiesDemand::high
                                   : verify::TiesDemand::low;
    demand.repeatable = arguments.repeatable;
    return demand;
}

/// Indices checked against the scores: [rows, k] or [runs, rows, k].
void check_indices(const std::string &path, const npy::Array &indices, std::int64_t rows) {
    const std::vector<std::int64_t> &shape = indices.shape();
    if (indices.element() != npy::Element::int32 && indices.element() != npy::Element::int64)
        refuse_unsupported(fmt::format("{}: indices of type {} are not supported; known are int32 and int64",
                                       path, npy::name(indices.element())));
    if (shape.size() != 2 && shape.size() != 3)
        refuse(fmt::format("{}: indices have shape {}; they must be [rows, k] or [runs, rows, k]", path,
                           npy::shape_text(shape)));
    if (shape[shape.size() - 2] != rows)
        refuse(fmt::format("{}: indices have shape {}; the scores have {} rows, the indices {}", path,
                           npy::shape_text(shape), rows, shape[shape.size() - 2]));
    if (shape.size() == 3 && shape[0] == 0)
        refuse(
            fmt::format("{}: indices have shape {}; there is no run to judge", path, npy::shape_text(shape)));
}

void check_values(const std::string &path, const npy::Array &values, const npy::Array &indices,
                  const Scores &scores) {
    if (values.element() != element_of(scores.type))
        refuse(fmt::format("{}: values are {}, the scores {}; they must have one type", path,
                           npy::name(values.element()), npy::name(element_of(scores.type))));
    if (values.shape() != indices.shape())
        refuse(fmt::format("{}: values have shape {}, the indices {}; the two must agree", path,
                           npy::shape_text(values.shape()), npy::shape_text(indices.shape())));
}

void judge_files(const VerifyArguments &arguments, VerifyFacts &facts) {
    Scores scores = load_scores(arguments.problem.scores, arguments.problem.dtype);
    npy::Array indices = load(arguments.indices);
    check_indices(arguments.indices, indices, scores.rows);
    const std::vector<std::int64_t> shape = indices.shape();
    dump::Entry entry;
    if (!arguments.problem.lengths.empty())
        entry.lengths =
            tensor(load_lengths_array(arguments.problem.lengths, scores.rows), arguments.problem.lengths);
    entry.columns = shape.back();
    entry.k = arguments.k.value_or(entry.columns);
    if (*entry.k > entry.columns)
        refuse(fmt::format("--k {} is more than the {} slots of {}", *entry.k, entry.columns,
                           arguments.indices));
    check_k(*entry.k);
    facts.demand.repeatable = arguments.repeatable || shape.size() == 3;
    if (!arguments.values.empty()) {
        npy::Array values = load(arguments.values);
        check_values(arguments.values, values, indices, scores);
        entry.values = tensor(std::move(values), arguments.values);
    }
    entry.type = scores.type;
    entry.rows = scores.rows;
    entry.width = scores.width;
    entry.runs = shape.size() == 3 ? shape[0] : 1;
    entry.options = facts.options;
    entry.demand = facts.demand;
    entry.scores = tensor(std::move(scores.array), arguments.problem.scores);
    entry.indices = tensor(std::move(indices), arguments.indices);
    take_shape(entry, facts);
    dump::Judged judged;
    refuse_if(dump::judge(entry, arguments.threads, judged));
    facts.report = std::move(judged.report);
}

int run_files(const VerifyArguments &arguments) {
    if (arguments.problem.scores.empty())
        throw CLI::RequiredError("--scores");
    if (arguments.indices.empty())
        throw CLI::RequiredError("--indices");
    VerifyFacts facts;
    facts.scores_path = arguments.problem.scores;
    facts.indices_path = arguments.indices;
    facts.options = to_options(arguments.problem);
    facts.demand = to_demand(arguments);
    try {
        judge_files(arguments, facts);
    } catch (const Refusal &refusal) {
        // What cannot be judged is a verdict too; what cannot be read is not.
        if (refusal.exit_code != exit_inconclusive)
            throw;
        facts.report.verdict = verify::Verdict::unsupported;
        facts.report.reason = refusal.message;
    }
    fmt::print("{}", arguments.json ? to_json(facts) : to_text(facts));
    return exit_code_of(facts.report.verdict);
}

int run_verify(const VerifyArguments &arguments) {
    if (arguments.threads < 1 || arguments.threads > dump::threads_most)
        refuse(fmt::format("--threads {} is not between 1 and {}", arguments.threads, dump::threads_most));
    if (arguments.folder.empty())
        return run_files(arguments);
    const ProblemArguments &problem = arguments.problem;
    const std::pair<const char *, const std::string &> of_files[] = {{"--scores", problem.scores},
                                                                     {"--lengths", problem.lengths},
                                                                     {"--dtype", problem.dtype},
                                                                     {"--indices", arguments.indices},
                                                                     {"--values", arguments.values}};
    for (const auto &[flag, value] : of_files)
        if (!value.empty())
            refuse(fmt::format("not expected: {} and {} together; give a folder, or files by flags",
                               arguments.folder, flag));
    FolderQuestion question;
    question.folder = arguments.folder;
    question.only = arguments.only;
    question.threads = arguments.threads;
    question.json = arguments.json;
    const Options options = to_options(arguments.problem);
    question.asked = {options.direction, options.nan_policy, to_demand(arguments), arguments.k};
    return verify_folder(question);
}

} // namespace

void add_verify(CLI::App &app, Session &session) {
    auto arguments = std::make_shared<VerifyArguments>();
    CLI::App *command = app.add_subcommand("verify", "Judge indices that some implementation produced");
    CLI::Option *folder =
        command
            ->add_option("folder", arguments->folder,
                         "Instead of files: a dump with manifest.json (docs/dumps.md), or a recording")
            ->check(check_not_empty);
    add_problem_arguments(*command, arguments->problem, true);
    command->get_option("--scores")->required(false);
    command
        ->add_option("--indices", arguments->indices,
                     "Indices, .npy [rows, k] or [runs, rows, k] of <i4 or <i8")
        ->check(check_not_empty);
    command->add_option("--k", arguments->k, "Slots of each row to judge; default: all")->check(check_number);
    command->add_option("--values", arguments->values, "Selected scores, .npy of the shape of the indices")
        ->check(check_not_empty);
    command->add_option("--only", arguments->only, "Of a folder: judge what has this name")
        ->needs(folder)
        ->check(check_not_empty);
    command
        ->add_option("--threads", arguments->threads,
                     "Rows are judged by so many threads; default: all cores")
        ->check(check_int);
    add_switch(*command, "--repeatable", arguments->repeatable, "Ask whether the runs agree");
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->callback([arguments, &session] { session.exit_code = run_verify(*arguments); });
}

} // namespace exactk::cli
