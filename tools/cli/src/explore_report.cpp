// Text and JSON of exactk explore.
// Spec: algorithm/B1 B2, contract/C15 C17. Layer: tools/cli.
#include "explore_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

namespace exactk::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string heading(const ExploreReport &report) {
    const schedule::Setup &setup = report.setup;
    std::string text =
        fmt::format("form {}, {} CTAs, {} rounds, seed {}, mutant {}", schedule::name(setup.form), setup.ctas,
                    setup.rounds, setup.seed, schedule::info(setup.mutant).name);
    if (setup.fitting() < setup.ctas)
        text += fmt::format(", {} CTAs fit at once", setup.fitting());
    if (setup.delayed)
        text += ", delayed visibility";
    text += report.rows == 1 ? "\nrow: " : fmt::format("\nrows: {} of ", report.rows);
    text += fmt::format("{} float16 scores, k {}, ties {}, digits {}; ", report.n, report.k,
                        name(report.ties), fmt::join(report.digits, " "));
    if (!report.threshold)
        return text + fmt::format("{} of {} rounds run\n", report.rounds_run, setup.rounds);
    std::vector<std::size_t> falling;
    for (std::size_t row = 0; row < report.falls_back.size(); ++row) {
        if (report.falls_back[row])
            falling.push_back(row);
    }
    return text + fmt::format("threshold 0x{:04X}; falls back: row {}\n", *report.threshold,
                              fmt::join(falling, ", "));
}

std::string space_text(const ExploreReport &report) {
    const schedule::Exploration &space = *report.space;
    std::string text = fmt::format("exhaustive{}: {} states, {} steps, {} interleavings{}\n",
                                   report.reduced ? ", reduced" : "", space.states, space.steps,
                                   short_number(space.interleavings), report.reduced ? " followed" : "");
    if (!space.complete)
        text += "the space is larger; nothing is known of the rest\n";
    return text + fmt::format("ends: {} states, {} different outcomes, {} stuck, {} wrong\n", space.ends,
                              space.outcomes.size(), space.stuck, space.wrong);
}

std::string campaign_text(const ExploreReport &report) {
    const schedule::Campaign &campaign = *report.campaign;
    return fmt::format("pct: {} runs of depth {}, {} steps, the longest of {}; {} stuck, {} wrong\n"
                       "a fault of depth {} among {} CTAs and {} steps is missed with a probability of at "
                       "most {:.9g}\n",
                       campaign.runs, report.depth, campaign.steps, campaign.longest, campaign.stuck,
                       campaign.wrong, report.depth, report.setup.ctas, campaign.steps_max, campaign.missed);
}

Json row_json(const ExploreReport &report) {
    Json row;
    row["rows"] = report.rows;
    row["n"] = report.n;
    row["k"] = report.k;
    row["ties"] = name(report.ties);
    row["digits"] = report.digits;
    row["rounds_run"] = report.rounds_run;
    row["threshold"] = report.threshold ? Json(fmt::format("0x{:04X}", *report.threshold)) : Json();
    row["falls_back"] = report.falls_back;
    return row;
}

Json space_json(const schedule::Exploration &space) {
    Json json;
    json["complete"] = space.complete;
    json["states"] = space.states;
    json["steps"] = space.steps;
    json["interleavings"] = space.interleavings;
    json["ends"] = space.ends;
    json["outcomes"] = space.outcomes.size();
    json["stuck"] = space.stuck;
    json["wrong"] = space.wrong;
    return json;
}

Json campaign_json(const ExploreReport &report) {
    const schedule::Campaign &campaign = *report.campaign;
    Json json;
    json["runs"] = campaign.runs;
    json["depth"] = report.depth;
    json["steps"] = campaign.steps;
    json["longest"] = campaign.longest;
    json["steps_max"] = campaign.steps_max;
    json["missed_at_most"] = campaign.missed;
    json["stuck"] = campaign.stuck;
    json["wrong"] = campaign.wrong;
    return json;
}

} // namespace

std::string ExploreReport::verdict() const {
    if (!refused.empty())
        return "refused";
    if (!faults.empty())
        return "failed";
    return complete() ? "passed" : "inconclusive";
}

std::string short_number(const std::string &decimal) {
    constexpr std::size_t longest = 20; // convention: what still reads as a number
    if (decimal.size() <= longest)
        return decimal;
    return fmt::format("{}.{}e{}", decimal.substr(0, 1), decimal.substr(1, 2), decimal.size() - 1);
}

std::string to_text(const ExploreReport &report) {
    std::string text = heading(report);
    if (!report.refused.empty())
        return text + fmt::format("launch refused: {}\nverdict: refused\n", report.refused);
    if (report.space)
        text += space_text(report);
    if (report.campaign)
        text += campaign_text(report);
    text += fmt::format("race checker: {} accesses in {} run{}, {} with a race\n", report.accesses,
                        report.watched, report.watched == 1 ? "" : "s", report.racy);
    for (const ScheduleFault &fault : report.faults)
        text +=
            fmt::format("fault: {}\n  exactk explore --replay {}\n  case file: {}\n", fault.text, fault.token,
                        fault.file.path.empty() ? "none, " + fault.file.reason : fault.file.path);
    return text + fmt::format("time: {:.2f} s\nverdict: {}\n", report.seconds, report.verdict());
}

std::string to_json(const ExploreReport &report) {
    const schedule::Setup &setup = report.setup;
    Json json;
    json["command"] = "explore";
    json["library"] = library_version();
    json["contract"] = contract_version();
    json["verdict"] = report.verdict();
    json["mode"] = report.mode;
    json["form"] = schedule::name(setup.form);
    json["ctas"] = setup.ctas;
    json["rounds"] = setup.rounds;
    json["seed"] = setup.seed;
    json["resident"] = setup.fitting();
    json["mutant"] = schedule::info(setup.mutant).name;
    json["delayed"] = setup.delayed;
    json["reduced"] = report.reduced;
    json["row"] = row_json(report);
    json["refused"] = report.refused.empty() ? Json() : Json(report.refused);
    json["space"] = report.space ? space_json(*report.space) : Json();
    json["pct"] = report.campaign ? campaign_json(report) : Json();
    json["race_checker"] = {{"runs", report.watched}, {"accesses", report.accesses}, {"racy", report.racy}};
    json["faults"] = Json::array();
    for (const ScheduleFault &fault : report.faults)
        json["faults"].push_back({{"text", fault.text},
                                  {"token", fault.token},
                                  {"case_file", fault.file.path.empty() ? Json() : Json(fault.file.path)}});
    json["seconds"] = report.seconds;
    return json.dump(2);
}

} // namespace exactk::cli
