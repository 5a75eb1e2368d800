// The campaign: the same counts from any number of threads, stopped and resumed without loss, and red on a fault.
// Spec: contract/C15. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <unistd.h>

#include <exactk/campaign.hpp>
#include <exactk/casefile/store.hpp>
#include <exactk/laws.hpp>

#include "faults.hpp"

using namespace exactk;
using campaign::Settings;
using campaign::Summary;

namespace {

/// A folder that goes when the test ends.
class Folder {
public:
    Folder() {
        static std::atomic<int> number{0};
        path_ = std::filesystem::temp_directory_path() /
                ("exactk-campaign-" + std::to_string(static_cast<long>(::getpid())) + "-" +
                 std::to_string(++number));
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string operator/(const std::string &name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

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
    settings.seed = 2;
    BOOST_TEST(counts(campaign::run(settings)) != counts(one));
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
        // A line that a crash cuts off is done again.
        std::ofstream(settings.state, std::ios::app) << "done rows 7 1";
    } while (!last.complete() && ++runs < 30);
    BOOST_TEST(runs > 2);
    BOOST_TEST(counts(last) == counts(whole));
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
        BOOST_TEST(summary.failed() == static_cast<std::int64_t>(summary.failures.size()));
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
    campaign::Part part{};
    BOOST_TEST(!campaign::parse("nothing", part));
}

BOOST_AUTO_TEST_SUITE_END()
