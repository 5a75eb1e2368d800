// Laws of plans: CTA count, chunks, digits, emission and filter change no output.
// Spec: contract/C15 C16, algorithm/S3 S4 S8 F1 F4. Layer: tools/laws.
#include "law_list.hpp"

#include <algorithm>

#include <exactk/cases/case.hpp>

namespace exactk::laws {

namespace {

/// A legal filter that no planner would choose.
FilterPlan any_filter(const CaseFile &one, Engine &engine) {
    FilterPlan filter;
    filter.whole = once_in(engine, 2) ? 0 : uniform(engine, 0, one.width + 1);
    filter.list =
        filter_piece * uniform(engine, 0, 8) + uniform(engine, 0, std::max<std::int64_t>(one.width, 1));
    for (std::int64_t sample = filter_piece; sample <= std::min(filter.list, one.width); sample *= 2) {
        if (once_in(engine, 2)) {
            filter.sample = sample;
        }
    }
    filter.forced = once_in(engine, 3);
    if (filter.forced) {
        const std::vector<std::uint32_t> &row = row_of(one, uniform(engine, 0, one.rows - 1));
        filter.threshold =
            row.empty()
                ? 0u
                : static_cast<std::uint32_t>(key_of(row[below(engine, row.size())], one.type, one.options));
    }
    return filter;
}

/// Three plans besides the case's own.
std::string plan_broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    const Answer right = answer(implementation, one);
    for (int number = 0; number < 3; ++number) {
        CaseFile other = one;
        other.plan = cases::random_plan(engine, one.type, one.width);
        if (once_in(engine, 2)) {
            other.plan.filter = any_filter(one, engine);
        }
        const std::string words = difference(answer(implementation, other), right);
        if (!words.empty()) {
            return "under " + cases::describe(other.plan) +
                   (other.plan.filter.list > 0 ? " and a filter" : "") + ", " + words;
        }
    }
    return "";
}

std::string emission_broken(const Implementation &implementation, const CaseFile &one, Engine &) {
    CaseFile other = one;
    other.plan.emission =
        one.plan.emission == Plan::Emission::direct ? Plan::Emission::merge : Plan::Emission::direct;
    const std::string words = difference(answer(implementation, other), answer(implementation, one));
    return words.empty() ? "" : "with the other emission, " + words;
}

/// Without a filter, and with others in front of the same rounds.
std::string filter_broken(const Implementation &implementation, const CaseFile &one, Engine &engine) {
    CaseFile plain = one;
    plain.plan.filter = {};
    const Answer right = answer(implementation, plain);
    CaseFile other = one;
    for (int number = 0; number < 2; ++number) {
        const std::string words = difference(answer(implementation, other), right);
        if (!words.empty()) {
            return "with a filter, " + words;
        }
        other.plan.filter = any_filter(one, engine);
        other.plan.ctas = once_in(engine, 2) ? 1 : other.plan.ctas;
        if (other.plan.ctas == 1) {
            other.plan.bounds.clear();
        }
    }
    return "";
}

} // namespace

constinit const Law plan_law = {
    "plan", "C15 C16",
    "Under any legal plan the outputs are the same; what may differ is time and trace, which are none.",
    on<plan_broken>, true};
constinit const Law emission_law = {"emission", "C15", "Slots from counts are those from merged runs.",
                                    on<emission_broken>, true};
constinit const Law filter_law = {"filter", "C15", "A filter before the rounds changes no output.",
                                  on<filter_broken>, true};

} // namespace exactk::laws
