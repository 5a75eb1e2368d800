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

// The planner's own lists keep to the limit of wishes because no CTA may have the shared memory for a longer one.
constexpr std::int64_t list_entry_bytes_min = 8; // bound: a key and a position of 4 bytes each
static_assert((profile_shared_bytes_optin_limit - shared_bytes_static - shared_bytes_fixed) /
                  list_entry_bytes_min <=
              list_entries_limit);

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

/// Whether rows of that form are to be sampled and cannot be, since the list does not fit a CTA's shared memory.
bool lacks_list(const Setting &setting, const Form &form) {
    const Shape &shape = setting.shape;
    const std::int64_t longest =
        form.strategy == Strategy::row_per_grid ? std::min(form.cta_length_max, shape.width) : shape.width;
    return setting.filter && form.sample == 0 && shape.k > 0 && longest > std::max(shape.k, form.whole);
}

/// A list that was wished for is as long as wished or refused, with the longest that there can be.
Status check_list(const Setting &setting, const Form &form) {
    if (setting.list_entries_cap == 0 || !lacks_list(setting, form))
        return {};
    Setting shorter = setting;
    std::int64_t fits = 0;
    std::int64_t fits_not = setting.list_entries_cap / filter_piece;
    while (fits_not - fits > 1) {
        const std::int64_t pieces = (fits + fits_not) / 2;
        shorter.list_entries_cap = pieces * filter_piece;
        (lacks_list(shorter, make_form(shorter, form.strategy, form.ctas)) ? fits_not : fits) = pieces;
    }
    return illegal("wishes.list_entries_max", setting.list_entries_cap, fits * filter_piece);
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
    made.programmatic = wishes.programmatic;
    made.first = make_form(setting, choice.strategy, choice.ctas);
    status = check_list(setting, made.first);
    if (status.code != StatusCode::ok)
        return status;
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

Status workspace_bytes_max(std::int64_t rows, std::int64_t width, std::int64_t k, const Profile &profile,
                           std::int64_t &bytes) {
    Shape shape;
    shape.rows = rows;
    shape.width = width;
    shape.k = k;
    const Status status = supports(shape, profile);
    if (status.code != StatusCode::ok)
        return status;
    // A wish can make row_per_grid of any number of CTAs out of any shape, so only the rows count.
    const std::int64_t row = grid_row_bytes(rounds_max, grid_ctas_max);
    bytes = rows > workspace_limit / row ? workspace_limit : rows * row;
    return {};
}

} // namespace exactk::device
