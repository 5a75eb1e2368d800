// What exactk replay tells, as text for a person and as JSON with the same facts.
// Spec: contract/C17. Layer: tools/cli.
#include "replay.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

namespace exactk::cli {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> clause_names(const std::vector<int> &clauses) {
    std::vector<std::string> names;
    for (const int clause : clauses)
        names.push_back("C" + std::to_string(clause));
    return names;
}

const char *result_word(casefile::Run::Result result) {
    switch (result) {
    case casefile::Run::Result::passed: return "passed";
    case casefile::Run::Result::failed: return "FAILED";
    case casefile::Run::Result::not_run: return "not run";
    }
    return "unknown";
}

const char *expected_name(casefile::Expected::Kind kind) {
    switch (kind) {
    case casefile::Expected::Kind::none: return "nothing";
    case casefile::Expected::Kind::indices: return "indices";
    case casefile::Expected::Kind::digests: return "digests";
    }
    return "unknown";
}

} // namespace

std::string to_text(const Replayed &replayed) {
    const casefile::CaseFile &one = replayed.one;
    std::string text = fmt::format(
        "{}: {}, rows {}, width {}, k {}; {}, ties {}, order {}, nan {}; expects {}\n", replayed.path,
        name(one.type), one.rows, one.width, one.k, name(one.options.direction), name(one.options.ties),
        name(one.options.order), name(one.options.nan_policy), expected_name(one.expected.kind));
    if (!one.note.empty())
        text += fmt::format("  note: {}\n", one.note);
    if (!one.clauses.empty())
        text += fmt::format("  clause: {}\n", fmt::join(clause_names(one.clauses), " "));
    if (!one.law.empty())
        text += fmt::format("  law: {} seed {}\n", one.law, one.law_seed);
    if (!one.implementation.empty())
        text += fmt::format("  seen of: {}\n", one.implementation);
    for (const casefile::Run &run : replayed.runs) {
        text += fmt::format("  {:<8}{}", result_word(run.result), run.implementation);
        text += run.plan.empty() ? "" : fmt::format(" ({})", run.plan);
        text += run.law.empty() ? "" : fmt::format(", law {}", run.law);
        if (run.result == casefile::Run::Result::failed)
            text += fmt::format(": {}", run.clauses.empty()
                                            ? "no clause named"
                                            : fmt::format("{}", fmt::join(clause_names(run.clauses), " ")));
        text += run.words.empty() ? "" : fmt::format(": {}", fmt::join(run.words, "; "));
        if (run.has_promise)
            text += run.contract_words.empty() ? "\n           by the full contract: passed"
                                               : fmt::format("\n           by the full contract: FAILED: {}",
                                                             fmt::join(run.contract_words, "; "));
        text += "\n";
    }
    return text;
}

std::string to_text(const ReplayTally &tally) {
    return fmt::format("{} case{}: {} runs passed, {} failed, {} not run\n", tally.cases,
                       tally.cases == 1 ? "" : "s", tally.passed, tally.failed, tally.not_run);
}

std::string to_json(const std::vector<Replayed> &files, const ReplayTally &tally) {
    Json json;
    json["command"] = "replay";
    json["library"] = library_version();
    json["contract"] = contract_version();
    json["files"] = Json::array();
    for (const Replayed &replayed : files) {
        const casefile::CaseFile &one = replayed.one;
        Json file;
        file["file"] = replayed.path;
        file["note"] = one.note;
        file["clauses"] = clause_names(one.clauses);
        file["law"] = one.law.empty() ? Json() : Json(one.law);
        file["law_seed"] = one.law.empty() ? Json() : Json(one.law_seed);
        file["implementation"] = one.implementation.empty() ? Json() : Json(one.implementation);
        file["type"] = name(one.type);
        file["rows"] = one.rows;
        file["width"] = one.width;
        file["k"] = one.k;
        file["options"] = {{"direction", name(one.options.direction)},
                           {"nan", name(one.options.nan_policy)},
                           {"ties", name(one.options.ties)},
                           {"order", name(one.options.order)}};
        file["expects"] = expected_name(one.expected.kind);
        file["schedule"] = one.schedule.empty() ? Json() : Json(one.schedule);
        file["runs"] = Json::array();
        for (const casefile::Run &run : replayed.runs) {
            file["runs"].push_back({{"implementation", run.implementation},
                                    {"plan", run.plan},
                                    {"law", run.law.empty() ? Json() : Json(run.law)},
                                    {"result", casefile::name(run.result)},
                                    {"clauses", clause_names(run.clauses)},
                                    {"words", run.words},
                                    {"contract", run.has_promise ? Json(run.contract_words) : Json()}});
        }
        json["files"].push_back(std::move(file));
    }
    json["cases"] = tally.cases;
    json["passed"] = tally.passed;
    json["failed"] = tally.failed;
    json["not_run"] = tally.not_run;
    return json.dump(2) + "\n";
}

} // namespace exactk::cli
