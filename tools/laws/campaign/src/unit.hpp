// A unit of the campaign: a piece of work that is done whole or not at all, the same on every machine.
// Spec: contract/C15. Layer: tools/laws.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <exactk/campaign.hpp>

namespace exactk::campaign {

class Shelf;

/// A failure that is told: of what kind it is, such as "law ties of cpu", and a line that begins with it.
struct Failure {
    std::string kind;
    std::string line;
};

/// What came of a unit.
struct Done {
    std::int64_t cases = 0;
    std::int64_t rows = 0;
    std::int64_t checks = 0;
    FallBacks fall_backs;                        ///< in units of drawn rows
    std::vector<Failure> failures;               ///< those that are told
    std::map<std::string, std::int64_t> counted; ///< those that are not, by kind
    bool given_up = false;                       ///< stopped halfway: nothing of it counts

    std::int64_t failed() const;
};

/// How many units a part has.
std::int64_t units_of(Part part, const Settings &settings);
/// About how many seconds of one core a unit takes, for the progress bar alone.
double cost_of(Part part, std::int64_t unit, const Settings &settings);
double cost_of_all(Part part, const Settings &settings); ///< the sum over a part's units

Done run_small(const Settings &settings, std::int64_t unit, Shelf &shelf);
Done run_rows(const Settings &settings, std::int64_t unit, Shelf &shelf);
Done run_wide(const Settings &settings, std::int64_t unit, Shelf &shelf);
Done run_space(const Settings &settings, std::int64_t unit, Shelf &shelf);
Done run_schedules(const Settings &settings, std::int64_t unit, Shelf &shelf);

std::int64_t small_units(const Settings &settings);
double small_cost(const Settings &settings, std::int64_t unit);
std::int64_t space_units(const Settings &settings);

/// Rows in a unit of `rows` and in one of `wide`.
inline constexpr std::int64_t rows_per_unit = 200; // convention: less than a second
inline constexpr std::int64_t wide_per_unit = 4;   // convention: about a second

/// The implementations that are looked at.
const std::vector<Implementation> &chosen(const Settings &settings);
inline bool stopped(const Settings &settings) { return settings.stopped && settings.stopped(); }

} // namespace exactk::campaign
