// The gate's report as JSON; docs/speed-gate.md lists the keys.
// Spec: contract/C17. Layer: tools/speed.
#include <exactk/speed.hpp>

#include <algorithm>

#include <nlohmann/json.hpp>

#include <exactk/contract/version.hpp>

namespace exactk::speed {

namespace {

using Json = nlohmann::ordered_json;

constexpr double nanoseconds_per_microsecond = 1000; // bound: what they are
constexpr double tail_share = 0.95;                  // convention: as in the text

Json series_json(const std::optional<Estimate> &times) {
    if (!times.has_value()) {
        return nullptr;
    }
    return {{"ratio", times->ratio},
            {"interval", {times->lower, times->upper}},
            {"rounds", times->rounds},
            {"a_us", times->medians[0] / nanoseconds_per_microsecond},
            {"b_us", times->medians[1] / nanoseconds_per_microsecond}};
}

Json check_json(const Check &check) { return {{"faults", check.faults}, {"words", check.words}}; }

Json case_json(const CaseResult &result) {
    Json json;
    json["case"] = result.id;
    json["words"] = result.words;
    json["type"] = result.type;
    json["rows"] = result.rows;
    json["width"] = result.width;
    json["k"] = result.k;
    json["verdict"] = name(result.verdict);
    json["why"] = result.why;
    json["nobodys"] = result.nobodys;
    json["a"] = check_json(result.checks[0]);
    json["b"] = check_json(result.checks[1]);
    json["first"] = series_json(result.first);
    json["confirm"] = series_json(result.confirm);
    return json;
}

Json side_json(const Side &side, const std::string &description) {
    return {{"name", side.name}, {"started", side.start}, {"description", description}};
}

Json ratios_json(const std::vector<double> &all) {
    if (all.empty()) {
        return nullptr;
    }
    return {{"cases", all.size()},
            {"geometric_mean", geometric_mean(all)},
            {"best", *std::min_element(all.begin(), all.end())},
            {"worst", *std::max_element(all.begin(), all.end())},
            {"p95", quantile(all, tail_share)}};
}

} // namespace

std::string to_json(const Settings &settings, const Summary &summary) {
    const Machine &machine = summary.machine;
    Json json;
    json["command"] = "bench";
    json["library"] = library_version();
    json["contract"] = contract_version();
    json["commit"] = machine.commit;
    json["machine"] = {{"cpu", machine.cpu},
                       {"threads", machine.threads},
                       {"load", machine.load},
                       {"device", machine.device.empty() ? Json() : Json(machine.device)}};
    json["a"] = side_json(settings.sides[0], summary.descriptions[0]);
    json["b"] = side_json(settings.sides[1], summary.descriptions[1]);
    json["one_process"] = summary.one_process;
    json["why_two"] = summary.one_process ? Json() : Json(summary.why_two);
    json["graph"] = settings.graph;
    json["profile"] = settings.profile;
    json["seed"] = settings.seed;
    json["budget"] = settings.budget_seconds;
    json["seconds"] = summary.seconds;
    json["fail_above"] = settings.fail_above.has_value() ? Json(*settings.fail_above) : Json();
    json["ratios"] = ratios_json(ratios(summary));
    for (const Verdict verdict :
         {Verdict::timed, Verdict::within, Verdict::inconclusive, Verdict::slower, Verdict::not_timed}) {
        json["counts"][name(verdict)] = count(summary, verdict);
    }
    json["counts"]["not_run"] = summary.cases_not_run;
    json["counts"]["not_confirmed"] = unconfirmed(summary);
    json["counts"]["nobodys"] = nobodys(summary);
    json["counts"]["a_failed"] = failed_checks(summary, 0);
    json["counts"]["b_failed"] = failed_checks(summary, 1);
    json["cases"] = Json::array();
    for (const CaseResult &result : summary.cases) {
        json["cases"].push_back(case_json(result));
    }
    // A name that is not UTF-8 is told with marks in its place.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace exactk::speed
