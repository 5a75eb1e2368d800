// A plan in words.
// Spec: algorithm/S3 S4, contract/C15. Layer: device.
#include <exactk/device.hpp>

#include <exactk/contract/text.hpp>

#include "plan/forms.hpp"

namespace exactk::device {

namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

std::string counted(std::int64_t value, const char *one, const char *several) {
    return number(value) + " " + (value == 1 ? one : several);
}

std::string problem_line(const Shape &shape) {
    const Options &options = shape.options;
    return std::string("problem: ") + exactk::name(shape.type) + ", rows " + number(shape.rows) + ", width " +
           number(shape.width) + ", k " + number(shape.k) + "; direction " + exactk::name(options.direction) +
           ", nan " + exactk::name(options.nan_policy) + ", ties " + exactk::name(options.ties) + ", order " +
           exactk::name(options.order) + "\n";
}

std::string profile_lines(const Profile &profile) {
    std::string text =
        std::string("profile: ") + profile.name + ", compute capability " +
        number(profile.compute_capability / 10) + "." + number(profile.compute_capability % 10) + ", " +
        number(profile.sms) + " SMs, " + number(profile.shared_bytes_optin) + " bytes shared per CTA, " +
        number(profile.shared_bytes_sm) + " per SM, " + number(profile.threads_per_sm) + " threads per SM, ";
    text += profile.cluster_ctas_max == 0 ? std::string("no clusters")
                                          : "clusters up to " + number(profile.cluster_ctas_portable) + ", " +
                                                number(profile.cluster_ctas_max) + " non-portable";
    return text + "\n  source: " + profile.source + "\n";
}

std::string kernels(const Form &form, const Plan &plan) {
    if (form.nodes == 0)
        return "none: there are no rows";
    if (form.strategy != Strategy::row_per_grid)
        return "1 kernel for all steps";
    const Order order = plan.shape.options.order;
    const std::string several = number(grid_nodes_per_batch(plan.digits.size(), order)) +
                                " a batch of rows in flight, " +
                                counted(grid_batches(plan.shape.rows, form.groups), "batch", "batches");
    return order == Order::rank
               ? several
               : several + "; 1 more a batch where certificates, status or digests are asked for";
}

std::string groups_line(const Form &form) {
    switch (form.strategy) {
    case Strategy::row_per_cta: return counted(form.groups, "CTA", "CTAs");
    case Strategy::row_per_cluster:
        return counted(form.groups, "cluster", "clusters") + " of " + counted(form.ctas, "CTA", "CTAs");
    case Strategy::row_per_grid:
        return counted(form.groups, "row", "rows") + " in flight, " + counted(form.ctas, "CTA", "CTAs") +
               " each";
    }
    return "unknown";
}

std::string filter_words(const Form &form) {
    if (form.whole == 0 && form.sample == 0)
        return "none";
    const std::string whole = "rows of one CTA up to n = " + number(form.whole) + " are listed whole";
    return form.sample == 0 ? whole + ", longer ones have none"
                            : whole + ", longer ones by a threshold from " + number(form.sample) + " samples";
}

std::string form_lines(const char *title, const Form &form, const Plan &plan) {
    std::string text = std::string(title) + ": " + name(form.strategy) + "\n";
    text += "  grid: " + groups_line(form) + ", " + number(form.threads) + " threads per CTA\n";
    text += "  kernels: " + kernels(form, plan) + "\n";
    text += "  nodes: " + number(form.nodes) + "\n";
    text += "  rows of one CTA: n up to " + number(form.cta_length_max) + "\n";
    text += "  keys on chip: " + number(form.resident_keys) + " per CTA\n";
    text += "  filter: " + filter_words(form) + "\n";
    text += "  candidates listed: " + number(form.list_entries) + " per CTA at most" +
            (form.sample > 0 ? "\n" : ", after the first round\n");
    text += "  shared memory: " + number(form.shared_bytes) + " bytes per CTA\n";
    text += "  workspace: " + number(form.workspace_bytes) + " bytes\n";
    return text;
}

} // namespace

std::string describe(const Plan &plan) {
    std::string text = problem_line(plan.shape) + profile_lines(plan.profile) + "digits:";
    for (const int digit : plan.digits)
        text += " " + number(digit);
    text += "\n" + form_lines("first", plan.first, plan);
    if (plan.has_fallback)
        text += form_lines("fallback", plan.fallback, plan);
    else
        text += "fallback: none is needed\n";
    text += "workspace: " + number(workspace_bytes(plan)) + " bytes\n";
    return text + "reason: " + plan.reason + "\n";
}

} // namespace exactk::device
