// exactk topk: reads scores, runs one implementation, writes its answer.
// Spec: contract/C1 to C14 C18. Layer: tools/cli.
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/core.h>

#include <exactk/contract/text.hpp>
#include <exactk/implementations.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "foreign.hpp"
#include "inputs.hpp"
#include "text.hpp"

namespace exactk::cli {

namespace {

struct TopkArguments {
    ProblemArguments problem;
    PlanArguments plan;
    std::int64_t k = 0;
    std::string implementation = "cpu";
    ForeignArguments foreign;
    std::string indices;
    std::string values;      ///< empty: not asked for
    std::string certificate; ///< empty: not asked for
    bool digest = false;
};

/// Memory of the outputs that were asked for.
struct Answer {
    std::vector<std::int32_t> indices;
    std::vector<std::byte> values;
    std::vector<Certificate> certificates;
    std::vector<std::uint64_t> digests;
};

Outputs allocate(const TopkArguments &arguments, const Problem &problem, Answer &answer) {
    const std::int64_t value_bytes = score_bytes[static_cast<int>(problem.type)];
    const auto rows = static_cast<std::size_t>(problem.rows);
    Outputs outputs;
    answer.indices.resize(output_bytes(problem.rows, problem.k, sizeof(std::int32_t)) / sizeof(std::int32_t));
    outputs.indices = answer.indices.data();
    outputs.index_pitch = problem.k;
    if (!arguments.values.empty()) {
        answer.values.resize(output_bytes(problem.rows, problem.k, value_bytes));
        outputs.scores = answer.values.data();
        outputs.score_pitch = problem.k;
    }
    if (!arguments.certificate.empty()) {
        answer.certificates.resize(output_bytes(problem.rows, 1, sizeof(Certificate)) / sizeof(Certificate));
        outputs.certificates = answer.certificates.data();
    }
    if (arguments.digest) {
        output_bytes(problem.rows, 1, sizeof(std::uint64_t));
        answer.digests.resize(rows);
        outputs.digests = answer.digests.data();
    }
    return outputs;
}

/// Where a path leads. A file that is not there yet is told by its folder, however that is written.
struct Place {
    std::filesystem::path folder;
    std::filesystem::path name;
};

Place place_of(const std::string &path) {
    std::error_code error;
    std::filesystem::path full = std::filesystem::canonical(path, error);
    if (error)
        full = path;
    const std::filesystem::path folder = full.parent_path();
    return {folder.empty() ? "." : folder, full.filename()};
}

/// False where a folder cannot be reached; such a path is refused when it is opened.
bool same(const Place &one, const Place &other) {
    std::error_code error;
    return one.name == other.name && std::filesystem::equivalent(one.folder, other.folder, error) && !error;
}

/// Two outputs of one name, or an output named like an input, would lose one of them.
void check_names(const TopkArguments &arguments) {
    struct Named {
        const char *flag;
        const std::string &path;
        bool output;
    };
    const Named files[] = {{"--scores", arguments.problem.scores, false},
                           {"--lengths", arguments.problem.lengths, false},
                           {"--out", arguments.indices, true},
                           {"--values", arguments.values, true},
                           {"--certificate", arguments.certificate, true}};
    const std::size_t count = std::size(files);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = i + 1; j < count; ++j) {
            if (files[i].path.empty() || files[j].path.empty() || !files[j].output)
                continue;
            if (same(place_of(files[i].path), place_of(files[j].path)))
                refuse(fmt::format("{} and {} name the same file {}", files[i].flag, files[j].flag,
                                   files[j].path));
        }
    }
}

/// Stages every file before the first gets its name, so that a failure up to there writes nothing. Where a
/// name cannot be given after others were, the refusal says which.
void write_answer(const TopkArguments &arguments, const Problem &problem, const Answer &answer) {
    struct File {
        const std::string &path;
        npy::Element element;
        std::vector<std::int64_t> shape;
        const void *data;
    };
    std::vector<File> files;
    files.push_back(
        {arguments.indices, npy::Element::int32, {problem.rows, problem.k}, answer.indices.data()});
    if (!arguments.values.empty())
        files.push_back(
            {arguments.values, element_of(problem.type), {problem.rows, problem.k}, answer.values.data()});
    if (!arguments.certificate.empty())
        files.push_back(
            {arguments.certificate, npy::Element::uint64, {problem.rows, 3}, answer.certificates.data()});
    std::vector<npy::StagedFile> staged(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        const File &file = files[i];
        if (const npy::Defect bad = staged[i].stage(file.path, file.element, file.shape, file.data))
            refuse(describe(bad, file.path));
    }
    std::string replaced;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (const npy::Defect bad = staged[i].commit())
            refuse(describe(bad, files[i].path) + (i == 0 ? "" : "; already replaced: " + replaced));
        replaced += (i == 0 ? "" : ", ") + files[i].path;
    }
    for (const File &file : files)
        fmt::print("wrote {} {} {}\n", file.path, npy::name(file.element), npy::shape_text(file.shape));
}

std::vector<std::string> implementation_names() {
    std::vector<std::string> names;
    for (const Implementation &implementation : implementations())
        names.push_back(implementation.name);
    for (const MissingImplementation &missing : missing_implementations())
        names.push_back(missing.name);
    return names;
}

/// What is wrong with a name for --impl, or "".
std::string check_implementation(const std::string &name) {
    return names_foreign(name) ? "" : CLI::IsMember(implementation_names())(name);
}

/// The implementation that was named, if this build has it and it can take the flags that were given.
const Implementation &choose(const std::string &name, bool plan_given) {
    for (const MissingImplementation &missing : missing_implementations()) {
        if (missing.name == name)
            refuse_unsupported(fmt::format("--impl {}: {}", name, missing.reason));
    }
    const Implementation *implementation = find_implementation(name);
    if (implementation == nullptr)
        refuse(fmt::format("--impl {} is no implementation of this program", name));
    if (plan_given && !implementation->uses_plan)
        refuse(fmt::format("--ctas and --digits are for --impl model; --impl is {}", name));
    return *implementation;
}

/// An answer of others' implementation, as far as it is one.
void run_foreign(const Implementation &implementation, const Problem &given, const Outputs &outputs) {
    const Problem problem = as_asked(*implementation.promise, given);
    const auto same = [](const Options &one, const Options &other) {
        return one.direction == other.direction && one.ties == other.ties && one.order == other.order &&
               one.nan_policy == other.nan_policy && one.fill_index == other.fill_index;
    };
    if (!same(problem.options, given.options))
        refuse_unsupported(fmt::format("{} does not promise what is asked: it promises {}",
                                       implementation.name, describe(*implementation.promise)));
    if (const std::string words = outside(*implementation.promise, problem); !words.empty())
        refuse_unsupported(fmt::format("{} does not promise this: {}", implementation.name, words));
    const Ended ended = implementation.isolated(problem, outputs, Way{});
    if (ended.how == Ended::How::not_run)
        refuse_unsupported(fmt::format("{}: {}", implementation.name, ended.words));
    for (const Trouble &trouble : ended.troubles)
        refuse(fmt::format("{}: {}: {}", implementation.name, trouble.name, trouble.words));
}

const Implementation &chosen(const TopkArguments &arguments, bool plan_given,
                             std::list<Implementation> &foreigners) {
    const std::string &name = arguments.implementation;
    if (!names_foreign(name))
        return choose(name, plan_given);
    if (plan_given)
        refuse(fmt::format("--ctas and --digits are for --impl model; --impl is {}", name));
    if (arguments.digest || !arguments.certificate.empty())
        refuse(fmt::format("--digest and --certificate are for implementations of this program; --impl is {}",
                           name));
    const Implementation &implementation = add_foreign(name, arguments.foreign, foreigners);
    if (!arguments.values.empty() && !implementation.promise->scores)
        refuse(fmt::format("--values: {} does not write scores", name));
    return implementation;
}

void run_topk(const TopkArguments &arguments, bool plan_given) {
    std::list<Implementation> foreigners;
    const Implementation &implementation = chosen(arguments, plan_given, foreigners);
    check_names(arguments);
    const Plan plan = to_plan(arguments.plan);
    const Scores scores = load_scores(arguments.problem.scores, arguments.problem.dtype);
    const std::vector<std::int32_t> lengths = load_lengths(arguments.problem.lengths, scores.rows);
    const Problem problem = make_problem(scores, lengths, arguments.k, to_options(arguments.problem));
    Answer answer;
    const Outputs outputs = allocate(arguments, problem, answer);
    if (implementation.isolated) {
        run_foreign(implementation, problem, outputs);
    } else if (const Status status = implementation.run(problem, outputs, plan);
               status.code != StatusCode::ok) {
        refuse(describe(status));
    }
    write_answer(arguments, problem, answer);
    if (arguments.digest) {
        for (std::size_t r = 0; r < answer.digests.size(); ++r)
            fmt::print("digest row {} {}\n", r, hex(answer.digests[r], 64));
        fmt::print("digest batch {}\n", hex(batch_digest(answer.digests), 64));
    }
}

} // namespace

void add_topk(CLI::App &app, Session &) {
    auto arguments = std::make_shared<TopkArguments>();
    CLI::App *command = app.add_subcommand("topk", "Compute the k best elements of each row");
    add_problem_arguments(*command, arguments->problem, false);
    command->add_option("--k", arguments->k, "How many elements of each row")
        ->required()
        ->check(check_number);
    command->add_option("--impl", arguments->implementation, "Which implementation computes")
        ->check(check_implementation)
        ->capture_default_str();
    add_foreign_arguments(*command, arguments->foreign);
    add_plan_arguments(*command, arguments->plan);
    command->add_option("--out", arguments->indices, "Indices to write, .npy [rows, k] of <i4")
        ->required()
        ->check(check_not_empty);
    command->add_option("--values", arguments->values, "Selected scores to write, .npy [rows, k]")
        ->check(check_not_empty);
    command
        ->add_option("--certificate", arguments->certificate, "Certificates to write, .npy [rows, 3] of <u8")
        ->check(check_not_empty);
    add_switch(*command, "--digest", arguments->digest, "Print the digest of each row and of the batch");
    command->callback([arguments, command] {
        run_topk(*arguments, command->count("--ctas") + command->count("--digits") > 0);
    });
}

} // namespace exactk::cli
