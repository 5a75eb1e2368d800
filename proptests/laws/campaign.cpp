// The campaign: the same counts from any number of threads, stopped and resumed without loss, and red on a fault.
// Spec: contract/C15. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <string>

#include <exactk/campaign.hpp>
#include <exactk/campaign/small_rows.hpp>
#include <exactk/casefile/store.hpp>
#include <exactk/laws.hpp>

#include "fall_back.hpp"
#include "faults.hpp"
#include "folder.hpp"

using namespace exactk;
using campaign::Settings;
using campaign::Summary;
using testing::Folder;

namespace {

Settings small_settings() {
    Settings settings;
    settings.sizes = {2, 200, 1, 1, 1000};
    settings.jobs = 1;
    return settings;
}

/// Counts of all parts, without seconds.
std::string counts(const Summary &summary) {
    std::ostringstream text;
    for (const campaign::Total &total : summary.totals) {
        text << campaign::name(total.part) << " " << total.units_done << "/" << total.units << " "
             << total.cases << " " << total.rows << " " << total.checks << " " << total.failures << "\n";
    }
    const campaign::FallBacks &fall_backs = summary.fall_backs;
    text << fall_backs.drawn;
    for (std::size_t strategy = 0; strategy < campaign::sampling_count; ++strategy) {
        text << " " << fall_backs.by_target[strategy] << " " << fall_backs.by_list[strategy];
    }
    text << "\n";
    return text.str();
}

std::string content(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

BOOST_AUTO_TEST_SUITE(campaigns)

BOOST_AUTO_TEST_CASE(threads_change_no_count_and_all_parts_run) {
    Settings settings = small_settings();
    const Summary one = campaign::run(settings);
    settings.jobs = 3;
    const Summary three = campaign::run(settings);
    BOOST_TEST(one.complete());
    BOOST_TEST(one.failures.empty());
    BOOST_TEST(one.totals.size() == static_cast<std::size_t>(campaign::part_count));
    BOOST_TEST(counts(one) == counts(three));
    for (const campaign::Total &total : one.totals) {
        BOOST_TEST(total.cases > 0);
        BOOST_TEST(total.rows > 0);
    }
    // Rows up to length 2, of the half types up to length 0, each under all its ks and 16 options.
    BOOST_TEST(one.totals[0].rows == 16 * (1 * 2 + 5 * 3 + 25 * 4) + 2 * 16 * (1 * 2));
    // All forms had schedules.
    BOOST_TEST(one.notes.size() == 5u);
    for (const std::string &note : one.notes) {
        BOOST_TEST(note.find("schedules of 16 CTAs miss a fault") != std::string::npos, note);
    }
    settings.seed = 2;
    BOOST_TEST(counts(campaign::run(settings)) != counts(one));
}

/// A filter that holds hides its fall-back, so that one must be asked for: of the drawn cases it is met by few. What is
/// demanded is a list that was found wrong (F5), since where the target is above the sample (F3) nothing is done in vain.
BOOST_AUTO_TEST_CASE(each_strategy_is_reached_through_its_fall_back) {
    campaign::FallBacks all;
    for (const std::uint64_t seed : {1, 2, 3}) {
        Settings settings;
        settings.seed = seed;
        settings.sizes = {0, 1000, 4, 0, 0};
        settings.implementations = {*find_implementation("model")};
        const Summary summary = campaign::run(settings);
        BOOST_TEST(summary.complete());
        BOOST_TEST(summary.failures.empty());
        all.drawn += summary.fall_backs.drawn;
        for (int number = 0; number < campaign::sampling_count; ++number) {
            const auto strategy = static_cast<campaign::Sampling>(number);
            const double percent = summary.fall_backs.percent(strategy);
            const std::int64_t by_target = summary.fall_backs.by_target[static_cast<std::size_t>(strategy)];
            BOOST_TEST_MESSAGE("seed " << seed << ": " << campaign::name(strategy) << " by its list "
                                       << percent << " %, by its target " << by_target << " of "
                                       << summary.fall_backs.drawn);
            BOOST_TEST(by_target > 0);
            BOOST_TEST(percent >= campaign::fall_back_percent,
                       campaign::name(strategy) << " of seed " << seed << ": " << percent << " %");
        }
    }
    BOOST_TEST(all.drawn > 300);
}

/// Who takes no plan is not compared, so that no strategy of his is reached.
BOOST_AUTO_TEST_CASE(without_a_plan_no_fall_back_is_reached) {
    Settings settings;
    settings.sizes = {0, 200, 0, 0, 0};
    settings.implementations = {*find_implementation("cpu")};
    const Summary summary = campaign::run(settings);
    BOOST_TEST(summary.complete());
    campaign::FallBacks none;
    none.drawn = summary.fall_backs.drawn;
    BOOST_TEST(none.drawn > 0);
    BOOST_TEST((summary.fall_backs == none));
}

/// What fails under a short list alone is told with the plan and its filter.
BOOST_AUTO_TEST_CASE(a_failure_under_a_short_list_says_which_list) {
    Settings settings;
    settings.sizes = {0, 200, 0, 0, 0};
    settings.implementations = {*find_implementation("model")};
    settings.implementations[0].run = [](const Problem &problem, const Outputs &outputs,
                                         const Plan &plan) -> Status {
        const Status status = find_implementation("model")->run(problem, outputs, plan);
        if (plan.filter.sample > 0 && problem.rows > 0 && problem.k > 0) {
            outputs.indices[0] = -7;
        }
        return status;
    };
    const Summary summary = campaign::run(settings);
    BOOST_TEST(std::any_of(summary.failures.begin(), summary.failures.end(), [](const std::string &line) {
        const std::size_t plan = line.find(" with a short list under --ctas ");
        return plan != std::string::npos && line.find(" sample 32 list ", plan) != std::string::npos;
    }));
}

BOOST_AUTO_TEST_CASE(short_lists_are_legal_and_leave_the_case_as_it_is) {
    int by_list = 0;
    int by_target = 0;
    for (std::uint64_t number = 0; number < 200; ++number) {
        const casefile::CaseFile one = laws::make_case(laws::draw_knobs(3, number, {3000, 6000, 64}));
        for (const auto strategy : {campaign::Sampling::row_per_cta, campaign::Sampling::row_per_cluster}) {
            casefile::CaseFile other = campaign::with_short_list(one, strategy, number);
            BOOST_TEST(!casefile::check(other));
            BOOST_TEST((other.plan.ctas == 1) == (strategy == campaign::Sampling::row_per_cta));
            BOOST_TEST(other.plan.ctas <= 16); // those of the largest cluster
            BOOST_TEST(other.plan.bounds.empty());
            BOOST_TEST(other.plan.filter.sample > 0);
            BOOST_TEST(other.plan.filter.list <= other.plan.filter.sample + 32);
            const cases::FallBack found = campaign::fall_back_of(other);
            BOOST_TEST(((!found.by_list && !found.by_target) || campaign::can_be_sampled(one)));
            by_list += found.by_list ? 1 : 0;
            by_target += found.by_target ? 1 : 0;
            other.plan = one.plan;
            BOOST_TEST((other == one));
        }
    }
    BOOST_TEST(by_list > 40);
    BOOST_TEST(by_target > 10);
}

BOOST_AUTO_TEST_CASE(stopped_anywhere_and_resumed_it_counts_the_same) {
    const Folder folder;
    Settings settings = small_settings();
    const Summary whole = campaign::run(settings);
    settings.state = folder / "state";
    int questions = 0;
    int runs = 0;
    Summary last;
    do {
        // Each run is stopped a little later than the one before, in units as well as between them.
        const int limit = 40 << runs;
        questions = 0;
        settings.stopped = [&] { return ++questions > limit; };
        last = campaign::run(settings);
        BOOST_TEST(last.error == "");
        // What a crash cuts off is done again, and so is a unit of which only failures are there.
        std::ofstream(settings.state, std::ios::app)
            << "failed law of nobody\tnothing\ncounted 5 law of nobody\n"
            << "done rows 7 1";
    } while (!last.complete() && ++runs < 30);
    BOOST_TEST(runs > 2);
    BOOST_TEST(counts(last) == counts(whole));
    BOOST_TEST(last.failures.empty());
    BOOST_TEST(last.counted.empty());
    BOOST_TEST(content(settings.state).find("done rows 7 1done") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_state_of_another_campaign_is_refused) {
    const Folder folder;
    Settings settings = small_settings();
    settings.sizes = {1, 0, 0, 0, 0};
    settings.state = folder / "state";
    BOOST_TEST(campaign::run(settings).error == "");
    settings.seed = 9;
    BOOST_TEST(campaign::run(settings).error.find("another campaign") != std::string::npos);
    settings.seed = 1;
    std::ofstream(settings.state, std::ios::app) << "dune small 1 2 3 4 5 6\n";
    BOOST_TEST(campaign::run(settings).error.find("none of a campaign's") != std::string::npos);
    // Of another program, as a hash of its bytes tells.
    settings.state = folder / "other";
    BOOST_TEST(campaign::run(settings).error == "");
    std::string text = content(settings.state);
    std::uint64_t bytes_hash = 0xCBF29CE484222325u; // bound: FNV-1a's offset basis
    for (const char byte : content("/proc/self/exe")) {
        bytes_hash = casefile::add_to_hash(bytes_hash, static_cast<unsigned char>(byte), 1);
    }
    std::ostringstream wanted;
    wanted << " program " << std::hex << std::uppercase << std::setw(16) << std::setfill('0') << bytes_hash
           << " ";
    BOOST_TEST(text.find(wanted.str()) != std::string::npos, text);
    const std::size_t hash = text.find(" program ") + 9;
    text[hash] = text[hash] == '0' ? '1' : '0';
    std::ofstream(settings.state) << text;
    BOOST_TEST(campaign::run(settings).error.find("another campaign or program") != std::string::npos);
    // A first line that a crash cut off is begun anew; a text that is none of ours stays.
    for (const char *begin : {"", "exactk", "exactk campaign 2 program 0"}) {
        std::ofstream(settings.state) << begin;
        BOOST_TEST(campaign::run(settings).error == "", begin);
        BOOST_TEST(campaign::run(settings).complete());
        BOOST_TEST(content(settings.state).find("exactk campaign 2 program ") == 0u);
        BOOST_TEST(content(settings.state).find("exactk campaign", 1) == std::string::npos);
    }
    std::ofstream(settings.state) << "my notes";
    BOOST_TEST(campaign::run(settings).error.find("another campaign") != std::string::npos);
    BOOST_TEST(content(settings.state) == "my notes");
    settings.state = folder / "no/such/folder";
    BOOST_TEST(campaign::run(settings).error.find("cannot be written") != std::string::npos);
    settings.state.clear();
    settings.sizes.small_length = 9;
    BOOST_TEST(campaign::run(settings).error.find("0 to 8") != std::string::npos);
}

/// Small rows and drawn rows see a fault each; what drawn rows find is made small and written down.
BOOST_AUTO_TEST_CASE(a_fault_is_found_shrunk_and_stored) {
    const Folder folder;
    for (const faults::Fault &fault : faults::faults()) {
        if (fault.law != "ties") {
            continue;
        }
        Settings settings = small_settings();
        settings.sizes = {2, 400, 0, 0, 0};
        settings.implementations = {fault.implementation};
        settings.cases_dir = folder / "cases";
        settings.state = folder / "state";
        const Summary summary = campaign::run(settings);
        BOOST_REQUIRE(summary.totals.size() == 2u);
        BOOST_TEST(summary.totals[0].failures > 0);
        BOOST_TEST(summary.totals[1].failures > 0);
        BOOST_TEST(summary.failed() >= static_cast<std::int64_t>(summary.failures.size()));
        // What failed is still told after a resumption, and counted.
        const Summary again = campaign::run(settings);
        BOOST_TEST(again.failures == summary.failures);
        BOOST_TEST(counts(again) == counts(summary));
        int files = 0;
        for (const auto &entry : std::filesystem::directory_iterator(folder / "cases")) {
            casefile::CaseFile one;
            BOOST_TEST(!casefile::load(entry.path().string(), one));
            BOOST_TEST(one.width <= 16);
            BOOST_TEST(!one.clauses.empty());
            BOOST_TEST(one.note.find("law ") != std::string::npos);
            ++files;
        }
        BOOST_TEST(files > 0);
    }
}

/// Ctrl-C in the midst of a space or of random schedules, where nothing else asks for it.
BOOST_AUTO_TEST_CASE(a_stop_is_seen_within_a_unit) {
    using Clock = std::chrono::steady_clock;
    for (const campaign::Sizes &sizes :
         {campaign::Sizes{0, 0, 0, 2, 0}, campaign::Sizes{0, 0, 0, 0, 1'000'000}}) {
        Settings settings;
        settings.sizes = sizes;
        settings.jobs = 1;
        const Clock::time_point start = Clock::now();
        int questions = 0;
        settings.stopped = [&] {
            return ++questions > 40;
        }; // fewer than a unit of schedules or a large space has
        const Summary summary = campaign::run(settings);
        BOOST_TEST(!summary.complete());
        BOOST_TEST(summary.totals.at(0).units_done < 12);
        BOOST_TEST(std::chrono::duration<double>(Clock::now() - start).count() < 20);
        BOOST_TEST(questions < 60); // once it says yes hardly anybody asks again
    }
}

BOOST_AUTO_TEST_CASE(an_exception_is_told_with_its_unit_and_ends_the_run_in_order) {
    const Folder folder;
    Settings settings = small_settings();
    settings.state = folder / "state";
    settings.jobs = 2;
    settings.implementations = implementations();
    settings.implementations[2].run = [](const Problem &problem, const Outputs &outputs,
                                         const Plan &plan) -> Status {
        if (problem.width > 100) {
            throw std::runtime_error("no more of it");
        }
        return find_implementation("cpu")->run(problem, outputs, plan);
    };
    const Summary summary = campaign::run(settings);
    BOOST_TEST(summary.error.find("unit rows ") == 0u, summary.error);
    BOOST_TEST(summary.error.find("exception: no more of it") != std::string::npos, summary.error);
    BOOST_TEST(!summary.complete());
    BOOST_TEST(summary.totals.at(0).units_done > 0); // what was done stays, and the state can be gone on with
    BOOST_TEST(content(settings.state).find("\ndone small ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_oracle_is_not_compared_with_itself_and_nothing_cannot_be_listed) {
    const auto never = [](const campaign::SmallFailure &failure) { BOOST_TEST(false, failure.words); };
    const campaign::SmallScope three = {ScoreType::float32, 3, 2, {}};
    BOOST_TEST(
        campaign::compare_small_rows(three, 1, 0, 125, {*find_implementation("rank")}, never).compared == 0);
    const campaign::SmallRuns model =
        campaign::compare_small_rows(three, 1, 0, 125, {*find_implementation("model")}, never);
    BOOST_TEST(model.compared == 4 * 125);
    BOOST_TEST(model.listed == 2 * 125);
    const campaign::SmallScope empty = {ScoreType::float32, 0, 1, {}};
    const campaign::SmallRuns nothing =
        campaign::compare_small_rows(empty, 1, 0, 1, {*find_implementation("model")}, never);
    BOOST_TEST(nothing.compared == 2);
    BOOST_TEST(nothing.listed == 0);
}

BOOST_AUTO_TEST_CASE(a_table_and_json_tell_all_parts) {
    Settings settings = small_settings();
    settings.sizes = {1, 0, 0, 1, 0};
    Summary summary = campaign::run(settings);
    summary.failures.push_back("a \"quoted\"\nword");
    const std::string text = campaign::table(summary);
    const std::string json = campaign::json(summary, settings, "c0ffee");
    for (const char *word : {"small", "spaces"}) {
        BOOST_TEST(text.find(word) != std::string::npos);
        BOOST_TEST(json.find(word) != std::string::npos);
    }
    BOOST_TEST(json.find("a \\\"quoted\\\"\\u000aword") != std::string::npos);
    BOOST_TEST(json.find("\"label\": \"c0ffee\"") != std::string::npos);
    // Nothing was drawn, so nothing is said of fall-backs.
    BOOST_TEST(text.find("fall-back") == std::string::npos);
    BOOST_TEST(
        json.find("\"fall_backs\": {\"drawn\": 0, \"row_per_cta\": {\"by_target\": 0, \"by_list\": 0}, "
                  "\"row_per_cluster\": {\"by_target\": 0, \"by_list\": 0}}") != std::string::npos);
    summary.fall_backs = {1000, {200, 199}, {7, 400}};
    const std::string shares = campaign::table(summary);
    BOOST_TEST(shares.find("fall-back of row_per_cta: by the target 7, by the list 200 of 1000 drawn cases, "
                           "20.0 %\n") != std::string::npos);
    BOOST_TEST(shares.find("fall-back of row_per_cluster: by the target 400, by the list 199 of 1000 drawn "
                           "cases, 19.9 %, below 20 %\n") != std::string::npos);
    BOOST_TEST(campaign::json(summary, settings, "")
                   .find("\"row_per_cluster\": {\"by_target\": 400, \"by_list\": 199}}") !=
               std::string::npos);
    campaign::Part part{};
    BOOST_TEST(!campaign::parse("nothing", part));
}

BOOST_AUTO_TEST_SUITE_END()
