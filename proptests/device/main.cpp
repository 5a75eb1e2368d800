// Command line of the device tests.
// Spec: contract/C1 to C18. Layer: proptests/device.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>

#include "suites.hpp"

using namespace exactk::device_tests;

namespace {

const std::vector<Suite> &suites() {
    static const std::vector<Suite> list = {
        {"contract", "every family on every strategy, byte for byte as the CPU path", contract_suite},
        {"reports", "the inputs of the public bug reports", reports_suite},
        {"random", "random rows, plans, types and options against the CPU path", random_suite},
        {"bounds", "rows that begin and end at unmapped pages", bounds_suite},
        {"fallback", "plans whose first form this device cannot launch", fallback_suite},
        {"sanitize", "few small launches that reach every path, for compute-sanitizer", sanitize_suite},
        {"lockstep", "traces against the model's, field by field", lockstep_suite},
        {"faults", "each planted fault is seen, and none without one", faults_suite},
        {"repeats", "the same bytes on every run, half of them in company", repeats_suite},
        {"graph", "one captured launch, replayed with other lengths and scores", graph_suite},
        {"streams", "two streams at once", streams_suite},
        {"order", "launched early, behind a kernel that writes late", order_suite},
        {"refusals", "what launch must refuse before anything is enqueued", refusals_suite},
        {"profiles", "plans made for other devices", profiles_suite},
    };
    return list;
}

int usage(const char *what) {
    std::fprintf(stderr,
                 "error: %s\nusage: exactk_device_tests [--list] [--suite NAME]... [--quick] [--seed N] "
                 "[--cases N] [--rows N] [--repeats N] [--profile NAME] [--trap] [--allow-no-device]\n",
                 what);
    return 2;
}

template <class Number> bool parse(const char *text, Number least, Number &number) {
    const char *const end = text + std::strlen(text);
    const std::from_chars_result result = std::from_chars(text, end, number);
    return result.ec == std::errc{} && result.ptr == end && number >= least;
}

/// Whether a flag with a value was taken.
bool take(const std::string &flag, const char *value, Settings &settings) {
    if (flag == "--suite") {
        settings.suites.emplace_back(value);
        return std::any_of(suites().begin(), suites().end(),
                           [&](const Suite &suite) { return settings.suites.back() == suite.name; });
    }
    if (flag == "--profile") {
        settings.profile = value;
        return exactk::device::find_profile(value) != nullptr;
    }
    return (flag == "--seed" && parse<std::uint64_t>(value, 0, settings.seed)) ||
           (flag == "--cases" && parse<int>(value, 1, settings.cases)) ||
           (flag == "--rows" && parse<std::int64_t>(value, 1, settings.rows)) ||
           (flag == "--repeats" && parse<int>(value, 1, settings.repeats));
}

} // namespace

int main(int count, char **words) {
    Settings settings;
    for (int at = 1; at < count; ++at) {
        const std::string flag = words[at];
        if (flag == "--list") {
            settings.list = true;
        } else if (flag == "--quick") {
            settings.quick = true;
        } else if (flag == "--trap") {
            settings.trap = true;
        } else if (flag == "--allow-no-device") {
            settings.allow_no_device = true;
        } else if (at + 1 < count && take(flag, words[at + 1], settings)) {
            ++at;
        } else {
            return usage(flag.c_str());
        }
    }
    if (settings.quick) {
        settings.cases = std::max(1, settings.cases / 10);
        settings.rows = std::max<std::int64_t>(1, settings.rows / 10);
        settings.repeats = std::max(2, settings.repeats / 10);
    }
    return run_suites(suites(), settings);
}
