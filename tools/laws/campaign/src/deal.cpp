// Deals random schedules, and bounds what they can have missed.
// Spec: algorithm/B1 B2 B3. Layer: tools/laws.
#include "deal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>

namespace exactk::campaign {

namespace {

using schedule::Form;
using schedule::form_count;

constexpr std::int64_t per_unit = 1000;    // convention: about a second
constexpr std::int64_t between_large = 9;  // convention: units of 16 CTAs before one of more
constexpr std::int64_t turns_per_row = 13; // convention: now and then another row

/// Of all schedules a form gets so many parts.
std::int64_t share_of(Form form) { return form == Form::cluster_list ? 8 : 5; }
constexpr std::int64_t shares = 28; // bound: the sum over all forms

std::int64_t runs_of(std::int64_t schedules, Form form) {
    const std::int64_t whole = schedules / shares * share_of(form);
    return whole +
           (schedules % shares * share_of(form) + shares - 1) / shares; // rounded up: none goes without
}

std::int64_t units_of(std::int64_t schedules, Form form) {
    const std::int64_t units = (runs_of(schedules, form) + per_unit - 1) / per_unit;
    return units + units / between_large;
}

/// log of the most that can be missed by a unit.
double log_missed(std::int64_t runs, int steps) {
    return static_cast<double>(runs) * std::log1p(-1 / (static_cast<double>(schedule_ctas) * steps));
}

} // namespace

std::int64_t dealt_units(std::int64_t schedules) {
    std::int64_t units = 0;
    for (int form = 0; form < form_count; ++form) {
        units += units_of(schedules, static_cast<Form>(form));
    }
    return units;
}

Dealt dealt(std::uint64_t seed, std::int64_t schedules, std::int64_t unit) {
    // All forms but cluster_list have the same number of turns, and that one the most.
    const std::int64_t common = units_of(schedules, Form::cluster);
    const bool alone = unit >= common * form_count;
    const std::int64_t turn = alone ? unit - common * (form_count - 1) : unit / form_count;
    Dealt one;
    one.setup.form = alone ? Form::cluster_list : static_cast<Form>(unit % form_count);
    one.setup.rounds = 3; // convention: as many as change buffers once round
    one.setup.seed = seed + static_cast<std::uint64_t>(turn / turns_per_row);
    const std::int64_t large = turn / (between_large + 1); // units of large schedules before this one
    if (turn % (between_large + 1) == between_large) {
        one.setup.ctas = large % 2 == 0 ? 32 : 64;
        one.runs = large % 2 == 0 ? 125 : 20; // convention: they take longer
        return one;
    }
    one.setup.ctas = schedule_ctas;
    one.runs = std::min(per_unit, runs_of(schedules, one.setup.form) - (turn - large) * per_unit);
    return one;
}

Missed missed(std::uint64_t seed, std::int64_t schedules, const std::set<std::int64_t> &units_done,
              Form form) {
    std::map<std::uint64_t, int> steps; // by the seed of the row
    Missed sum;
    double log_sum = 0;
    for (const std::int64_t unit : units_done) {
        const Dealt one = dealt(seed, schedules, unit);
        if (one.setup.form != form || one.setup.ctas != schedule_ctas) {
            continue;
        }
        auto known = steps.find(one.setup.seed);
        if (known == steps.end()) {
            known = steps.emplace(one.setup.seed, schedule::Machine(one.setup).steps_max()).first;
        }
        sum.runs += one.runs;
        log_sum += log_missed(one.runs, known->second);
    }
    // What is smaller than any number is told as the smallest, since 0 would be no bound.
    sum.at_most = std::max(std::exp(log_sum), std::numeric_limits<double>::min());
    return sum;
}

std::string rounded_up(double number) {
    for (double raised = number;; raised *= 1.0009) { // convention: less than a step of three digits
        char text[32];
        std::snprintf(text, sizeof text, "%.3g", raised);
        if (std::strtod(text, nullptr) >= number) {
            return text;
        }
    }
}

std::vector<std::string> missed_words(std::uint64_t seed, std::int64_t schedules,
                                      const std::set<std::int64_t> &units_done) {
    std::vector<std::string> lines;
    for (int number = 0; number < form_count; ++number) {
        const Form form = static_cast<Form>(number);
        const Missed one = missed(seed, schedules, units_done, form);
        const std::string what = std::string("form ") + schedule::name(form) + ": ";
        lines.push_back(one.runs == 0 ? what + "not run"
                                      : what + std::to_string(one.runs) + " schedules of " +
                                            std::to_string(schedule_ctas) + " CTAs miss a fault of depth " +
                                            std::to_string(schedule_depth) +
                                            " with a probability of at most " + rounded_up(one.at_most));
    }
    return lines;
}

} // namespace exactk::campaign
