// The campaign: small rows exhaustively, drawn rows by all laws, wide rows, whole schedule spaces and random schedules.
// Spec: contract/C1 to C18, algorithm/F3 F5 B1 B2. Layer: tools/laws.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <exactk/implementations.hpp>

namespace exactk::campaign {

enum class Part : std::uint8_t { small = 0, rows, wide, spaces, random_schedules };
inline constexpr int part_count = 5; // bound: one past the last Part

const char *name(Part part);
/// False if no part has that name.
bool parse(const std::string &text, Part &part);

/// How much of each part, rounded up to whole units; 0 leaves it out.
struct Sizes {
    int small_length = 5;     ///< small rows: every row over five values up to this length, 0 to 8
    std::int64_t rows = 2000; ///< drawn rows, widths log-uniform to 65,536
    std::int64_t wide = 4;    ///< drawn rows from 65,537 to 1,048,576
    int spaces = 1;           ///< schedule spaces: 1 those of a second, 2 all
    std::int64_t schedules =
        2000; ///< random schedules of 16 CTAs, over all forms; a few of 32 and 64 come on top

    friend bool operator==(const Sizes &, const Sizes &) = default;
};

/// What `exactk campaign --full` runs.
inline constexpr Sizes full_sizes{8, 10'000'000, 10'000, 2,
                                  1'000'000}; // convention: three hours on two cores

struct Settings {
    std::uint64_t seed = 1;
    Sizes sizes;
    unsigned jobs = 0;  ///< threads; 0: as many as there are cores
    double seconds = 0; ///< no unit begins after so many; 0: no limit
    /// File of what is done, read first if it is there, and locked for this run; empty: none.
    std::string state;
    /// Folder for a case file of each failure that is told; empty: none are written. A fault of a schedule has one where
    /// its token fits a file; the token stands in its line anyway.
    std::string cases_dir;
    std::function<bool()> stopped; ///< asked often; once it says yes, units at hand are given up
    /// What is looked at beside truth: empty for all of this build.
    std::vector<Implementation> implementations;
    /// A fault of the protocol, by its name in docs/schedules.md, planted into spaces and schedules of the forms that
    /// have it: for tests of the campaign itself. Empty: none.
    std::string mutant;
    /// Called now and then from the thread that called run(), with the part of the work that is done and words.
    std::function<void(double done, const std::string &words)> progress;
};

/// Of one part, over this run and those that it resumes.
struct Total {
    Part part = Part::small;
    std::int64_t units = 0;
    std::int64_t units_done = 0;
    std::int64_t cases = 0;  ///< answers compared with truth; schedules in the last two parts
    std::int64_t rows = 0;   ///< rows drawn; states in `spaces`, steps in `random_schedules`
    std::int64_t checks = 0; ///< laws asked; accesses that the race checker looked at
    double seconds = 0;      ///< of all threads
    std::int64_t failures = 0;
};

/// The strategies of which a filter samples rows: those of one CTA a row, and those of several.
enum class Sampling : std::uint8_t { row_per_cta = 0, row_per_cluster };
inline constexpr int sampling_count = 2; // bound: one past the last Sampling

const char *name(Sampling strategy);

/// Drawn cases, and of how many of them an implementation that takes a plan was compared, by each strategy, where a row fell
/// back: by its list, which was found too long or too short (F5), or by its target, which was above the sample (F3). Of a
/// case with rows of both both count.
struct FallBacks {
    std::int64_t drawn = 0;
    std::array<std::int64_t, sampling_count> by_list{};
    std::array<std::int64_t, sampling_count> by_target{};

    double percent(Sampling strategy) const; ///< by its list; 0 where nothing was drawn
    friend bool operator==(const FallBacks &, const FallBacks &) = default;
};

/// Of the drawn cases, by the list alone; the table says where it is fewer.
inline constexpr int fall_back_percent = 20; // convention: as often as what is on the way of most rows

/// Failures of one kind, such as those of a law and an implementation, that get a line and a case file.
inline constexpr std::int64_t told_max = 5; // convention: more of one kind tell nothing new

struct Summary {
    std::vector<Total> totals;         ///< of the parts that are not left out
    std::vector<std::string> failures; ///< one line each, told_max of a kind, of this run and those before it
    std::map<std::string, std::int64_t> counted; ///< how many more of each kind were only counted
    FallBacks fall_backs;           ///< of the parts of drawn rows, of this run and those before it
    std::vector<std::string> notes; ///< such as what the random schedules that were run can have missed
    double seconds = 0;             ///< wall time of this run
    /// A setting or a state file that makes no sense, with which nothing was run; or what broke off the run: a state
    /// that cannot be written, an exception with the unit that threw it.
    std::string error;

    bool complete() const;
    std::int64_t failed() const;
};

Summary run(const Settings &settings);

/// Totals as a table, and as a JSON object. Bytes that are no UTF-8, as names of files can have, are U+FFFD in JSON.
std::string table(const Summary &summary);
std::string json(const Summary &summary, const Settings &settings, const std::string &label);
/// Whether a text is UTF-8, so that JSON can hold it as it is.
bool is_utf8(const std::string &text);

} // namespace exactk::campaign
