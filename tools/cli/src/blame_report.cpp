// Prints what exactk blame found.
// Spec: contract/C17. Layer: tools/cli.
#include "blame_report.hpp"

#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/cli/session.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

#include "text.hpp"

namespace exactk::cli {

namespace {

using Json = nlohmann::ordered_json;
using recording::Difference;
using recording::Example;
using recording::Kind;

constexpr std::int64_t calls_listed = 20; // convention: in text; JSON has all

struct Range {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

std::vector<Range> rows_of(const recording::CallFinding &finding, Kind kind) {
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < finding.kinds.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i);
        if (finding.kinds[i] != kind)
            continue;
        if (!ranges.empty() && ranges.back().last == row - 1)
            ranges.back().last = row;
        else
            ranges.push_back({row, row});
    }
    return ranges;
}

std::string line_of(const recording::CallFinding &finding) {
    std::string text = fmt::format("call {}:", finding.number);
    if (!finding.shapes.empty())
        return text + " shapes differ: " + finding.shapes + "\n";
    const char *between = "";
    for (int kind = 1; kind < recording::kind_count; ++kind) {
        const std::vector<Range> ranges = rows_of(finding, static_cast<Kind>(kind));
        if (ranges.empty())
            continue;
        text += fmt::format("{} {} in rows", between, recording::name(static_cast<Kind>(kind)));
        between = ";";
        for (const Range &range : ranges)
            text += range.first == range.last ? fmt::format(" {}", range.first)
                                              : fmt::format(" {}-{}", range.first, range.last);
    }
    return text + fmt::format(" (of {})\n", finding.kinds.size());
}

std::string entry_of(const recording::CallFinding &finding) {
    Json json;
    json["call"] = finding.number;
    json["shapes"] = finding.shapes.empty() ? Json() : Json(finding.shapes);
    json["rows"] = finding.kinds.size();
    json["kinds"] = Json::object();
    for (int kind = 1; kind < recording::kind_count; ++kind) {
        for (const Range &range : rows_of(finding, static_cast<Kind>(kind)))
            json["kinds"][recording::name(static_cast<Kind>(kind))].push_back({range.first, range.last});
    }
    return json.dump();
}

std::string example_text(const Example &example) {
    const Difference &found = example.difference;
    std::string text = fmt::format("call {} row {}", example.call, example.row);
    if (found.kind == Kind::scores_differ) {
        if (found.n_a != found.n_b)
            text += fmt::format(" n {} against {}", found.n_a, found.n_b);
        if (found.count == 0)
            return text;
        return text + fmt::format(" index {}: {} ({}) against {} ({}); {} scores differ", found.a.index,
                                  decimal(example.type, found.a.score_bits),
                                  hex_bits(example.type, found.a.score_bits),
                                  decimal(example.type, found.b.score_bits),
                                  hex_bits(example.type, found.b.score_bits), found.count);
    }
    text += fmt::format(": a slot {} {}; b slot {} {}", found.a.slot, place_text(example.type, found.a),
                        found.b.slot, place_text(example.type, found.b));
    return text + fmt::format("; {} differ", found.count);
}

Json place_json(ScoreType type, const recording::Place &place) {
    Json json;
    json["slot"] = place.slot < 0 ? Json() : Json(place.slot);
    json["index"] = place.index;
    json["score"] = Json();
    if (place.score_known)
        json["score"] = {{"decimal", decimal(type, place.score_bits)},
                         {"bits", hex_bits(type, place.score_bits)}};
    return json;
}

Json example_json(const Example &example) {
    const Difference &found = example.difference;
    const bool has_places = found.count > 0;
    Json json = {
        {"call", example.call}, {"row", example.row}, {"n", {found.n_a, found.n_b}}, {"count", found.count}};
    json["a"] = has_places ? place_json(example.type, found.a) : Json();
    json["b"] = has_places ? place_json(example.type, found.b) : Json();
    json["cut"] = Json();
    if (found.cut_known)
        json["cut"] = {{"decimal", decimal(example.type, found.cut_bits)},
                       {"bits", hex_bits(example.type, found.cut_bits)}};
    if (found.kind == Kind::set_differs)
        json["wrong"] = {{"a", found.wrong_a}, {"b", found.wrong_b}};
    return json;
}

Json run_json(const recording::Recording &run, const recording::Alone &alone) {
    const recording::Facts &facts = run.facts();
    return {{"folder", run.folder()},
            {"operator", facts.operator_name},
            {"every", facts.every},
            {"calls", run.numbers().size()},
            {"seen", facts.closed ? Json(facts.seen) : Json()},
            {"only_here", alone.calls},
            {"first_only_here", alone.first}};
}

std::string run_text(const char *side, const recording::Recording &run) {
    const recording::Facts &facts = run.facts();
    return fmt::format("{}: {}: {}, {} calls, every {}\n", side, run.folder(),
                       facts.operator_name.empty() ? "operator not named" : facts.operator_name,
                       run.numbers().size(), facts.every);
}

std::string alone_text(const char *side, const recording::Alone &alone) {
    if (alone.calls == 0)
        return "";
    return fmt::format("only in {}: {} calls: {}{}\n", side, alone.calls, fmt::join(alone.first, " "),
                       alone.calls > static_cast<std::int64_t>(alone.first.size()) ? " ..." : "");
}

} // namespace

CallList::CallList(bool json) : file_(std::tmpfile()), json_(json) {
    if (file_ == nullptr)
        refuse("no temporary file can be made; set TMPDIR to a folder with space");
}

void CallList::add(const recording::CallFinding &finding) {
    bool differs = !finding.shapes.empty();
    for (const Kind kind : finding.kinds)
        differs = differs || kind != Kind::same;
    if (!differs)
        return;
    ++calls_;
    if (!json_ && calls_ > calls_listed)
        return;
    const std::string text =
        json_ ? (calls_ > 1 ? ",\n    " : "\n    ") + entry_of(finding) : line_of(finding);
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
        refuse("the temporary file cannot be written; there must be space for it");
}

void CallList::print() {
    if (std::fflush(file_.get()) != 0)
        refuse("the temporary file cannot be written; there must be space for it");
    std::rewind(file_.get());
    char buffer[1 << 14];
    for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, file_.get())) > 0;)
        fmt::print("{}", std::string_view(buffer, count));
    if (!json_ && calls_ > calls_listed)
        fmt::print("... {} more calls differ; --json lists all\n", calls_ - calls_listed);
}

void print_text(const BlameFacts &facts, CallList &calls) {
    const recording::Totals &totals = facts.totals;
    const BlameVerdict verdict = judge(facts);
    fmt::print("verdict: {}\n{}\n", verdict.word, verdict.sentence);
    fmt::print("{}{}", run_text("a", facts.a), run_text("b", facts.b));
    fmt::print("compared: {} calls, {} rows; direction {}, nan {}\n", totals.compared, totals.rows,
               name(facts.a.facts().direction), name(facts.a.facts().nan_policy));
    fmt::print("{}{}", alone_text("a", totals.only_a), alone_text("b", totals.only_b));
    if (totals.shapes > 0)
        fmt::print("shapes differ: {} calls, first call {}: {}\n", totals.shapes, totals.first_shapes_call,
                   totals.first_shapes);
    if (totals.not_looked > 0)
        fmt::print("left out by --calls: {} calls\n", totals.not_looked);
    for (const std::string &note : notes_of(facts))
        fmt::print("note: {}\n", note);
    if (totals.rows > 0)
        fmt::print("\n{:<14} {:>10} {:>8}  first seen\n", "kind", "rows", "calls");
    for (int kind = 0; kind < recording::kind_count && totals.rows > 0; ++kind) {
        const recording::Tally &tally = totals.kinds[kind];
        if (tally.rows == 0)
            continue;
        fmt::print("{:<14} {:>10} {:>8}  {}\n", recording::name(static_cast<Kind>(kind)), tally.rows,
                   tally.calls, tally.first.empty() ? "-" : example_text(tally.first.front()));
        for (std::size_t i = 1; i < tally.first.size(); ++i)
            fmt::print("{:36}{}\n", "", example_text(tally.first[i]));
    }
    if (calls.calls() > 0)
        fmt::print("\n");
    calls.print();
}

void print_json(const BlameFacts &facts, CallList &calls) {
    const recording::Totals &totals = facts.totals;
    const BlameVerdict verdict = judge(facts);
    Json json;
    json["command"] = "blame";
    json["library"] = library_version();
    json["contract"] = contract_version();
    json["verdict"] = verdict.word;
    json["cause"] = verdict.cause;
    json["sentence"] = verdict.sentence;
    json["a"] = run_json(facts.a, totals.only_a);
    json["b"] = run_json(facts.b, totals.only_b);
    json["notes"] = notes_of(facts);
    json["compared"] = {{"calls", totals.compared},
                        {"rows", totals.rows},
                        {"shapes_differ", totals.shapes},
                        {"left_out", totals.not_looked}};
    json["kinds"] = Json::array();
    for (int kind = 0; kind < recording::kind_count; ++kind) {
        const recording::Tally &tally = totals.kinds[kind];
        Json entry = {
            {"name", recording::name(static_cast<Kind>(kind))}, {"rows", tally.rows}, {"calls", tally.calls}};
        entry["first"] = Json::array();
        for (const Example &example : tally.first)
            entry["first"].push_back(example_json(example));
        json["kinds"].push_back(entry);
    }
    // Folders' names need not be UTF-8; what is not is replaced. The list of calls goes last, since it is a file.
    std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
    text.resize(text.rfind('}') - 1);
    fmt::print("{},\n  \"calls\": [", text);
    calls.print();
    fmt::print("{}]\n}}\n", calls.calls() > 0 ? "\n  " : "");
}

} // namespace exactk::cli
