// A plan in words, and refusals.
// Spec: algorithm/S3 S4, contract/C15 C18. Layer: device.
#include <exactk/device.hpp>

#include <exactk/contract/plan.hpp>
#include <exactk/contract/text.hpp>

#include "plan/forms.hpp"
#include "plan/profiles.hpp"

namespace exactk::device {

namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

std::string counted(std::int64_t value, const char *one, const char *several) {
    return number(value) + " " + (value == 1 ? one : several);
}

std::string or_else(const char *text, const char *otherwise) { return *text == '\0' ? otherwise : text; }

std::string problem_line(const Shape &shape) {
    const Options &options = shape.options;
    return std::string("problem: ") + exactk::name(shape.type) + ", rows " + number(shape.rows) + ", width " +
           number(shape.width) + ", k " + number(shape.k) + "; direction " + exactk::name(options.direction) +
           ", nan " + exactk::name(options.nan_policy) + ", ties " + exactk::name(options.ties) + ", order " +
           exactk::name(options.order) + "\n";
}

std::string profile_lines(const Profile &profile) {
    std::string text =
        "profile: " + or_else(profile.name, "without a name") + ", compute capability " +
        number(profile.compute_capability / 10) + "." + number(profile.compute_capability % 10) + ", " +
        number(profile.sms) + " SMs, " + number(profile.shared_bytes_optin) + " bytes shared per CTA, " +
        number(profile.shared_bytes_sm) + " per SM, " + number(profile.threads_per_sm) + " threads per SM, ";
    text += profile.cluster_ctas_max == 0 ? std::string("no clusters")
                                          : "clusters up to " + number(profile.cluster_ctas_portable) + ", " +
                                                number(profile.cluster_ctas_max) + " non-portable";
    return text + "\n  source: " + or_else(profile.source, "not said") + "\n";
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
    return form.sample == 0
               ? whole + ", longer ones have none"
               : whole + ", longer ones by a threshold from at most " + number(form.sample) + " samples";
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

/// What is legal where wishes.ctas was refused: the limit says which strategy it was for.
std::string legal_ctas(std::int64_t limit) {
    if (limit == 0)
        return "it must be at least 0, which leaves it to the planner";
    if (limit == 1)
        return "row_per_cta takes 1";
    return limit <= cluster_ctas_limit
               ? "row_per_cluster takes a power of two up to " + number(limit) + " here"
               : "row_per_grid takes 1 to " + number(limit);
}

/// What a refused wish was and what is legal instead; empty for anything else.
std::string wish_words(const std::string &wish, std::int64_t value, std::int64_t limit) {
    const std::string is = wish + " is " + number(value) + "; ";
    if (wish == "wishes.strategy" && value == static_cast<int>(Strategy::row_per_cluster))
        return wish +
               " is row_per_cluster; this device has no clusters, so it must be row_per_cta or row_per_grid";
    if (wish == "wishes.strategy")
        return is + "the last known is " + number(limit);
    if (wish == "wishes.ctas")
        return is + legal_ctas(limit);
    if (wish == "wishes.list_entries_max" && value % filter_piece != 0)
        return is + "it must be a multiple of " + number(filter_piece) + ", or 0";
    if (wish == "wishes.sms_max" && value > 0)
        return is + "the CTAs of a row need at least " + number(limit);
    if (wish.starts_with("wishes."))
        return is + (value < 0 ? "it must be at least 0" : "it must be at most " + number(limit));
    return "";
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
    if (plan.programmatic)
        text += "launch: programmatic, where the device has it\n";
    text += "workspace: " + number(workspace_bytes(plan)) + " bytes\n";
    return text + "reason: " + plan.reason + "\n";
}

std::string describe_refusal(const Status &status) {
    const std::string argument = status.argument != nullptr ? status.argument : "";
    std::string words;
    if (status.code == StatusCode::illegal_plan)
        words = wish_words(argument, status.value, status.limit);
    if (status.code == StatusCode::out_of_limits && argument == "rows" && status.limit > 0)
        words = "rows is " + number(status.value) + "; row_per_grid takes at most " + number(status.limit) +
                " here";
    if (status.code == StatusCode::unsupported_device && argument == "device")
        words = "CUDA device " + number(status.value) +
                " cannot be asked: there is none here, or this build has no kernels";
    if (status.code == StatusCode::unsupported_device && argument == "launch")
        words = "CUDA refused the launch with error " + number(status.value);
    if (status.code == StatusCode::unsupported_device && argument == "plan.profile.compute_capability")
        words = "this build has no kernels, so nothing can be launched";
    return words.empty() ? exactk::describe(status) : std::string(exactk::name(status.code)) + ": " + words;
}

} // namespace exactk::device
