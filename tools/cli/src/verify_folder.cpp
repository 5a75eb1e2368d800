// exactk verify DIR: judges every answer of a dump or of a recording, and sums up.
// Spec: contract/C1 to C9 C15. Layer: tools/cli.
#include "verify_folder.hpp"

#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/cli/session.hpp>
#include <exactk/contract/version.hpp>
#include <exactk/foreign.hpp>

#include "inputs.hpp"
#include "text.hpp"
#include "verify_report.hpp"

namespace exactk::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What did not pass is told so often; what passed in a recording is only counted. So a report has an end.
constexpr std::int64_t told_most = 100; // convention: the others are counted

/// One entry and what became of it.
struct Told {
    std::string name;
    std::string producer;
    bool judged = false; ///< it has an answer, of a type that is known
    bool empty = false;  ///< without rows or slots nothing was asked
    VerifyFacts facts;
    std::int64_t no_position = 0;
    std::optional<bool> claimed[dump::claim_count];
    std::optional<bool> found[dump::claim_count];
};

struct Totals {
    std::int64_t verdicts[4] = {0, 0, 0, 0}; // bound: one for each verify::Verdict
    std::int64_t without_answer = 0;
    std::int64_t empty = 0; ///< of the passed
    std::int64_t claims_hold = 0;
    std::int64_t claims_broken = 0;
    std::int64_t claims_untold = 0;
    std::int64_t not_told = 0;

    std::int64_t of(verify::Verdict verdict) const { return verdicts[static_cast<int>(verdict)]; }
};

Told judge_entry(dump::Source &source, std::int64_t at, int threads) {
    Told told;
    dump::Entry entry;
    const dump::Defect bad = source.load(at, entry);
    told.name = source.name_of(at);
    told.producer = entry.producer;
    told.facts.scores_path = entry.scores.where;
    told.facts.indices_path = entry.indices.where;
    told.facts.options = entry.options;
    told.facts.demand = entry.demand;
    std::copy(std::begin(entry.claims), std::end(entry.claims), std::begin(told.claimed));
    if (bad && bad.kind == dump::DefectKind::unsupported) {
        told.facts.report.verdict = verify::Verdict::unsupported;
        told.facts.report.reason = dump::describe(bad);
        told.judged = true;
        return told;
    }
    refuse_if(bad);
    take_shape(entry, told.facts);
    if (entry.runs == 0)
        return told;
    if (entry.slots() > entry.columns)
        refuse(fmt::format("--k {} is more than the {} slots of {}", entry.slots(), entry.columns,
                           entry.indices.where));
    if (!entry.untold.empty()) {
        told.facts.report.verdict = verify::Verdict::inconclusive;
        told.facts.report.reason = entry.untold;
        told.judged = true;
        return told;
    }
    told.empty = entry.rows == 0 || entry.slots() == 0;
    dump::Judged judged;
    refuse_if(dump::judge(entry, threads, judged));
    told.judged = true;
    told.facts.report = std::move(judged.report);
    told.no_position = judged.no_position;
    std::copy(std::begin(judged.found), std::end(judged.found), std::begin(told.found));
    return told;
}

bool keeps_claims(const Told &told) {
    for (int claim = 0; claim < dump::claim_count; ++claim)
        if (told.claimed[claim] && told.claimed[claim] != told.found[claim])
            return false;
    return true;
}

void count(const Told &told, Totals &totals) {
    if (!told.judged) {
        ++totals.without_answer;
        return;
    }
    ++totals.verdicts[static_cast<int>(told.facts.report.verdict)];
    totals.empty += told.empty ? 1 : 0;
    for (int claim = 0; claim < dump::claim_count; ++claim) {
        if (told.claimed[claim])
            ++(!told.found[claim]                         ? totals.claims_untold
               : told.claimed[claim] == told.found[claim] ? totals.claims_hold
                                                          : totals.claims_broken);
    }
}

std::string entry_text(const Told &told) {
    const verify::Report &report = told.facts.report;
    std::string text = told.judged ? verify::name(report.verdict) : "no answer";
    text += ": " + foreign::one_line(told.name) +
            (told.producer.empty() ? "" : " (" + foreign::one_line(told.producer) + ")");
    if (told.facts.shape_known)
        text += ": " + (told.judged ? judged_text(told.facts) : std::string("scores without indices"));
    text += "\n";
    if (!report.reason.empty())
        text += "  reason: " + report.reason + "\n";
    if (told.no_position > 0)
        text += fmt::format("  {} indices have no position in their row's window; they are judged as {}\n",
                            told.no_position, dump::no_position(told.facts.options.fill_index));
    for (int claim = 0; claim < dump::claim_count; ++claim) {
        if (told.claimed[claim] && told.claimed[claim] != told.found[claim])
            text += fmt::format(
                "  claimed {} {}: {}\n", dump::name(static_cast<dump::Claim>(claim)), *told.claimed[claim],
                told.found[claim] ? fmt::format("found {}", *told.found[claim]) : "cannot be told");
    }
    return text + faults_text(told.facts);
}

Json entry_json(const Told &told) {
    Json json;
    json["name"] = told.name;
    json["producer"] = told.producer;
    json["judged"] = told.judged;
    put_answer(json, told.facts);
    json["no_position"] = told.no_position;
    json["claims"] = Json::array();
    for (int claim = 0; claim < dump::claim_count; ++claim) {
        if (told.claimed[claim])
            json["claims"].push_back({{"name", dump::name(static_cast<dump::Claim>(claim))},
                                      {"claimed", *told.claimed[claim]},
                                      {"found", told.found[claim] ? Json(*told.found[claim]) : Json()}});
    }
    return json;
}

std::string totals_text(const Totals &totals) {
    using verify::Verdict;
    std::string text =
        fmt::format("{} passed, {} failed, {} inconclusive, {} unsupported, {} without an answer",
                    totals.of(Verdict::passed), totals.of(Verdict::failed), totals.of(Verdict::inconclusive),
                    totals.of(Verdict::unsupported), totals.without_answer);
    if (totals.empty > 0)
        text += fmt::format("; {} of them have no rows or no slots", totals.empty);
    if (totals.claims_hold + totals.claims_broken + totals.claims_untold > 0)
        text += fmt::format("; {} claims hold, {} do not", totals.claims_hold, totals.claims_broken);
    if (totals.claims_untold > 0)
        text += fmt::format(", {} cannot be told", totals.claims_untold);
    if (totals.not_told > 0)
        text += fmt::format("; {} more that did not pass are not told", totals.not_told);
    return text + "\n";
}

Json totals_json(const Totals &totals) {
    Json json;
    for (const verify::Verdict verdict : {verify::Verdict::passed, verify::Verdict::failed,
                                          verify::Verdict::inconclusive, verify::Verdict::unsupported})
        json[verify::name(verdict)] = totals.of(verdict);
    json["without_answer"] = totals.without_answer;
    json["empty"] = totals.empty;
    json["claims_hold"] = totals.claims_hold;
    json["claims_broken"] = totals.claims_broken;
    json["claims_untold"] = totals.claims_untold;
    json["not_told"] = totals.not_told;
    return json;
}

int exit_code_of(const Totals &totals) {
    using verify::Verdict;
    if (totals.of(Verdict::failed) + totals.claims_broken > 0)
        return exit_failed;
    if (totals.of(Verdict::inconclusive) + totals.of(Verdict::unsupported) + totals.claims_untold > 0 ||
        totals.of(Verdict::passed) == totals.empty)
        return exit_inconclusive;
    return exit_passed;
}

} // namespace

int verify_folder(const FolderQuestion &question) {
    dump::Source source;
    refuse_if(source.open(question.folder, question.asked));
    Totals totals;
    std::string text;
    Json entries = Json::array();
    std::int64_t bad_told = 0;
    bool named = question.only.empty();
    for (std::int64_t at = 0; at < source.count(); ++at) {
        if (!question.only.empty() && source.name_of(at) != question.only)
            continue;
        named = true;
        const Told told = judge_entry(source, at, question.threads);
        count(told, totals);
        const bool good =
            told.judged && told.facts.report.verdict == verify::Verdict::passed && keeps_claims(told);
        if (good && source.is_recording())
            continue;
        if (!good && bad_told++ >= told_most) {
            ++totals.not_told;
            continue;
        }
        if (question.json)
            entries.push_back(entry_json(told));
        else
            text += entry_text(told);
    }
    if (!named)
        refuse(fmt::format("--only {}: {} has nothing of this name", question.only, question.folder));
    if (!question.json) {
        for (const std::string &note : source.notes())
            text += "note: " + note + "\n";
        fmt::print("{}{}", text, totals_text(totals));
        return exit_code_of(totals);
    }
    Json json;
    json["command"] = "verify";
    json["library"] = library_version();
    json["contract"] = contract_version();
    json["folder"] = question.folder;
    json["kind"] = source.is_recording() ? "recording" : "dump";
    json["notes"] = source.notes();
    json["entries"] = std::move(entries);
    json["totals"] = totals_json(totals);
    fmt::print("{}", json_text(json));
    return exit_code_of(totals);
}

} // namespace exactk::cli
