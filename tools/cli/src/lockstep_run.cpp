// exactk lockstep on a GPU: one problem or many drawn ones, and the report. Built only where there are kernels.
// Spec: algorithm/O1 O2 O4, contract/C15. Layer: tools/cli.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exactk/cli/session.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>
#include <exactk/lockstep_device.hpp>
#ifdef EXACTK_HAVE_CASES
#include <exactk/casefile/drawn.hpp>
#include <exactk/cases/case.hpp>
#endif

#include "lockstep.hpp"
#include "lockstep_case.hpp"
#include "text.hpp"
#include "wishes.hpp"

namespace exactk::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t findings_shown_max = 20; // convention: a screenful; JSON has all

/// A case whose run did not agree.
struct Diverged {
    std::string name;
    std::string plan;
    std::string again; ///< the command line that shows it, for drawn cases
    lockstep::Finding finding;
    casefile::Stored file; ///< its case file
};

struct Tally {
    std::int64_t cases = 0;
    std::int64_t rows = 0;
    std::int64_t left_out = 0;
    std::string left_out_reason; ///< of the first one
    std::int64_t not_run = 0;    ///< after an error that may have lost the device
    std::vector<Diverged> diverged;
};

std::string plan_in_words(const device::Plan &plan) {
    const device::Form &form = plan.first;
    return fmt::format(
        "{}, {} CTAs, {} resident keys, filter {}", device::name(form.strategy), form.ctas,
        form.resident_keys,
        form.whole > 0 || form.sample > 0
            ? fmt::format("whole {} list {} sample {}", form.whole, form.list_entries, form.sample)
            : "off");
}

/// The flags beside those of the case, so that a divergence can be shown again.
std::string flags_again(const LockstepCommand &command) {
    std::string flags;
    const auto add = [&flags](const char *flag, const std::string &value) {
        flags += std::string(" ") + flag + (value.empty() ? "" : " " + value);
    };
    const device::Wishes &wishes = command.wishes;
    if (!command.strategy.empty())
        add("--strategy", command.strategy);
    if (wishes.ctas != 0)
        add("--ctas", std::to_string(wishes.ctas));
    if (!command.profile.empty())
        add("--profile", command.profile);
    if (wishes.list_entries_max != 0)
        add("--list", std::to_string(wishes.list_entries_max));
    if (wishes.resident_keys_max != 0)
        add("--resident", std::to_string(wishes.resident_keys_max));
    if (command.no_filter)
        add("--no-filter", "");
    if (command.fault != 0)
        add("--fault", std::to_string(command.fault));
    if (!command.threshold_text.empty())
        add("--threshold", command.threshold_text);
    return flags;
}

lockstep::Asked asked_for(const LockstepCommand &command) {
    lockstep::Asked asked;
    asked.fault = command.fault;
    asked.threshold_forced = !command.threshold_text.empty();
    asked.threshold = command.threshold;
    return asked;
}

/// What a refusal of planner or launch means: of a single problem it ends the program.
void left_out(Tally &tally, const Status &status, bool single) {
    if (single && status.code == StatusCode::unsupported_device)
        refuse_unsupported(in_flags(status, false));
    if (single)
        refuse(in_flags(status, false));
    if (++tally.left_out == 1)
        tally.left_out_reason = in_flags(status, false);
}

/// False where the rest must not be run. `drawn` is the problem as a case file, null where it came from files.
bool run_one(const Problem &problem, const device::Profile &profile, const LockstepCommand &command,
             const lockstep::Asked &asked, const std::string &name, const std::string &again,
             const casefile::CaseFile *drawn, Tally &tally) {
    const bool single = !command.drawn();
    device::Plan plan;
    const Status planned = device::make_plan(shape_of(problem), profile, command.wishes, plan);
    if (planned.code != StatusCode::ok) {
        left_out(tally, planned, single);
        return true;
    }
    lockstep::Finding finding = lockstep::run_on_device(problem, plan, asked);
    if (finding.status.code == StatusCode::unsupported_device ||
        finding.status.code == StatusCode::out_of_memory ||
        (single && finding.status.code != StatusCode::ok)) {
        left_out(tally, finding.status, single);
        return true;
    }
    ++tally.cases;
    tally.rows += problem.rows;
    const bool go_on = finding.trouble.empty();
    if (!finding.agreed()) {
        const std::string words = plan_in_words(plan);
        casefile::Stored file =
            store_divergence(command.cases_dir, {name, words, plan, problem, asked, finding, drawn});
        tally.diverged.push_back({name, words, again, std::move(finding), std::move(file)});
    }
    return go_on;
}

#ifdef EXACTK_HAVE_CASES
void run_cases(const device::Profile &profile, const LockstepCommand &command, Tally &tally) {
    const std::string flags = flags_again(command);
    std::vector<std::pair<cases::Family, int>> list;
    if (!command.only.empty()) {
        list.resize(1);
        (void)cases::parse_id(command.only, list[0].first, list[0].second); // checked with the flags
    }
    for (int family = 0; command.only.empty() && family < cases::family_count; ++family) {
        for (int number = 0; number < command.cases; ++number)
            list.emplace_back(static_cast<cases::Family>(family), number);
    }
    bool go_on = true;
    for (const auto &[family, number] : list) {
        if (!go_on) {
            ++tally.not_run;
            continue;
        }
        const cases::Case one = cases::make_case(command.seed, family, number);
        const cases::Batch batch(one);
        lockstep::Asked asked = asked_for(command);
        asked.scores = one.wants_scores;
        asked.facts = one.wants_facts;
        asked.output_gap = one.output_gap;
        const std::string again =
            fmt::format("exactk lockstep --seed {} --only {}{}", command.seed, cases::id(one), flags);
        const casefile::CaseFile drawn = casefile::from_drawn(one, batch, Plan{});
        go_on = run_one(batch.problem(), profile, command, asked, cases::id(one), again, &drawn, tally);
    }
}
#endif

Json to_json(const Diverged &diverged) {
    Json json;
    json["case"] = diverged.name;
    json["plan"] = diverged.plan;
    const auto &first = diverged.finding.first;
    const auto place = [](std::int64_t value) { return value < 0 ? Json() : Json(value); };
    json["step"] = first ? Json(first->step) : Json();
    json["field"] = first ? Json(first->field) : Json();
    json["row"] = first ? place(first->row) : Json();
    json["cta"] = first ? place(first->cta) : Json();
    json["round"] = first ? place(first->round) : Json();
    json["place"] = first ? place(first->bin) : Json();
    json["expected"] = first ? Json(hex(first->expected, 4)) : Json();
    json["got"] = first ? Json(hex(first->got, 4)) : Json();
    json["text"] = lockstep::describe(diverged.finding);
    json["case_file"] = diverged.file.path.empty() ? Json() : Json(diverged.file.path);
    return json;
}

void print_json(const LockstepCommand &command, const device::Profile &own, const device::Profile &planned,
                const Tally &tally) {
    Json json;
    json["command"] = "lockstep";
    json["library"] = library_version();
    json["contract"] = contract_version();
    json["device"] = own.name;
    json["profile"] = planned.name;
    json["seed"] = command.drawn() ? Json(command.seed) : Json();
    json["fault"] = command.fault;
    json["threshold"] = command.threshold_text.empty() ? Json() : Json(command.threshold_text);
    json["cases"] = tally.cases;
    json["rows"] = tally.rows;
    json["left_out"] = tally.left_out;
    json["left_out_reason"] = tally.left_out_reason;
    json["not_run"] = tally.not_run;
    json["diverged"] = Json::array();
    for (const Diverged &diverged : tally.diverged)
        json["diverged"].push_back(to_json(diverged));
    fmt::print("{}\n", json.dump(2));
}

void print_text(const LockstepCommand &command, const device::Profile &own, const device::Profile &planned,
                const Tally &tally) {
    for (std::size_t number = 0; number < tally.diverged.size(); ++number) {
        const Diverged &diverged = tally.diverged[number];
        if (number == findings_shown_max) {
            fmt::print("{} more are not shown\n", tally.diverged.size() - number);
            break;
        }
        fmt::print("diverged {} [{}]: {}\n", diverged.name, diverged.plan,
                   lockstep::describe(diverged.finding));
        if (!diverged.again.empty())
            fmt::print("  again: {}\n", diverged.again);
        fmt::print("  case file: {}\n",
                   diverged.file.path.empty() ? "none, " + diverged.file.reason : diverged.file.path);
    }
    if (tally.left_out != 0)
        fmt::print("left out {}, the first one: {}\n", tally.left_out, tally.left_out_reason);
    if (tally.not_run != 0)
        fmt::print("not run {}: the error before may have lost the device\n", tally.not_run);
    fmt::print(
        "device {}, planned for {}, fault {}: {} cases, {} rows, {} diverged, {} left out, {} not run\n",
        own.name, planned.name, command.fault, tally.cases, tally.rows, tally.diverged.size(), tally.left_out,
        tally.not_run);
}

} // namespace

int run_lockstep(const LockstepCommand &command, const device::Profile &own, const device::Profile &planned,
                 const Problem *problem) {
    Tally tally;
    if (problem != nullptr)
        (void)run_one(*problem, planned, command, asked_for(command), command.problem.scores, "", nullptr,
                      tally);
#ifdef EXACTK_HAVE_CASES
    else
        run_cases(planned, command, tally);
#endif
    if (command.json)
        print_json(command, own, planned, tally);
    else
        print_text(command, own, planned, tally);
    if (!tally.diverged.empty())
        return exit_failed;
    return tally.cases == 0 ? exit_inconclusive : exit_passed;
}

} // namespace exactk::cli
