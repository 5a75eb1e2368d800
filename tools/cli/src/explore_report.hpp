// What exactk explore found, and its two spellings.
// Spec: algorithm/B1 B2, contract/C15. Layer: tools/cli.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <exactk/casefile/store.hpp>
#include <exactk/schedule.hpp>

namespace exactk::cli {

/// What is wrong, and a schedule that shows it.
struct ScheduleFault {
    std::string text;
    std::string token;
    casefile::Stored file;
};

/// Everything that one call found. What the mode does not have is left at its default.
struct ExploreReport {
    schedule::Setup setup;
    std::string mode; ///< "exhaustive" or "pct"
    bool reduced = false;
    std::string refused; ///< why there are no schedules; else empty

    // The row, or the rows.
    int rows = 1;
    int n = 0;
    int k = 0;
    Ties ties = Ties::low;
    std::vector<int> digits;
    int rounds_run = 0;                     ///< of several rows: in the last one
    std::optional<std::uint16_t> threshold; ///< of the lists
    std::vector<bool> falls_back;           ///< [rows] with lists, else empty

    std::optional<schedule::Exploration> space;
    std::optional<schedule::Campaign> campaign;
    int depth = 0;

    /// Of the race checker: runs that it watched, accesses in them, and runs with a race.
    std::uint64_t watched = 0;
    std::uint64_t accesses = 0;
    std::uint64_t racy = 0;
    std::vector<ScheduleFault> faults;
    double seconds = 0;

    bool complete() const { return !space || space->complete; }
    /// "passed", "failed", "refused" or "inconclusive".
    std::string verdict() const;
};

/// "784000", or from 21 digits on "2.94e50".
std::string short_number(const std::string &decimal);

std::string to_text(const ExploreReport &report);
std::string to_json(const ExploreReport &report);

} // namespace exactk::cli
