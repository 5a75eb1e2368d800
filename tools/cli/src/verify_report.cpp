// What exactk verify tells, as text for a person and as JSON with the same facts.
// Spec: contract/C17. Layer: tools/cli.
#include "verify_report.hpp"

#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/cli/session.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

#include "text.hpp"

namespace exactk::cli {

namespace {

using Json = nlohmann::ordered_json;

const char *demand_name(verify::OrderDemand order) {
    switch (order) {
    case verify::OrderDemand::index: return "index";
    case verify::OrderDemand::rank: return "rank";
    case verify::OrderDemand::any: return "any";
    }
    return "unknown";
}

const char *demand_name(verify::TiesDemand ties) {
    switch (ties) {
    case verify::TiesDemand::low: return "low";
    case verify::TiesDemand::high: return "high";
    case verify::TiesDemand::any: return "any";
    }
    return "unknown";
}

/// Fields of an example that do not apply are -1.
std::string or_dash(std::int64_t value) { return value < 0 ? "-" : std::to_string(value); }
Json or_null(std::int64_t value) { return value < 0 ? Json() : Json(value); }

/// An index stands in its field even if it is negative: a written -1 is a fact, not an absence.
std::string example_text(const VerifyFacts &facts, const verify::Example &first) {
    std::string text = fmt::format("run {} row {} slot {} index {}", or_dash(first.run), or_dash(first.row),
                                   or_dash(first.slot), first.index);
    if (first.score_known)
        text += fmt::format(" score {} ({})", decimal(facts.type, first.score_bits),
                            hex_bits(facts.type, first.score_bits));
    return first.detail.empty() ? text : text + ": " + first.detail;
}

Json example_json(const VerifyFacts &facts, const verify::Example &first) {
    Json json;
    json["run"] = or_null(first.run);
    json["row"] = or_null(first.row);
    json["slot"] = or_null(first.slot);
    json["index"] = first.index;
    json["score"] = Json();
    if (first.score_known)
        json["score"] = {{"decimal", decimal(facts.type, first.score_bits)},
                         {"bits", hex_bits(facts.type, first.score_bits)}};
    json["detail"] = first.detail;
    return json;
}

Json clause_list(verify::Fault fault) {
    Json list = Json::array();
    std::istringstream words(verify::clauses(fault));
    for (std::string word; words >> word;)
        list.push_back(word);
    return list;
}

std::string plural(std::int64_t count, const char *word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

} // namespace

void take_shape(const dump::Entry &entry, VerifyFacts &facts) {
    facts.shape_known = true;
    facts.type = entry.type;
    facts.rows = entry.rows;
    facts.width = entry.width;
    facts.k = entry.slots();
    facts.runs = entry.runs;
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

std::string to_text(const VerifyFacts &facts) {
    const verify::Report &report = facts.report;
    std::string text = fmt::format("verdict: {}\n", verify::name(report.verdict));
    if (!report.reason.empty())
        text += fmt::format("reason: {}\n", report.reason);
    text += fmt::format("scores: {}\nindices: {}\n", facts.scores_path, facts.indices_path);
    if (facts.shape_known)
        text += fmt::format("judged: {}\n", judged_text(facts));
    text += fmt::format("asked: direction {}, nan {}, ties {}, order {}, repeatable {}; contract {}\n",
                        name(facts.options.direction), name(facts.options.nan_policy),
                        demand_name(facts.demand.ties), demand_name(facts.demand.order),
                        facts.demand.repeatable ? "yes" : "no", contract_version());
    return report.findings.empty() ? text : text + "\n" + faults_text(facts);
}

std::string judged_text(const VerifyFacts &facts) {
    return fmt::format("{} of {} of {} {} scores, k {}", plural(facts.runs, "run"), plural(facts.rows, "row"),
                       facts.width, name(facts.type), facts.k);
}

std::string faults_text(const VerifyFacts &facts) {
    const verify::Report &report = facts.report;
    if (report.findings.empty())
        return "";
    std::string text =
        fmt::format("{:<16} {:<10} {:>6} {:>12}  first seen\n", "fault", "clauses", "rows", "occurrences");
    for (const verify::Finding &finding : report.findings) {
        text += fmt::format("{:<16} {:<10} {:>6} {:>12}  {}\n", verify::name(finding.fault),
                            verify::clauses(finding.fault), finding.rows_hit, finding.occurrences,
                            example_text(facts, finding.first));
        if (finding.fault == verify::Fault::missing_winner)
            text += fmt::format("  winners lost {}, worst rank lost {} (rank 0 is the best element)\n",
                                finding.winners_lost, or_dash(finding.worst_rank_lost));
    }
    return text;
}

std::string to_json(const VerifyFacts &facts) {
    Json json;
    json["command"] = "verify";
    json["library"] = library_version();
    json["contract"] = contract_version();
    put_answer(json, facts);
    return json_text(json);
}

void put_answer(Json &json, const VerifyFacts &facts) {
    const auto known = [&facts](auto value) { return facts.shape_known ? Json(value) : Json(); };
    json["verdict"] = verify::name(facts.report.verdict);
    json["reason"] = facts.report.reason;
    json["scores"] = facts.scores_path;
    json["indices"] = facts.indices_path;
    json["type"] = known(name(facts.type));
    json["runs"] = known(facts.runs);
    json["rows"] = known(facts.rows);
    json["width"] = known(facts.width);
    json["k"] = known(facts.k);
    json["asked"] = {{"direction", name(facts.options.direction)},
                     {"nan", name(facts.options.nan_policy)},
                     {"ties", demand_name(facts.demand.ties)},
                     {"order", demand_name(facts.demand.order)},
                     {"repeatable", facts.demand.repeatable}};
    json["faults"] = Json::array();
    for (const verify::Finding &finding : facts.report.findings) {
        Json fault;
        fault["name"] = verify::name(finding.fault);
        fault["clauses"] = clause_list(finding.fault);
        fault["rows_hit"] = finding.rows_hit;
        fault["occurrences"] = finding.occurrences;
        fault["first"] = example_json(facts, finding.first);
        if (finding.fault == verify::Fault::missing_winner) {
            fault["winners_lost"] = finding.winners_lost;
            fault["worst_rank_lost"] = or_null(finding.worst_rank_lost);
        }
        json["faults"].push_back(fault);
    }
}

} // namespace exactk::cli
