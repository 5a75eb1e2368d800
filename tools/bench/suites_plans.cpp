// The suite for tuning: the automatic plan against all that can be forced.
// Spec: algorithm/S3 F1, contract/C15. Layer: tools/bench.
#include "suites.hpp"

#include <algorithm>
#include <set>

namespace exactk::bench {

namespace {

using device::Strategy;

// A launch takes at most the threads that its kernel is built for, so more of them would be a name without a thing.
constexpr int forced_threads[] = {256, 384, 512, 640, 768}; // convention: steps up to the kernels' bound
constexpr int forced_clusters[] = {2, 4, 8, 16};            // bound: cluster sizes of an H200
constexpr int forced_grids[] = {2, 4, 8, 16, 32, 64, 128};  // convention: doubled up to about the SMs
constexpr std::int64_t shared_reserve = 1024; // bound: CUDA reserves 1 KiB of an SM's shared memory per CTA

std::string form_name(const device::Form &form) {
    return std::string(device::name(form.strategy)) + " " + std::to_string(form.ctas) + " x " +
           std::to_string(form.threads) + " groups " + std::to_string(form.groups) +
           (form.sample > 0 || form.whole > 0 ? "" : " unfiltered");
}

/// How many CTAs with so many threads lie side by side on the device, as far as shared memory and threads say.
std::int64_t ctas_side_by_side(const device::Profile &profile, const device::Form &form) {
    const std::int64_t by_shared = profile.shared_bytes_sm / (form.shared_bytes + shared_reserve);
    const std::int64_t by_threads = profile.threads_per_sm / form.threads;
    return profile.sms * std::max(std::int64_t{1}, std::min(by_shared, by_threads));
}

/// The wishes beside the automatic plan's.
std::vector<device::Wishes> all_wishes() {
    std::vector<device::Wishes> all;
    const auto add = [&all](Strategy strategy, int ctas) {
        for (const bool filter : {true, false}) {
            device::Wishes wishes;
            wishes.automatic = false;
            wishes.strategy = strategy;
            wishes.ctas = ctas;
            wishes.filter = filter;
            all.push_back(wishes);
        }
    };
    add(Strategy::row_per_cta, 1);
    for (const int ctas : forced_clusters) {
        add(Strategy::row_per_cluster, ctas);
    }
    for (const int ctas : forced_grids) {
        add(Strategy::row_per_grid, ctas);
    }
    return all;
}

/// Numbers of groups worth a try with these threads: what fits side by side, half and twice of it, and all rows.
std::set<std::int64_t> group_counts(const device::Profile &profile, const device::Form &form,
                                    std::int64_t rows) {
    if (form.strategy == Strategy::row_per_grid) {
        return {form.groups}; // the workspace holds so many rows
    }
    const std::int64_t fitting = std::max(std::int64_t{1}, ctas_side_by_side(profile, form) / form.ctas);
    std::set<std::int64_t> counts;
    for (const std::int64_t count : {fitting / 2, fitting, 2 * fitting, rows}) {
        counts.insert(std::clamp(count, std::int64_t{1}, rows));
    }
    return counts;
}

/// The form with other threads and groups. Without a filter only the form itself, since the filter is what is asked.
std::vector<device::Form> edits(const device::Profile &profile, const device::Form &form, std::int64_t rows,
                                bool filter) {
    std::vector<device::Form> all{form};
    if (!filter) {
        return all;
    }
    for (const int threads : forced_threads) {
        device::Form edited = form;
        edited.threads = threads;
        for (const std::int64_t groups : group_counts(profile, edited, rows)) {
            edited.groups = groups;
            all.push_back(edited);
        }
    }
    return all;
}

std::vector<Variant> make_plans(Session &session, const Request &request) {
    std::vector<Variant> variants;
    variants.push_back(make_variant(session, request));
    std::set<std::string> seen{form_name(variants.front().plan.first)};
    for (const device::Wishes &wishes : all_wishes()) {
        Variant planned;
        Request forced = request;
        forced.base = request.name;
        if (!make_variant(session, forced, wishes, planned) || planned.slices == 0) {
            continue; // more CTAs than this device or these rows can have; that is no plan
        }
        const device::Form form = planned.plan.first;
        for (const device::Form &edited : edits(session.profile(), form, request.rows, wishes.filter)) {
            if (!seen.insert(form_name(edited)).second) {
                continue;
            }
            Variant variant;
            make_variant(session, forced, wishes, variant);
            variant.plan.first = edited;
            variant.request.name = form_name(edited);
            variant.may_be_refused = true;
            variants.push_back(std::move(variant));
        }
    }
    return variants;
}

} // namespace

std::vector<Cell> plans_cells(const Selection &selection) {
    std::vector<Cell> cells;
    for (const Point &point : points(selection, {1, 4, 8, 32, 64, 128, 256, 1024, 4096},
                                     {4096, 16384, 65536, 262144, 1048576}, {512, 2048})) {
        Request request = request_at(point);
        request.distribution = selection.distribution;
        request.type = selection.type;
        request.floor_key = "all";
        cells.push_back(
            {text_of(point), [request](Session &session) { return make_plans(session, request); }});
    }
    return cells;
}

} // namespace exactk::bench
