// Times suites of top-k problems on a GPU against the time to read the scores once; writes a table.
// Spec: contract/C15. Layer: tools/bench.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <exactk/contract/text.hpp>

#include "cell.hpp"
#include "suites.hpp"
#include "table.hpp"

namespace exactk::bench {

namespace {

struct Arguments {
    const Suite *suite = nullptr;
    std::string path;
    Selection selection;
    int replays = 9;
    double seconds = 0; ///< 0: no limit
};

void print_usage(std::FILE *out) {
    std::fprintf(
        out,
        "usage: device_bench SUITE RESULTS.csv [--rows LIST] [--n LIST] [--k LIST] [--rows-max N]\n"
        "                    [--dist NAME] [--type NAME] [--replays N] [--seconds S]\n"
        "LIST: numbers with commas between. --dist and --type: for grid, smallk, plans and pdl.\n"
        "--seconds: no cell is begun later than that; what is left out is counted and the exit code is 3.\n"
        "suites:\n");
    for (const Suite &suite : suites()) {
        std::fprintf(out, "  %-9s %s\n", suite.name, suite.what);
    }
    std::fprintf(out, "distributions:");
    for (int number = 0; number < distribution_count; ++number) {
        std::fprintf(out, " %s", name(static_cast<Distribution>(number)));
    }
    std::fprintf(out, "\ntypes:");
    for (const char *type : score_type_names) {
        std::fprintf(out, " %s", type);
    }
    std::fprintf(out, "\n");
}

[[noreturn]] void refuse(const std::string &what) {
    std::fprintf(stderr, "error: usage: %s\n", what.c_str());
    print_usage(stderr);
    std::exit(2);
}

std::int64_t number_of(const std::string &text) {
    char *end = nullptr;
    const long long value = std::strtoll(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || value < 1) {
        refuse("\"" + text + "\" is no number from 1");
    }
    return value;
}

std::vector<std::int64_t> list_of(const std::string &text) {
    std::vector<std::int64_t> values;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t comma = text.find(',', begin);
        values.push_back(number_of(text.substr(begin, comma - begin)));
        if (comma == std::string::npos) {
            return values;
        }
        begin = comma + 1;
    }
}

void take_option(Arguments &arguments, const std::string &option, const std::string &value) {
    Selection &selection = arguments.selection;
    if (option == "--rows") {
        selection.rows = list_of(value);
    } else if (option == "--n") {
        selection.n = list_of(value);
    } else if (option == "--k") {
        selection.k = list_of(value);
    } else if (option == "--rows-max") {
        selection.rows_max = number_of(value);
    } else if (option == "--replays") {
        arguments.replays = static_cast<int>(number_of(value));
    } else if (option == "--seconds") {
        arguments.seconds = static_cast<double>(number_of(value));
    } else if (option == "--dist") {
        if (!find_distribution(value, selection.distribution)) {
            refuse("no distribution " + value);
        }
    } else if (option == "--type") {
        int number = 0;
        while (number < score_type_count && value != score_type_names[number]) {
            ++number;
        }
        if (number == score_type_count) {
            refuse("no type " + value);
        }
        selection.type = static_cast<ScoreType>(number);
    } else {
        refuse("no option " + option);
    }
}

Arguments read_arguments(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "--help") == 0) {
        print_usage(stdout);
        std::exit(0);
    }
    if (argc < 3 || argc % 2 == 0) {
        refuse("a suite, a file, and options with a value each");
    }
    Arguments arguments;
    for (const Suite &suite : suites()) {
        if (std::strcmp(argv[1], suite.name) == 0) {
            arguments.suite = &suite;
        }
    }
    if (arguments.suite == nullptr) {
        refuse(std::string("no suite ") + argv[1]);
    }
    arguments.path = argv[2];
    for (int position = 3; position < argc; position += 2) {
        take_option(arguments, argv[position], argv[position + 1]);
    }
    return arguments;
}

/// 0; 1 if there was nothing to time; 3 if cells were left out.
int run(const Arguments &arguments) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const std::vector<Cell> cells = arguments.suite->cells(arguments.selection);
    Session session;
    Table table(arguments.path, arguments.suite->name, session, arguments.replays,
                measure_launch_gap(session, arguments.replays));
    CellSettings settings;
    settings.replays = arguments.replays;
    settings.drop_factor = arguments.suite->drop_factor;
    std::size_t done = 0;
    std::size_t too_large = 0;
    std::size_t late = 0;
    for (const Cell &cell : cells) {
        const std::chrono::duration<double> passed = Clock::now() - begin;
        if (arguments.seconds > 0 && passed.count() > arguments.seconds) {
            ++late;
            continue;
        }
        session.release_pools();
        std::vector<Variant> variants = cell.make(session);
        std::string misfit;
        for (const Variant &variant : variants) {
            misfit = variant.slices == 0 ? variant.request.name : misfit;
        }
        if (!misfit.empty()) {
            std::printf("left out: %s: %s does not fit the pool\n", cell.name.c_str(), misfit.c_str());
            ++too_large;
            continue;
        }
        run_cell(session, settings, variants);
        table.add(variants);
        ++done;
    }
    const std::chrono::duration<double> passed = Clock::now() - begin;
    std::printf(
        "%s: %zu of %zu cells in %.0f s, every answer compared with the CPU path's; %zu left out as too "
        "large, %zu as too late\n",
        arguments.suite->name, done, cells.size(), passed.count(), too_large, late);
    table.print_summary();
    if (done == 0) {
        return 1;
    }
    return too_large + late > 0 ? 3 : 0;
}

} // namespace

} // namespace exactk::bench

/// Usage: device_bench SUITE RESULTS.csv [OPTIONS]; --help names suites and options.
int main(int argc, char **argv) { return exactk::bench::run(exactk::bench::read_arguments(argc, argv)); }
