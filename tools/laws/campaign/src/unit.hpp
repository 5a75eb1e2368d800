// A unit of the campaign: a piece of work that is done whole or not at all, the same on every machine.
// Spec: contract/C15. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <exactk/campaign.hpp>

namespace exactk::campaign {

/// What came of a unit.
struct Done {
    std::int64_t cases = 0;
    std::int64_t rows = 0;
    std::int64_t checks = 0;
    std::vector<std::string> failures; ///< one line each
    bool given_up = false;             ///< stopped halfway: nothing of it counts
};

/// How many units a part has.
std::int64_t units_of(Part part, const Settings &settings);
/// About how many seconds of one core a unit takes, for the progress bar alone.
double cost_of(Part part, std::int64_t unit, const Settings &settings);

Done run_small(const Settings &settings, std::int64_t unit);
Done run_rows(const Settings &settings, std::int64_t unit);
Done run_wide(const Settings &settings, std::int64_t unit);
Done run_space(const Settings &settings, std::int64_t unit);
Done run_schedules(const Settings &settings, std::int64_t unit);

std::int64_t small_units(const Settings &settings);
double small_cost(const Settings &settings, std::int64_t unit);
std::int64_t space_units(const Settings &settings);
/// What all random schedules of these settings can have missed, in words, one line a form.
std::vector<std::string> missed_words(const Settings &settings);

/// Rows in a unit of `rows`, in one of `wide`, and schedules of 16 CTAs in one of `random_schedules`.
inline constexpr std::int64_t rows_per_unit = 200;       // convention: less than a second
inline constexpr std::int64_t wide_per_unit = 4;         // convention: about a second
inline constexpr std::int64_t schedules_per_unit = 1000; // convention: about a second

/// The implementations that are looked at.
const std::vector<Implementation> &chosen(const Settings &settings);
inline bool stopped(const Settings &settings) { return settings.stopped && settings.stopped(); }

} // namespace exactk::campaign
