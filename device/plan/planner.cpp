// Makes plans: checks the wishes, chooses, puts the forms together; and how much workspace plans need.
// Spec: algorithm/S3 S4, contract/C15 C18. Layer: device.
#include <exactk/device.hpp>

#include <algorithm>

#include <exactk/contract/plan.hpp>

#include "kernels/limits.hpp"
#include "plan/choice.hpp"
#include "plan/forms.hpp"
#include "plan/profiles.hpp"

namespace exactk::device {

namespace {

/// Longest list that can be wished for: two counts of a list share a word.
constexpr std::int64_t list_entries_limit =
    (std::int64_t{1} << 16) - filter_piece; // bound: kernels/filtered_row.cuh

Status illegal(const char *argument, std::int64_t value, std::int64_t limit) {
    Status status;
    status.code = StatusCode::illegal_plan;
    status.argument = argument;
    status.value = value;
    status.limit = limit;
    return status;
}

bool is_cluster_size(int ctas, const Profile &profile) {
    return ctas >= 1 && ctas <= std::min(profile.cluster_ctas_max, cluster_ctas_limit) &&
           (ctas & (ctas - 1)) == 0;
}

/// Wishes that cannot be fulfilled whatever the shape is.
Status check_wishes(const Wishes &wishes, const Profile &profile) {
    if (wishes.ctas < 0)
        return illegal("wishes.ctas", wishes.ctas, 0);
    if (wishes.sms_max < 0)
        return illegal("wishes.sms_max", wishes.sms_max, 0);
    if (wishes.resident_keys_max < 0)
        return illegal("wishes.resident_keys_max", wishes.resident_keys_max, 0);
    if (wishes.list_entries_max < 0 || wishes.list_entries_max % filter_piece != 0)
        return illegal("wishes.list_entries_max", wishes.list_entries_max, filter_piece);
    if (wishes.list_entries_max > list_entries_limit)
        return illegal("wishes.list_entries_max", wishes.list_entries_max, list_entries_limit);
    const auto strategy = static_cast<int>(wishes.strategy);
    if (!wishes.automatic && strategy >= strategy_count)
        return illegal("wishes.strategy", strategy, strategy_count - 1);
    if (!wishes.automatic && wishes.strategy == Strategy::row_per_cluster && !has_clusters(profile))
        return illegal("wishes.strategy", strategy, 0);
    return {};
}

/// A number of CTAs without a strategy: a cluster where there is one of this size, else a grid.
Strategy strategy_for(int ctas, const Profile &profile) {
    if (ctas == 1)
        return Strategy::row_per_cta;
    return has_clusters(profile) && is_cluster_size(ctas, profile) ? Strategy::row_per_cluster
                                                                   : Strategy::row_per_grid;
}

/// Whether the strategy can have so many CTAs per row on this device under this limit on SMs.
Status check_choice(const Setting &setting, const Choice &choice) {
    const Profile &profile = setting.profile;
    const int cluster_max = std::min(profile.cluster_ctas_max, cluster_ctas_limit);
    switch (choice.strategy) {
    case Strategy::row_per_cta:
        if (choice.ctas != 1)
            return illegal("wishes.ctas", choice.ctas, 1);
        break;
    case Strategy::row_per_cluster:
        if (!is_cluster_size(choice.ctas, profile))
            return illegal("wishes.ctas", choice.ctas, cluster_max);
        break;
    case Strategy::row_per_grid:
        if (choice.ctas < 1 || choice.ctas > grid_ctas_max)
            return illegal("wishes.ctas", choice.ctas, grid_ctas_max);
        break;
    }
    if (setting.sms_limited && choice.ctas > setting.sms)
        return illegal("wishes.sms_max", setting.sms, choice.ctas);
    if (choice.strategy == Strategy::row_per_grid) {
        const std::int64_t rows_max = grid_rows_max(setting, choice.ctas);
        if (setting.shape.rows > rows_max) {
            Status status;
            status.code = StatusCode::out_of_limits;
            status.argument = "rows";
            status.value = setting.shape.rows;
            status.limit = rows_max;
            return status;
        }
    }
    return {};
}

Choice choose_by(const Setting &setting, const Wishes &wishes) {
    if (wishes.automatic && wishes.ctas == 0)
        return choose(setting, has_clusters(setting.profile));
    Choice choice;
    if (wishes.automatic) {
        choice.strategy = strategy_for(wishes.ctas, setting.profile);
        choice.reason = "the number of CTAs was wished for";
    } else {
        choice.strategy = wishes.strategy;
        choice.reason = "it was wished for";
    }
    choice.ctas = wishes.ctas != 0 ? wishes.ctas : choose_ctas(setting, choice.strategy);
    return choice;
}

std::string reason_of(const Setting &setting, const Form &form, const std::string &why) {
    std::string text = std::string(name(form.strategy)) + ": " + why;
    const std::int64_t chunk = chunk_length_max(setting.shape.width, form.ctas);
    if (form.strategy != Strategy::row_per_grid)
        text += form.whole >= setting.shape.width && form.whole > 0
                    ? "; rows are read once and stay in registers"
                : form.sample > 0             ? "; rows are read once, by a threshold from a sample"
                : chunk <= form.resident_keys ? "; all keys stay on chip"
                                              : "; long chunks are read once a pass";
    if (setting.sms_limited)
        text +=
            "; at most " + std::to_string(setting.sms) + " CTAs at a time, since an SM limit was wished for";
    return text;
}

} // namespace

Status make_plan(const Shape &shape, const Profile &profile, const Wishes &wishes, Plan &plan) {
    Status status = supports(shape, profile);
    if (status.code != StatusCode::ok)
        return status;
    status = check_wishes(wishes, profile);
    if (status.code != StatusCode::ok)
        return status;
    const Setting setting = make_setting(shape, profile, wishes);
    const Choice choice = choose_by(setting, wishes);
    status = check_choice(setting, choice);
    if (status.code != StatusCode::ok)
        return status;
    Plan made;
    made.shape = shape;
    made.profile = profile;
    made.digits = setting.digits;
    made.first = make_form(setting, choice.strategy, choice.ctas);
    made.reason = reason_of(setting, made.first, choice.reason);
    if (choice.strategy == Strategy::row_per_cluster) {
        const Choice other = choose(setting, false);
        made.has_fallback = true;
        made.fallback = make_form(setting, other.strategy, other.ctas);
        made.reason += "\nfallback " + reason_of(setting, made.fallback, other.reason);
    }
    plan = std::move(made);
    return {};
}

std::int64_t workspace_bytes(const Plan &plan) {
    return std::max(plan.first.workspace_bytes, plan.has_fallback ? plan.fallback.workspace_bytes : 0);
}

// A wish can make row_per_grid of any number of CTAs out of any shape, so only the rows count.
std::int64_t workspace_bytes_max(std::int64_t rows, std::int64_t, std::int64_t, const Profile &) {
    const std::int64_t row = grid_row_bytes(rounds_max, grid_ctas_max);
    return rows >= workspace_limit / row + 1 ? workspace_limit : std::max(std::int64_t{0}, rows) * row;
}

} // namespace exactk::device
