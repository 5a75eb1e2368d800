// The league as JSON, and what changed since an earlier one.
// Spec: contract/C17. Layer: tools/league.
#include <exactk/league.hpp>

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace exactk::league {

namespace {

using Json = nlohmann::ordered_json;

const char *name(probes::Result::How how) {
    return how == probes::Result::How::passed   ? "passed"
           : how == probes::Result::How::failed ? "failed"
                                                : "not_run";
}

Json clause_json(int clause, const check::ClauseCell &cell) {
    return {{"clause", "C" + std::to_string(clause)},
            {"failed", cell.failed},
            {"contract_failed", cell.contract_failed},
            {"first", cell.first},
            {"again", cell.again},
            {"file", cell.file},
            {"words", cell.words}};
}

Json entry_json(const Entry &entry) {
    Json json;
    json["implementation"] = entry.implementation;
    json["description"] = entry.description;
    json["error"] = entry.error.empty() ? Json() : Json(entry.error);
    json["cases"] = entry.tally.cases;
    json["rows"] = entry.tally.rows;
    json["passed"] = entry.tally.runs_passed;
    json["failed"] = entry.tally.runs_failed;
    json["contract_failed"] = entry.tally.contract_failed;
    json["left_out"] = entry.tally.left_out;
    json["cases_not_run"] = entry.cases_not_run;
    json["seconds"] = entry.seconds;
    json["clauses"] = Json::array();
    for (const auto &[clause, cell] : entry.tally.clauses) {
        json["clauses"].push_back(clause_json(clause, cell));
    }
    json["verdicts"] = Json::array();
    for (const check::Verdict &verdict : entry.verdicts) {
        json["verdicts"].push_back(
            {{"name", verdict.name}, {"count", verdict.count}, {"first", verdict.first}});
    }
    json["probes"] = Json::array();
    for (const check::Probed &probed : entry.probed) {
        json["probes"].push_back({{"name", probed.result.name},
                                  {"result", name(probed.result.how)},
                                  {"words", probed.result.words}});
    }
    return json;
}

/// Names of what is broken: clauses by promise and by contract, and verdicts.
using Broken = std::map<std::string, std::int64_t>;

Broken broken_of(const Json &entry) {
    Broken broken;
    for (const Json &clause : entry.at("clauses")) {
        const std::string id = clause.at("clause").get<std::string>();
        if (clause.at("failed").get<std::int64_t>() > 0) {
            broken[id + " by its promise"] = clause.at("failed").get<std::int64_t>();
        }
        if (clause.at("contract_failed").get<std::int64_t>() > 0) {
            broken[id + " by the full contract"] = clause.at("contract_failed").get<std::int64_t>();
        }
    }
    for (const Json &verdict : entry.at("verdicts")) {
        broken["verdict " + verdict.at("name").get<std::string>()] = verdict.at("count").get<std::int64_t>();
    }
    if (!entry.at("error").is_null()) {
        broken["not run: " + entry.at("error").get<std::string>()] = 1;
    }
    return broken;
}

void compare(const std::string &implementation, const Broken &before, const Broken &now,
             std::vector<std::string> &lines, bool &worse) {
    for (const auto &[what, count] : now) {
        if (!before.contains(what)) {
            lines.push_back(fmt::format("WORSE {}: {} ({} times)", implementation, what, count));
            worse = true;
        }
    }
    for (const auto &[what, count] : before) {
        if (!now.contains(what)) {
            lines.push_back(fmt::format("better {}: no more {}", implementation, what));
        }
    }
}

} // namespace

std::string to_json(const League &league) {
    Json json;
    json["command"] = "league";
    json["library"] = league.library;
    json["contract"] = league.contract;
    json["date"] = league.date;
    json["asked"] = league.asked;
    json["entries"] = Json::array();
    for (const Entry &entry : league.entries) {
        json["entries"].push_back(entry_json(entry));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string changes(const std::string &earlier_json, const League &now, std::vector<std::string> &lines,
                    bool &worse) {
    try {
        const Json earlier = Json::parse(earlier_json);
        if (earlier.at("command") != "league") {
            return "it is the output of another command";
        }
        if (earlier.at("asked") != now.asked) {
            lines.push_back(
                fmt::format("asked otherwise: before, {}", earlier.at("asked").get<std::string>()));
        }
        std::map<std::string, Broken> before;
        for (const Json &entry : earlier.at("entries")) {
            before[entry.at("implementation").get<std::string>()] = broken_of(entry);
        }
        for (const Entry &entry : now.entries) {
            const auto known = before.find(entry.implementation);
            if (known == before.end()) {
                lines.push_back(fmt::format("new {}", entry.implementation));
                continue;
            }
            compare(entry.implementation, known->second, broken_of(entry_json(entry)), lines, worse);
            before.erase(known);
        }
        for (const auto &[implementation, broken] : before) {
            lines.push_back(fmt::format("gone {}", implementation));
        }
    } catch (const Json::exception &wrong) {
        return wrong.what();
    }
    return "";
}

} // namespace exactk::league
