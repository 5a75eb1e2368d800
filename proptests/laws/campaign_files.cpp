// Files of the campaign: a state that is full, locked or damaged, texts that are written whole, and JSON of any bytes.
// Spec: contract/C15 C18. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/resource.h>

#include <exactk/campaign.hpp>
#include <exactk/output.hpp>

#include "folder.hpp"

using namespace exactk;
using campaign::Settings;
using campaign::Summary;
using testing::Folder;

namespace {

std::string content(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// As long as it lives no file grows beyond so many bytes, and writing more is an error.
class FileLimit {
public:
    explicit FileLimit(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileLimit() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_);
    }
    FileLimit(const FileLimit &) = delete;
    FileLimit &operator=(const FileLimit &) = delete;

private:
    rlimit before_{};
    void (*signal_)(int);
};

} // namespace

BOOST_AUTO_TEST_SUITE(campaign_files)

BOOST_AUTO_TEST_CASE(failures_are_told_though_the_state_is_full) {
    const Folder folder;
    Settings settings;
    settings.sizes = {0, 0, 0, 0, 100};
    settings.jobs = 1;
    settings.mutant = "share_missing"; // wrong in every schedule
    settings.state = folder / "state";
    Summary summary;
    {
        const FileLimit limit(200); // bound: the first line, and not the lines of a failure
        summary = campaign::run(settings);
    }
    BOOST_TEST(summary.error.find("the state cannot be written: ") == 0u, summary.error);
    BOOST_REQUIRE(!summary.failures.empty());
    BOOST_TEST(summary.failed() > 0);
    BOOST_TEST(!summary.complete());
    BOOST_TEST(campaign::table(summary).find("FAILED " + summary.failures[0]) != std::string::npos);
    BOOST_TEST(campaign::json(summary, settings, "").find("\"error\": \"the state cannot") !=
               std::string::npos);
    // What was cut off is done again, and the failures are there again.
    BOOST_TEST(content(settings.state).size() == 200u);
    const Summary again = campaign::run(settings);
    BOOST_TEST(again.error == "");
    BOOST_TEST(again.complete());
    BOOST_TEST(again.failures[0] == summary.failures[0]);
}

BOOST_AUTO_TEST_CASE(a_state_is_locked_while_it_is_in_use_and_no_longer) {
    const Folder folder;
    Settings settings;
    settings.sizes = {1, 0, 0, 0, 0};
    settings.jobs = 1;
    settings.state = folder / "state";
    Settings second = settings;
    int asked = 0;
    settings.stopped = [&] {
        if (++asked == 1) {
            const Summary refused = campaign::run(second);
            BOOST_TEST(refused.error.find("in use by another run") != std::string::npos, refused.error);
            BOOST_TEST(refused.totals.empty());
        }
        return false;
    };
    BOOST_TEST(campaign::run(settings).complete());
    BOOST_TEST(asked > 0);
    BOOST_TEST(campaign::run(second).error == "");
}

BOOST_AUTO_TEST_CASE(a_text_is_written_whole_or_not_at_all) {
    const Folder folder;
    const std::string path = folder / "page";
    BOOST_TEST(output::why_unwritable(path) == "");
    BOOST_TEST(!std::filesystem::exists(path));
    BOOST_TEST(output::write_whole(path, "old") == "");
    {
        const FileLimit limit(100);
        BOOST_TEST(output::write_whole(path, std::string(1000, 'x')).find("cannot be written: ") == 0u);
    }
    BOOST_TEST(content(path) == "old");
    const auto files = std::filesystem::directory_iterator(folder / "");
    BOOST_TEST(std::distance(begin(files), end(files)) == 1); // nothing is left beside it
    BOOST_TEST(output::write_whole(path, std::string(100000, 'x')) == "");
    BOOST_TEST(content(path) == std::string(100000, 'x'));
    BOOST_TEST(output::why_unwritable(folder / "") != "");
    BOOST_TEST(output::write_whole(folder / "no/such", "x").find("cannot be created") == 0u);
    BOOST_TEST(output::why_no_folder(folder / "no/such/folder") == "");
    BOOST_TEST(output::why_no_folder(path) != "");
    BOOST_TEST(output::same_file(path, folder / "./page"));
    BOOST_TEST(output::same_file(folder / "new/", folder / "no/../new"));
    BOOST_TEST(!output::same_file(path, folder / "new"));
}

BOOST_AUTO_TEST_CASE(json_holds_bytes_that_are_no_text) {
    for (const char *text : {"", "a\x7F", "\xC2\x80", "\xED\x9F\xBF", "\xEF\xBF\xBF", "\xF0\x90\x80\x80",
                             "\xF4\x8F\xBF\xBF", "\xC3\xBC\xE2\x82\xAC."}) {
        BOOST_TEST(campaign::is_utf8(text), text);
    }
    for (const char *text :
         {"\xFF", "\x80", "\xC1\xBF", "\xC2", "\xC2 ", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x82",
          "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF0\x90\x80"}) {
        BOOST_TEST(!campaign::is_utf8(text), std::string(text).size() << " bytes");
    }
    Summary summary;
    summary.failures.push_back("case file \xFF\xC3\xBC\xC3");
    const std::string json = campaign::json(summary, {}, "");
    BOOST_TEST(json.find("case file \\ufffd\xC3\xBC\\ufffd\"") != std::string::npos, json);
    BOOST_TEST(campaign::is_utf8(json));
}

BOOST_AUTO_TEST_SUITE_END()
