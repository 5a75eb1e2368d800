// Every failure of the campaign leaves a case file that shows the same failure again, to the same implementation alone.
// Spec: contract/C5 C6 C15. Layer: proptests/check.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <exactk/casefile/input.hpp>
#include <exactk/casefile/replay.hpp>
#include <exactk/cases/case.hpp>
#include <exactk/check.hpp>

#include "quiet.hpp"

using namespace exactk;

namespace {

struct Folder {
    std::string path;
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "case-files-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
};

/// The model with its first two slots swapped, where there are two.
Implementation swapped() {
    return {"swapped", "planted fault", true, false,
            [](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                const Status status = find_implementation("model")->run(problem, outputs, plan);
                for (std::int64_t row = 0; row < problem.rows && problem.k >= 2; ++row) {
                    std::swap(outputs.indices[row * outputs.index_pitch],
                              outputs.indices[row * outputs.index_pitch + 1]);
                }
                return status;
            }};
}

check::Settings settings_for(const Implementation &implementation, const std::string &folder) {
    check::Settings settings;
    settings.extra = {implementation};
    settings.implementations = {implementation.name};
    settings.cases_per_family = 3;
    settings.exhibits = false;
    settings.budget_seconds = no_budget;
    settings.cases_dir = folder;
    return settings;
}

} // namespace

BOOST_AUTO_TEST_CASE(every_failure_leaves_a_case_file_that_shows_it_again) {
    const Folder folder;
    const Implementation broken = swapped();
    Quiet out;
    const check::Summary summary = check::run(settings_for(broken, folder.path), out.file, false);
    BOOST_REQUIRE(!summary.failures.empty());
    BOOST_TEST(summary.case_files.size() == summary.failures.size());
    std::set<std::string> paths;
    for (const casefile::Stored &stored : summary.case_files) {
        BOOST_TEST_CONTEXT(stored.path << stored.reason) {
            casefile::CaseFile one;
            std::unique_ptr<casefile::Input> input;
            BOOST_REQUIRE(!casefile::load(stored.path, one));
            BOOST_REQUIRE(!casefile::materialise(one, input));
            paths.insert(stored.path);
            const auto runs = casefile::replay(one, *input, {&broken, find_implementation("model")});
            BOOST_TEST((runs[0].result == casefile::Run::Result::failed));
            BOOST_TEST(runs[0].clauses == one.clauses, boost::test_tools::per_element());
            BOOST_TEST((runs[1].result == casefile::Run::Result::passed));
            // The plan of the run stands in the file: the note tells of the same in other words.
            BOOST_TEST(one.note.find("check: swapped (" + cases::describe(one.plan)) == 0u, one.note);
        }
    }
    // A file for each failure: none took the place of another, and plans of one case have files of their own.
    BOOST_TEST(paths.size() == summary.failures.size());
    BOOST_TEST(out.text().find("\n  case file: " + summary.case_files.front().path + "\n") !=
               std::string::npos);
    // The same run again finds the same files and adds none.
    Quiet again;
    const check::Summary repeated = check::run(settings_for(broken, folder.path), again.file, false);
    for (std::size_t failure = 0; failure < summary.case_files.size(); ++failure) {
        BOOST_TEST(repeated.case_files.at(failure).path == summary.case_files[failure].path);
    }
}

BOOST_AUTO_TEST_CASE(without_a_folder_and_without_failures_no_file_is_written) {
    const Folder folder;
    Quiet out;
    check::Settings settings = settings_for(swapped(), "");
    BOOST_TEST(check::run(settings, out.file, false).case_files.empty());
    settings = settings_for(*find_implementation("cpu"), folder.path + "/never_made");
    BOOST_TEST(check::run(settings, out.file, false).failures.empty());
    BOOST_TEST(!std::filesystem::exists(folder.path + "/never_made"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_made_is_told_and_the_failure_stays_one) {
    const Folder folder;
    std::ofstream(folder.path + "/file") << "x";
    Quiet out;
    const check::Summary summary =
        check::run(settings_for(swapped(), folder.path + "/file"), out.file, false);
    BOOST_TEST(check::exit_code(summary) == 1);
    BOOST_TEST(out.text().find("  case file: none, " + folder.path + "/file cannot be made") !=
                   std::string::npos,
               out.text());
}

BOOST_AUTO_TEST_CASE(a_truth_at_fault_leaves_a_case_file_that_expects_nothing) {
    const Folder folder;
    Quiet out;
    check::Settings settings = settings_for(swapped(), folder.path);
    settings.implementations = {"cpu"};
    settings.truth = "swapped";
    const check::Summary summary = check::run(settings, out.file, false);
    BOOST_REQUIRE(!summary.case_files.empty());
    casefile::CaseFile one;
    BOOST_REQUIRE(!casefile::load(summary.case_files.front().path, one));
    BOOST_TEST((one.expected.kind == casefile::Expected::Kind::none));
    BOOST_TEST(one.note.find("check: truth (swapped): ") == 0u, one.note);
}
