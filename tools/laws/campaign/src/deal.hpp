// Random schedules dealt to the forms, in units, and what those that were run can have missed.
// Spec: algorithm/B1 B2 B3. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <exactk/schedule.hpp>

namespace exactk::campaign {

inline constexpr int schedule_depth = 2; // convention: one change of priority beside the first order
inline constexpr int schedule_ctas = 16; // convention: those that the bound is about; larger ones come on top

/// What a unit of random schedules runs.
struct Dealt {
    schedule::Setup setup;
    std::int64_t runs = 0;
};

/// `schedules` of 16 CTAs are dealt to all forms, so that each has some. A form's units come one from each form in turn;
/// behind nine of them comes one of larger schedules. `cluster_list` gets 8 parts where the others get 5, since its
/// runs have the most steps and so miss the most.
std::int64_t dealt_units(std::int64_t schedules);
Dealt dealt(std::uint64_t seed, std::int64_t schedules, std::int64_t unit);

/// A line a form: what the units of 16 CTAs that were done can have missed, or that none was. Each row has its own number
/// of steps, so the bound is the product over all units.
std::vector<std::string> missed_words(std::uint64_t seed, std::int64_t schedules,
                                      const std::set<std::int64_t> &units_done);

/// The same as a number for one form: 1 where nothing was run.
struct Missed {
    std::int64_t runs = 0;
    double at_most = 1;
};
Missed missed(std::uint64_t seed, std::int64_t schedules, const std::set<std::int64_t> &units_done,
              schedule::Form form);

/// At most three digits that are no less than the number, which is in [0, 1].
std::string rounded_up(double number);

} // namespace exactk::campaign
