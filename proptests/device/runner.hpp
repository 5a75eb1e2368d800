// A runner without a test library: suites of named cases, one line per failing case, one closing line.
// Spec: contract/C1 to C18. Layer: proptests/device.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <exactk/device.hpp>

namespace exactk::device_tests {

/// What the command line chose.
struct Settings {
    std::vector<std::string> suites; ///< empty: all
    bool list = false;
    bool quick = false;           ///< a tenth of the cases, rows and repeats
    bool allow_no_device = false; ///< without a GPU nothing runs and that is no failure
    bool trap = false;            ///< suite bounds runs its planted fault alone, which must lose the device
    std::string profile;          ///< plans are made for this known device instead of the one at hand
    std::uint64_t seed = 1;
    int cases = 40;             ///< per family
    std::int64_t rows = 100000; ///< of the random suite
    int repeats = 300;          ///< per strategy and hostile shape
};

/// Handed to a suite: runs its cases and counts.
class Context {
public:
    Context(const Settings &settings, const device::Profile &profile)
        : settings_(settings), profile_(profile) {}

    const Settings &settings() const { return settings_; }
    const device::Profile &profile() const { return profile_; }

    /// Runs a case; the body's text says what is wrong, empty if nothing. An exception is a failure. Once the
    /// device is lost (an error that stays) every further case fails without being run.
    void run(const std::string &name, const std::function<std::string()> &body);
    /// A case that this device or its memory cannot take: counted apart, and said aloud at the suite's end by reason.
    void left_out(const std::string &name, const std::string &reason);
    /// A line for the reader.
    void note(const std::string &text);

    void begin_suite(const std::string &name);
    /// Prints what the suite came to.
    void end_suite(double seconds);

    std::int64_t passed() const { return passed_; }
    std::int64_t failed() const { return failed_; }

private:
    void fail(const std::string &name, const std::string &what);

    const Settings &settings_;
    const device::Profile &profile_;
    std::string suite_;
    bool lost_ = false;
    std::int64_t passed_ = 0;
    std::int64_t failed_ = 0;
    std::int64_t suite_passed_ = 0;
    std::int64_t suite_failed_ = 0;
    /// By reason: how many, and the first.
    std::map<std::string, std::pair<std::int64_t, std::string>> suite_left_out_;
};

struct Suite {
    const char *name;
    const char *description;
    void (*run)(Context &);
};

/// Runs the chosen suites on device 0; the exit code.
int run_suites(const std::vector<Suite> &suites, const Settings &settings);

} // namespace exactk::device_tests
