// exactk verify: reads scores and indices, judges them, reports.
// Spec: contract/C1 to C9 C15. Layer: tools/cli.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <exactk/verify.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "inputs.hpp"
#include "verify_report.hpp"

namespace exactk::cli {

namespace {

struct VerifyArguments {
    ProblemArguments problem;
    std::string indices;
    std::string values;            ///< empty: not given
    std::optional<std::int64_t> k; ///< not given: the last dimension of the indices
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

/// Shape of the indices, checked against the scores: [rows, k] or [runs, rows, k].
struct IndexShape {
    std::int64_t runs = 1;
    std::int64_t columns = 0; ///< elements from row to row
    bool has_runs = false;    ///< whether the file has a dimension for runs
};

IndexShape check_indices(const std::string &path, const npy::Array &indices, std::int64_t rows) {
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
    IndexShape facts;
    facts.has_runs = shape.size() == 3;
    facts.runs = facts.has_runs ? shape[0] : 1;
    facts.columns = shape.back();
    if (facts.runs == 0)
        refuse(
            fmt::format("{}: indices have shape {}; there is no run to judge", path, npy::shape_text(shape)));
    return facts;
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
    const Scores scores = load_scores(arguments.problem.scores, arguments.problem.dtype);
    const npy::Array indices = load(arguments.indices);
    const IndexShape shape = check_indices(arguments.indices, indices, scores.rows);
    const std::vector<std::int32_t> lengths = load_lengths(arguments.problem.lengths, scores.rows);
    const std::int64_t k = arguments.k.value_or(shape.columns);
    if (k > shape.columns)
        refuse(fmt::format("--k {} is more than the {} slots of {}", k, shape.columns, arguments.indices));
    const Problem problem = make_problem(scores, lengths, k, facts.options);
    facts.demand.repeatable = arguments.repeatable || shape.has_runs;

    verify::Answer answer;
    answer.runs = shape.runs;
    answer.index_type =
        indices.element() == npy::Element::int64 ? verify::IndexType::int64 : verify::IndexType::int32;
    answer.indices = indices.data();
    answer.index_pitch = shape.columns;
    answer.index_run_pitch = shape.columns * scores.rows;
    npy::Array values;
    if (!arguments.values.empty()) {
        values = load(arguments.values);
        check_values(arguments.values, values, indices, scores);
        answer.scores = values.data();
        answer.score_pitch = answer.index_pitch;
        answer.score_run_pitch = answer.index_run_pitch;
    }
    facts.shape_known = true;
    facts.type = scores.type;
    facts.rows = scores.rows;
    facts.width = scores.width;
    facts.k = k;
    facts.runs = shape.runs;
    facts.report = verify::judge(problem, answer, facts.demand);
}

int exit_code_of(verify::Verdict verdict) {
    switch (verdict) {
    case verify::Verdict::passed: return exit_passed;
    case verify::Verdict::failed: return exit_failed;
    case verify::Verdict::unsupported:
    case verify::Verdict::inconclusive: return exit_inconclusive;
    }
    return exit_refused;
}

int run_verify(const VerifyArguments &arguments) {
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

} // namespace

void add_verify(CLI::App &app, Session &session) {
    auto arguments = std::make_shared<VerifyArguments>();
    CLI::App *command = app.add_subcommand("verify", "Judge indices that some implementation produced");
    add_problem_arguments(*command, arguments->problem, true);
    command
        ->add_option("--indices", arguments->indices,
                     "Indices, .npy [rows, k] or [runs, rows, k] of <i4 or <i8")
        ->required()
        ->check(check_not_empty);
    command->add_option("--k", arguments->k, "Slots of each row to judge; default: all")->check(check_number);
    command->add_option("--values", arguments->values, "Selected scores, .npy of the shape of the indices")
        ->check(check_not_empty);
    add_switch(*command, "--repeatable", arguments->repeatable, "Ask whether the runs agree");
    add_switch(*command, "--json", arguments->json, "Print one JSON object instead of text");
    command->callback([arguments, &session] { session.exit_code = run_verify(*arguments); });
}

} // namespace exactk::cli
