// The program behind `exactk mutants`: hunts every mutant, and says so in lines, as JSON or as a page.
// Spec: contract/C15. Layer: tools/mutants.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <exactk/output.hpp>

#include "hunt.hpp"
#include "mutant.hpp"
#include "report.hpp"
#include "weak_judges.hpp"

namespace {

using namespace exactk::mutants;

constexpr std::int64_t weak_cases = 96;        // convention: enough for each fault to show
constexpr std::int64_t alarm_cases = 400;      // convention: the laws' own tests run more
constexpr std::int64_t alarm_cases_brief = 24; // convention: the same for a box of seconds

// Beside the rooms, `--only` takes these: mutants that have a capacity, and the weak judges alone.
constexpr const char *with_capacity = "capacities";
constexpr const char *weak_judges = "weak_judges";

struct Arguments {
    bool list = false;
    bool mechanisms = false;
    bool json = false;
    bool brief = false;
    std::vector<std::string> only;
    std::string page;
    Settings settings;
};

[[noreturn]] void usage(const std::string &what) {
    fmt::print(stderr,
               "exactk-mutants: {}\nusage: exactk-mutants [--list | --mechanisms | [--only NAME]... "
               "[--seconds S] [--brief] [--json] [--write FILE]]\n",
               what);
    std::exit(2); // bound: the exit code of refused arguments
}

Arguments parse(const std::vector<std::string> &words) {
    Arguments arguments;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::string &word = words[at];
        const auto value = [&] {
            if (at + 1 == words.size()) {
                usage(word + " needs a value");
            }
            return words[++at];
        };
        if (word == "--list") {
            arguments.list = true;
        } else if (word == "--mechanisms") {
            arguments.mechanisms = true;
        } else if (word == "--json") {
            arguments.json = true;
        } else if (word == "--brief") {
            arguments.brief = true;
        } else if (word == "--only") {
            arguments.only.push_back(value());
        } else if (word == "--write") {
            arguments.page = value();
        } else if (word == "--seconds") {
            char *end = nullptr;
            const std::string text = value();
            arguments.settings.seconds = std::strtod(text.c_str(), &end);
            if (text.empty() || *end != '\0' || !(arguments.settings.seconds > 0)) {
                usage("--seconds " + text + " is no number above 0");
            }
        } else {
            usage("not expected: " + word);
        }
    }
    if ((arguments.list || arguments.mechanisms) && words.size() > 1) {
        usage(std::string(arguments.list ? "--list" : "--mechanisms") + " takes no other flag beside it");
    }
    if (!arguments.page.empty() && (!arguments.only.empty() || arguments.brief)) {
        usage("--write is for all mutants, each hunted in full");
    }
    if (arguments.brief) {
        arguments.settings.further = 10; // convention: a second mechanism is mostly met at once
        arguments.settings.shrinks = false;
        arguments.settings.lowers = true;
    }
    return arguments;
}

/// A name means a mutant, with or without its room, all of a room, or all that have a capacity. That of the weak judges
/// means no mutant.
std::vector<Mutant> chosen(const std::vector<std::string> &only) {
    std::vector<Mutant> mutants;
    std::vector<bool> met(only.size(), false);
    for (const Mutant &mutant : all()) {
        bool wanted = only.empty();
        for (std::size_t at = 0; at < only.size(); ++at) {
            const bool named = only[at] == mutant.id() || only[at] == mutant.name ||
                               only[at] == name(mutant.room) ||
                               (only[at] == with_capacity && mutant.real != 0);
            met[at] = met[at] || named;
            wanted = wanted || named;
        }
        if (wanted) {
            mutants.push_back(mutant);
        }
    }
    for (std::size_t at = 0; at < only.size(); ++at) {
        if (!met[at] && only[at] != weak_judges) {
            usage("--only " + only[at] + " is no mutant and no room; --list names them");
        }
    }
    return mutants;
}

/// Throws if the page that is asked for could not be written in the end.
void check_page(const std::string &path) {
    const std::string why = path.empty() ? "" : exactk::output::why_unwritable(path);
    if (!why.empty()) {
        throw std::runtime_error("--write: " + path + " " + why);
    }
}

/// Whether the weak judges are asked: after all mutants, or by name.
bool asks_weak_judges(const Arguments &arguments) {
    const std::vector<std::string> &only = arguments.only;
    return only.empty() ? !arguments.brief : std::find(only.begin(), only.end(), weak_judges) != only.end();
}

int run(const Arguments &arguments) {
    if (arguments.list) {
        fmt::print("{}", list_lines());
        return 0;
    }
    if (arguments.mechanisms) {
        fmt::print("{}", mechanism_lines());
        return 0;
    }
    check_page(arguments.page);
    const auto start = std::chrono::steady_clock::now();
    Results results;
    results.complete = arguments.only.empty();
    results.alarm =
        false_alarm(arguments.brief ? alarm_cases_brief : alarm_cases, arguments.settings.seconds);
    for (const Mutant &mutant : chosen(arguments.only)) {
        Settings settings = arguments.settings;
        if (arguments.brief) {
            settings.enough = mutant.note[0] == '\0' ? 2 : 1; // no second one where a note says why
        }
        results.hunts.emplace_back(mutant, hunt_apart(mutant, settings));
        if (!arguments.json) {
            fmt::print("{}", line_of(mutant, results.hunts.back().second));
            std::fflush(stdout);
        }
    }
    if (asks_weak_judges(arguments)) {
        results.weak = run_weak_judges(weak_cases);
    }
    results.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("{}", arguments.json ? json_of(results) : closing_lines(results));
    if (!arguments.page.empty()) {
        const std::string why = exactk::output::write_whole(arguments.page, page_of(results));
        if (!why.empty()) {
            throw std::runtime_error("--write: " + arguments.page + " " + why);
        }
    }
    return failures_of(results).empty() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
    try {
        const int code = run(parse({argv + std::min(argc, 1), argv + argc}));
        return std::fflush(stdout) == 0 ? code : 2;
    } catch (const std::exception &error) {
        fmt::print(stderr, "exactk-mutants: {}\n", error.what());
        return 2;
    }
}
