// What the settings of the campaign name, leave out and refuse.
// Spec: contract/C15. Layer: proptests/check.
#include <boost/test/unit_test.hpp>

#include <string>

#include <exactk/cases/case.hpp>
#include <exactk/check.hpp>

#include "quiet.hpp"

using namespace exactk;

BOOST_AUTO_TEST_CASE(what_does_not_fit_the_budget_is_counted_as_not_run) {
    Quiet out;
    check::Settings settings;
    settings.budget_seconds = 0;
    settings.cases_per_family = 3;
    const check::Summary summary = check::run(settings, out.file, false);
    BOOST_TEST(summary.cases_run == 0);
    BOOST_TEST(summary.cases_not_run == 3 * cases::family_count);
    BOOST_TEST(check::exit_code(summary) == 3);
    BOOST_TEST(out.text().find("0 cases run, 45 not run") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_stop_lets_the_case_at_hand_end_and_counts_the_rest_as_not_run) {
    Quiet out;
    check::Settings settings;
    settings.budget_seconds = no_budget;
    settings.cases_per_family = 3;
    int asked = 0;
    settings.stopped = [&asked] { return ++asked > 4; };
    const check::Summary summary = check::run(settings, out.file, false);
    BOOST_TEST(summary.cases_run == 4);
    BOOST_TEST(summary.cases_not_run == 3 * cases::family_count - 4);
    BOOST_TEST(summary.exhibits_run == 0);
    BOOST_TEST(out.text().find("4 cases run, 41 not run") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_case_and_no_implementation_is_run_twice) {
    Quiet out;
    check::Settings settings;
    settings.cases_per_family = 2;
    settings.exhibits = false;
    settings.only = {"normal/2", "all_equal", "normal/1", "normal"};
    BOOST_TEST(check::run(settings, out.file, false).error ==
               "--only normal names a case that --only normal/1 names too");
    settings.only = {"normal/2"};
    settings.implementations = {"cpu", "model", "cpu"};
    BOOST_TEST(check::run(settings, out.file, false).error == "--impl names cpu twice");
    BOOST_TEST(out.text().empty());
}

BOOST_AUTO_TEST_CASE(settings_that_make_no_sense_are_refused) {
    Quiet out;
    check::Settings settings;
    settings.only = {"no_such_family"};
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 2);
    settings.only = {"normal/1x"};
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 2);
    settings.only.clear();
    settings.implementations = {"nobody"};
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 2);
    settings.implementations.clear();
    settings.only = {"normal/007"}; // numbers have no leading zeros
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 2);
    settings.only = {"normal/-0"};
    BOOST_TEST(check::exit_code(check::run(settings, out.file, false)) == 2);
    BOOST_TEST(out.text().empty());
}
