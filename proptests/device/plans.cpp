// Lists wishes and makes plans from them.
// Spec: contract/C15, algorithm/F1. Layer: proptests/device.
#include "plans.hpp"

#include <algorithm>
#include <stdexcept>

#include <exactk/contract/text.hpp>

#include "kernels/limits.hpp"

namespace exactk::device_tests {

namespace {

NamedWishes forced(device::Strategy strategy, int ctas) {
    NamedWishes named;
    named.name = std::string(device::name(strategy)) + " " + std::to_string(ctas);
    named.wishes.automatic = false;
    named.wishes.strategy = strategy;
    named.wishes.ctas = ctas;
    return named;
}

} // namespace

const std::vector<NamedWishes> &all_wishes() {
    static const std::vector<NamedWishes> list = [] {
        std::vector<NamedWishes> made = {{"automatic", {}}, forced(device::Strategy::row_per_cta, 1)};
        for (const int ctas : {1, 2, 4, 8, 16}) {
            made.push_back(forced(device::Strategy::row_per_cluster, ctas));
        }
        for (const int ctas : {1, 2, 3, 7, 16, 64}) {
            made.push_back(forced(device::Strategy::row_per_grid, ctas));
        }
        return made;
    }();
    return list;
}

std::vector<NamedWishes> wishes_of_each_strategy() {
    return {{"automatic", {}},
            forced(device::Strategy::row_per_cta, 1),
            forced(device::Strategy::row_per_cluster, 8),
            forced(device::Strategy::row_per_cluster, 16),
            forced(device::Strategy::row_per_grid, 16)};
}

NamedWishes with_resident_keys(NamedWishes named, std::int64_t most) {
    named.name += " resident " + std::to_string(most);
    named.wishes.resident_keys_max = most;
    return named;
}

NamedWishes with_list(NamedWishes named, std::int64_t entries) {
    named.name += " list " + std::to_string(entries);
    named.wishes.list_entries_max = entries;
    return named;
}

NamedWishes without_filter(NamedWishes named) {
    named.name += " without filter";
    named.wishes.filter = false;
    return named;
}

NamedWishes with_fewest_threads(NamedWishes named) {
    named.name += " fewest threads";
    named.fewest_threads = true;
    return named;
}

std::vector<NamedWishes> filter_wishes() {
    std::vector<NamedWishes> list = {with_fewest_threads(forced(device::Strategy::row_per_cta, 1))};
    for (const NamedWishes &named : wishes_of_each_strategy()) {
        // row_per_grid has a filter only where one CTA does a row, so its rows are left as they are.
        const bool grid = named.wishes.strategy == device::Strategy::row_per_grid;
        const NamedWishes shared = grid ? named : sharing_every_row(named);
        list.push_back(with_list(shared, 64));
        list.push_back(with_list(with_resident_keys(shared, 256), 1024));
        list.push_back(without_filter(shared));
    }
    return list;
}

NamedWishes sharing_every_row(NamedWishes named) {
    named.name += " every row shared";
    named.every_row_shared = true;
    return named;
}

std::vector<NamedWishes> all_wishes_and_shared() {
    std::vector<NamedWishes> list = all_wishes();
    for (const NamedWishes &named : all_wishes()) {
        if (named.wishes.ctas > 1) {
            list.push_back(sharing_every_row(named));
        }
    }
    return list;
}

bool possible(const device::Wishes &wishes, const device::Profile &profile) {
    return wishes.automatic || wishes.strategy != device::Strategy::row_per_cluster ||
           wishes.ctas <= profile.cluster_ctas_max;
}

device::Plan plan_for(const device::Shape &shape, const device::Profile &profile, const NamedWishes &named) {
    device::Plan plan;
    const Status status = device::make_plan(shape, profile, named.wishes, plan);
    if (status.code != StatusCode::ok) {
        throw std::runtime_error("make_plan refused: " + describe(status));
    }
    if (named.fewest_threads && plan.first.whole >= shape.width) {
        // Neither whole warps nor at least threads_min: those are for the launcher to see to.
        plan.first.threads =
            static_cast<int>((shape.width + device::whole_elements_most - 1) / device::whole_elements_most);
    }
    if (named.every_row_shared) {
        plan.first.cta_length_max = 0;
        plan.fallback.cta_length_max = 0;
    }
    return plan;
}

device::Shape shape_of(const Problem &problem) {
    device::Shape shape;
    shape.type = problem.type;
    shape.rows = problem.rows;
    shape.width = problem.width;
    shape.k = problem.k;
    shape.options = problem.options;
    return shape;
}

} // namespace exactk::device_tests
