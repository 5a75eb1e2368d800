// exactk campaign: small rows exhaustively, drawn rows by all laws, schedules; can be stopped and resumed.
// Spec: contract/C15. Layer: tools/cli.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <exactk/campaign.hpp>
#include <exactk/output.hpp>

#include "../commands.hpp"
#include "arguments.hpp"

namespace exactk::cli {

namespace {

constexpr int exit_interrupted = 130; // bound: 128 and SIGINT's number, as shells report it
constexpr int bar_width = 24;         // convention: fits an 80-column terminal with its text

volatile std::sig_atomic_t interrupted = 0;

/// The first Ctrl-C, or a request to end, gives up the units at hand; a second one ends the program.
void listen_to_interrupts() {
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction before {};
        if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN)
            continue; // whoever started the program wants it to go on
        struct sigaction wanted {};
        wanted.sa_handler = [](int) { interrupted = 1; };
        wanted.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
        sigaction(signal, &wanted, nullptr);
    }
}

struct CampaignCommand {
    campaign::Settings settings;
    bool full = false;
    std::string json; ///< file for the totals
    std::string label;
};

/// A bar on a terminal, a line now and then elsewhere; both on standard error, since the totals go to standard output.
class Progress {
public:
    void show(double done, const std::string &words) {
        const auto now = std::chrono::steady_clock::now();
        // How long the rest takes, from what this run has done by now.
        begin_ = begin_ < 0 ? done : begin_;
        const double elapsed = std::chrono::duration<double>(now - start_).count();
        const double left = done > begin_ ? (1 - done) / (done - begin_) * elapsed : 0;
        const std::string rest = left > 0 ? fmt::format("{:.0f} min left, ", left / 60) : std::string();
        if (terminal_) {
            const int full = static_cast<int>(done * bar_width);
            const int room = std::max(columns() - bar_width - 11, 10); // convention: some words at least
            fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {:5.1f}% {:<{}.{}}", "", full, "", bar_width - full,
                       done * 100, rest + words, room, room);
            std::fflush(stderr);
            shown_ = true;
        } else if (now - told_ >= std::chrono::seconds(60)) { // convention: a log stays readable
            told_ = now;
            fmt::print(stderr, "{:.1f} %: {}{}\n", done * 100, rest, words);
        }
    }
    ~Progress() {
        if (shown_)
            std::fputs("\n", stderr);
    }

private:
    /// Of the terminal, so that the bar stays in one line.
    static int columns() {
        winsize size{};
        return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
                   ? size.ws_col
                   : 80; // convention: the least that terminals have
    }

    const bool terminal_ = isatty(STDERR_FILENO) == 1;
    bool shown_ = false;
    double begin_ = -1; ///< what was done when this run began
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point told_ = start_;
};

/// Looks at the files before hours of work that would end in none, or in one over the other.
void check_files(const CampaignCommand &arguments) {
    const std::pair<const char *, const std::string &> files[] = {
        {"--state", arguments.settings.state},
        {"--json-file", arguments.json},
        {"--cases-dir", arguments.settings.cases_dir}};
    for (const auto &[one, other] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
        const auto &[flag, path] = files[one];
        const auto &[second, name] = files[other];
        if (!path.empty() && !name.empty() && output::same_file(path, name))
            refuse(fmt::format("{} {} and {} {} are the same", flag, path, second, name));
    }
    if (!arguments.json.empty()) {
        if (const std::string why = output::why_unwritable(arguments.json); !why.empty())
            refuse(fmt::format("--json-file: {} {}", arguments.json, why));
    }
    if (const std::string why = output::why_no_folder(arguments.settings.cases_dir); !why.empty())
        refuse(fmt::format("--cases-dir: {}", why));
}

/// What goes wrong at the end is told behind the totals; "" if nothing does.
std::string write_json(const CampaignCommand &arguments, const campaign::Summary &summary) {
    if (arguments.json.empty())
        return "";
    const std::string why =
        output::write_whole(arguments.json, campaign::json(summary, arguments.settings, arguments.label));
    return why.empty() ? "" : fmt::format("--json-file: {} {}", arguments.json, why);
}

/// Totals and failures first, since nothing that goes wrong after them makes them less true.
int finish(const CampaignCommand &arguments, const campaign::Summary &summary) {
    if (summary.totals.empty() && !summary.error.empty())
        refuse(summary.error); // nothing was run
    fmt::print("{}", campaign::table(summary));
    std::fflush(stdout);
    const std::string unwritten = write_json(arguments, summary);
    if (!summary.error.empty())
        refuse(summary.error + (unwritten.empty() ? "" : "; " + unwritten));
    const std::string &state = arguments.settings.state;
    const bool cut_short = interrupted != 0 && !summary.complete();
    if (cut_short)
        fmt::print(stderr, "exactk: interrupted{}\n",
                   state.empty() ? "" : "; the same command goes on from " + state);
    if (!unwritten.empty())
        refuse(unwritten);
    if (cut_short)
        return exit_interrupted;
    if (summary.failed() > 0)
        return exit_failed;
    return summary.complete() ? exit_passed : exit_inconclusive;
}

int run_campaign(const CLI::App &command, CampaignCommand &arguments) {
    campaign::Settings &settings = arguments.settings;
    if (arguments.full) {
        for (const char *size : {"--length", "--rows", "--wide", "--spaces", "--schedules"}) {
            if (command.count(size) != 0)
                refuse(fmt::format("{} is without effect beside --full, which says all sizes", size));
        }
        settings.sizes = campaign::full_sizes;
    }
    check_files(arguments);
    settings.stopped = [] { return interrupted != 0; };
    listen_to_interrupts();
    std::signal(SIGXFSZ, SIG_IGN); // a state that may not grow is told like one on a full disk
    campaign::Summary summary;
    {
        Progress progress;
        settings.progress = [&progress](double done, const std::string &words) {
            progress.show(done, words);
        };
        summary = campaign::run(settings);
    }
    return finish(arguments, summary);
}

} // namespace

void add_campaign(CLI::App &app, Session &session) {
    CLI::App *command = app.add_subcommand(
        "campaign", "Small rows exhaustively, drawn rows by all laws, schedules; can be stopped and resumed");
    auto arguments = std::make_shared<CampaignCommand>();
    campaign::Settings &settings = arguments->settings;
    add_switch(*command, "--full", arguments->full, "The sizes of the full campaign: hours");
    const auto number = [command](const char *flag, auto &target, const char *text, std::int64_t most) {
        command->add_option(flag, target, text)
            ->check(check_number)
            ->check(CLI::Range(std::int64_t{0}, most))
            ->capture_default_str();
    };
    constexpr std::int64_t many = 1'000'000'000; // convention: a typing error looks larger
    number("--length", settings.sizes.small_length, "Every row over five values up to this length", 8);
    number("--rows", settings.sizes.rows, "Drawn rows up to 65,536 wide, in units of 200", many);
    number("--wide", settings.sizes.wide, "Drawn rows up to 1,048,576 wide, in units of 4", many);
    number("--spaces", settings.sizes.spaces, "Schedule spaces: 0 none, 1 small ones, 2 all", 2);
    number("--schedules", settings.sizes.schedules,
           "Random schedules of 16 CTAs, over all forms in units of up to 1,000 a form; a few larger ones "
           "come on top",
           many);
    number("--jobs", settings.jobs, "Threads; 0: as many as there are cores", 4096);
    command->add_option("--seed", settings.seed, "Seed of all that is drawn")
        ->check(check_unsigned_number)
        ->capture_default_str();
    command->add_option("--budget", settings.seconds, "Wall seconds after which no unit begins; 0: no limit")
        ->check(check_amount)
        ->capture_default_str();
    command
        ->add_option("--state", settings.state, "File of what is done; the same command goes on from there")
        ->check(check_not_empty);
    settings.cases_dir = cases_folder;
    command->add_option("--cases-dir", settings.cases_dir, "Folder for a case file of each failure")
        ->check(check_not_empty)
        ->capture_default_str();
    command->add_option("--json-file", arguments->json, "Write the totals as JSON, too")
        ->check(check_not_empty);
    command->add_option("--label", arguments->label, "Words for the JSON, such as a commit")
        ->check([](const std::string &value) {
            return campaign::is_utf8(value) ? check_not_empty(value) : "the value is no UTF-8";
        });
    command->callback(
        [&session, arguments, command] { session.exit_code = run_campaign(*command, *arguments); });
}

} // namespace exactk::cli
