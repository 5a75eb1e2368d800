// exactk census: how often known hazards occur in rows of scores.
// Spec: contract/C1 C2 C3. Layer: tools/cli.
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <exactk/census.hpp>
#include <exactk/dump.hpp>

#include "../commands.hpp"
#include "arguments.hpp"
#include "census_report.hpp"
#include "inputs.hpp"

namespace exactk::cli {

namespace {

struct CensusArguments {
    std::string folder; ///< empty: files are given
    std::string only;   ///< of a folder; empty: everything
    std::string scores;
    std::string lengths;
    std::string dtype;
    std::optional<std::int64_t> k;
    bool smallest = false;
    std::string nan = "largest";
    int threads = 0; ///< 0: as many as the machine runs at once
    CensusOutput output;

    Options options() const {
        Options asked;
        asked.direction = smallest ? Direction::smallest : Direction::largest;
        asked.nan_policy = nan == "smallest" ? NanPolicy::smallest : NanPolicy::largest;
        return asked;
    }
    int threads_to_run() const { return threads > 0 ? threads : dump::threads_of_machine(); }
};

/// Counts all rows of an entry by several threads, each with a counter of its own, and adds them up.
void count_rows(const dump::Entry &entry, int threads, census::RowName name, const census::Subject &subject,
                census::Counter &all) {
    std::vector<census::Counter> counters;
    for (int thread = 0; thread < dump::threads_for(entry, threads); ++thread)
        counters.emplace_back(subject.type, subject.options, subject.k);
    dump::walk(entry, threads, [&](int thread, dump::Rows rows) {
        census::Counter &counter = counters[static_cast<std::size_t>(thread)];
        census::RowName at = name;
        for (at.row = rows.first; at.row < rows.first + rows.count; ++at.row) {
            const dump::Window window = entry.window(at.row);
            dump::fetch(window.scores, window.n * score_bytes[static_cast<int>(entry.type)]);
            counter.add(window.scores, window.n, at);
        }
    });
    for (const census::Counter &counter : counters)
        all.merge(counter);
}

int census_of_files(const CensusArguments &arguments) {
    if (arguments.scores.empty())
        throw CLI::RequiredError("--scores");
    if (!arguments.k)
        throw CLI::RequiredError("--k");
    std::vector<std::string> inputs = {arguments.scores};
    if (!arguments.lengths.empty())
        inputs.push_back(arguments.lengths);
    check_page(arguments.output, inputs);
    check_k(*arguments.k);
    Scores scores = load_scores(arguments.scores, arguments.dtype);
    dump::Entry entry;
    entry.type = scores.type;
    entry.rows = scores.rows;
    entry.width = scores.width;
    if (entry.rows > dump::rows_most)
        refuse(fmt::format("{}: has {} rows, more than {}", arguments.scores, entry.rows, dump::rows_most));
    entry.scores = tensor(std::move(scores.array), arguments.scores);
    if (!arguments.lengths.empty())
        entry.lengths = tensor(load_lengths_array(arguments.lengths, entry.rows), arguments.lengths);
    CountedCensus counted;
    counted.subject.sources = {arguments.scores};
    counted.subject.type = entry.type;
    counted.subject.k = *arguments.k;
    counted.subject.options = arguments.options();
    census::Counter counter(entry.type, counted.subject.options, counted.subject.k);
    count_rows(entry, arguments.threads_to_run(), {}, counted.subject, counter);
    counted.facts = counter.facts();
    return report_census(arguments.output, counted);
}

/// Entries of one type that ask the same are counted together.
struct Group {
    census::Subject subject;
    census::Counter counter;
    std::set<std::vector<std::string>> seen; ///< what was counted: several answers may be for the same scores

    bool takes(const dump::Entry &entry, std::int64_t k) const {
        return subject.type == entry.type && subject.k == k &&
               subject.options.direction == entry.options.direction &&
               subject.options.nan_policy == entry.options.nan_policy;
    }
};

Group &group_for(std::vector<Group> &groups, const dump::Entry &entry, std::int64_t k) {
    for (Group &group : groups)
        if (group.takes(entry, k))
            return group;
    census::Subject subject;
    subject.type = entry.type;
    subject.k = k;
    subject.options = entry.options;
    census::Counter counter(entry.type, entry.options, k);
    return groups.emplace_back(Group{std::move(subject), std::move(counter), {}});
}

std::int64_t k_of(const std::string &folder, const dump::Entry &entry) {
    if (!entry.k && entry.runs == 0)
        refuse(fmt::format("{}: entry {}: has neither k nor indices; say how many would be selected with --k", folder,
                           entry.name));
    return entry.slots();
}

int census_of_folder(const CensusArguments &arguments) {
    const std::pair<const char *, const std::string &> of_files[] = {
        {"--scores", arguments.scores}, {"--lengths", arguments.lengths}, {"--dtype", arguments.dtype}};
    for (const auto &[flag, value] : of_files)
        if (!value.empty())
            refuse(fmt::format("not expected: {} and {} together; give a folder, or files by flags",
                               arguments.folder, flag));
    if (arguments.k)
        check_k(*arguments.k);
    check_page_in(arguments.output, arguments.folder);
    const Options options = arguments.options();
    dump::Source source;
    refuse_if(source.open(arguments.folder, {options.direction, options.nan_policy, {}, arguments.k}));
    std::vector<Group> groups;
    std::vector<std::string> left_out;
    std::int64_t shared = 0;
    bool named = arguments.only.empty();
    for (std::int64_t at = 0; at < source.count(); ++at) {
        if (!arguments.only.empty() && source.name_of(at) != arguments.only)
            continue;
        named = true;
        dump::Entry entry;
        const dump::Defect bad = source.load(at, entry);
        if (bad && bad.kind == dump::DefectKind::unsupported) {
            left_out.push_back(source.name_of(at) + ": " + dump::describe(bad));
            continue;
        }
        refuse_if(bad);
        Group &group = group_for(groups, entry, k_of(arguments.folder, entry));
        census::RowName name;
        if (source.is_recording()) {
            group.subject.sources = {arguments.folder};
            group.subject.call_word = "call";
            name.call = source.number_of(at);
        } else {
            if (!group.seen
                     .insert({entry.scores.where, entry.lengths.where, entry.starts.where, entry.ends.where})
                     .second) {
                ++shared;
                continue;
            }
            name.source = std::ssize(group.subject.sources);
            group.subject.sources.push_back(entry.scores.where);
        }
        count_rows(entry, arguments.threads_to_run(), name, group.subject, group.counter);
    }
    if (!named)
        refuse(fmt::format("--only {}: {} has nothing of this name", arguments.only, arguments.folder));
    std::vector<CountedCensus> counted;
    for (const Group &group : groups)
        counted.push_back({group.subject, group.counter.facts()});
    return report_folder(arguments.output, arguments.folder, counted, {left_out, shared});
}

int run_census(const CensusArguments &arguments) {
    if (arguments.threads < 0 || arguments.threads > dump::threads_most)
        refuse(fmt::format("--threads {} is not between 0 and {}", arguments.threads, dump::threads_most));
    return arguments.folder.empty() ? census_of_files(arguments) : census_of_folder(arguments);
}

} // namespace

void add_census(CLI::App &app, Session &session) {
    auto arguments = std::make_shared<CensusArguments>();
    CLI::App *command =
        app.add_subcommand("census", "Count how often known hazards of top-k kernels occur in scores");
    CLI::Option *folder =
        command
            ->add_option("folder", arguments->folder,
                         "Instead of files: a dump with manifest.json (docs/dumps.md), or a recording")
            ->check(check_not_empty);
    command->add_option("--scores", arguments->scores, "Scores, .npy [rows, n] or [n]")
        ->check(check_not_empty);
    command->add_option("--lengths", arguments->lengths, "Length of each row, .npy [rows] of int32 or int64")
        ->check(check_not_empty);
    command->add_option("--dtype", arguments->dtype, "Type of the scores; bf16 for files of uint16 patterns")
        ->check(CLI::IsMember({"f32", "f16", "bf16"}));
    command
        ->add_option("--k", arguments->k,
                     "How many elements of each row would be selected; of a folder where it does not say")
        ->check(check_number);
    command->add_option("--only", arguments->only, "Of a folder: count what has this name")
        ->needs(folder)
        ->check(check_not_empty);
    add_switch(*command, "--smallest", arguments->smallest, "Prefer the smallest scores");
    command->add_option("--nan", arguments->nan, "Where NaNs stand in the order of scores")
        ->check(CLI::IsMember({"largest", "smallest"}))
        ->capture_default_str();
    command
        ->add_option("--threads", arguments->threads,
                     "Threads that count; 0: as many as the machine runs at once")
        ->check(check_int)
        ->capture_default_str();
    add_switch(*command, "--json", arguments->output.json, "Print one JSON object instead of text");
    command->add_option("--html", arguments->output.html, "Page to write, with plots")
        ->check(check_not_empty);
    command->callback([arguments, &session] { session.exit_code = run_census(*arguments); });
}

} // namespace exactk::cli
