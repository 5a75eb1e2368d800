// The plans that a case is run on: the planner's own, and every strategy and CTA count forced.
// Spec: contract/C15, algorithm/F1. Layer: proptests/device.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <exactk/device.hpp>

#include "runner.hpp"

namespace exactk::device_tests {

struct NamedWishes {
    std::string name; ///< e.g. "row_per_cluster 8"
    device::Wishes wishes;
    /// No row is left to one CTA, however short: the CTAs of a team then meet rows shorter than their number.
    bool every_row_shared = false;
    /// Rows that are all listed whole are held by as few threads as can hold them.
    bool fewest_threads = false;
};

/// The automatic choice, then row_per_cta, row_per_cluster of 1 2 4 8 16, row_per_grid of 1 2 3 7 16 64.
const std::vector<NamedWishes> &all_wishes();
/// One of each strategy, and the automatic choice first.
std::vector<NamedWishes> wishes_of_each_strategy();
/// The same wishes with a cap on resident keys, so that rows of ordinary length are rescanned.
NamedWishes with_resident_keys(NamedWishes named, std::int64_t most);
/// The same wishes with at most so many elements listed, a multiple of 32: rows that are longer are sampled.
NamedWishes with_list(NamedWishes named, std::int64_t entries);
/// The same wishes without a filter.
NamedWishes without_filter(NamedWishes named);
/// The same wishes with as few threads as hold rows that are all listed whole: the planner takes them for many rows only.
NamedWishes with_fewest_threads(NamedWishes named);
/// One of each strategy with short lists, with long ones, and without a filter; those of several CTAs share every row.
/// One of row_per_cta has the fewest threads.
std::vector<NamedWishes> filter_wishes();
/// The same wishes with every row shared. A plan's numbers are the kernels' orders, so the made plan is changed.
NamedWishes sharing_every_row(NamedWishes named);
/// all_wishes(), then those of several CTAs once more with every row shared.
std::vector<NamedWishes> all_wishes_and_shared();

/// Whether a device of that profile has clusters as large as the wishes ask for.
bool possible(const device::Wishes &wishes, const device::Profile &profile);

/// Plan for the shape. Throws where it is refused: the caller asks `possible` first.
device::Plan plan_for(const device::Shape &shape, const device::Profile &profile, const NamedWishes &named);
device::Shape shape_of(const Problem &problem);

/// Runs a case per wishes that are possible here, named "name: wishes"; the others are left out aloud.
void for_each_plan(Context &context, const std::string &name, const Problem &problem,
                   const std::vector<NamedWishes> &list,
                   const std::function<std::string(const device::Plan &)> &body);

} // namespace exactk::device_tests
