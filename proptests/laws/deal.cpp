// Random schedules of the campaign: every form gets some, and what they can have missed is bounded from above.
// Spec: algorithm/B1 B2 B3. Layer: proptests/laws.
#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include <exactk/campaign.hpp>

#include "deal.hpp"

using namespace exactk;
using campaign::Dealt;
using schedule::Form;

namespace {

std::set<std::int64_t> all_units(std::int64_t schedules) {
    std::set<std::int64_t> units;
    for (std::int64_t unit = 0; unit < campaign::dealt_units(schedules); ++unit) {
        units.insert(unit);
    }
    return units;
}

std::string six_digits(long double number) {
    char text[40];
    std::snprintf(text, sizeof text, "%.6Lg", number);
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(deals)

BOOST_AUTO_TEST_CASE(every_form_gets_its_share_in_whatever_number) {
    for (const std::int64_t schedules : {1, 2, 5, 16, 999, 2000, 5000, 48001, 1000000}) {
        std::map<Form, std::int64_t> runs;
        std::map<int, std::int64_t> large;
        for (const std::int64_t unit : all_units(schedules)) {
            const Dealt one = campaign::dealt(3, schedules, unit);
            BOOST_TEST(one.runs > 0);
            BOOST_TEST(one.runs <= 1000);
            (one.setup.ctas == campaign::schedule_ctas ? runs[one.setup.form] : large[one.setup.ctas]) +=
                one.runs;
        }
        std::int64_t sum = 0;
        for (int form = 0; form < schedule::form_count; ++form) {
            const std::int64_t share = form == static_cast<int>(Form::cluster_list) ? 8 : 5;
            // The share of 28, rounded up.
            BOOST_TEST(runs[static_cast<Form>(form)] == (schedules * share + 27) / 28, schedules);
            sum += runs[static_cast<Form>(form)];
        }
        BOOST_TEST(sum >= schedules);
        BOOST_TEST(sum < schedules + schedule::form_count);
        BOOST_TEST(large.size() == (schedules < 31500 ? 0u : schedules < 59000 ? 1u : 2u), schedules);
    }
    BOOST_TEST(campaign::dealt_units(0) == 0);
}

/// One factor after the other, each with the steps of its own row.
BOOST_AUTO_TEST_CASE(the_bound_is_that_of_a_straightforward_computation) {
    constexpr std::int64_t schedules = 120000; // several rows
    const std::set<std::int64_t> units = all_units(schedules);
    std::set<int> steps_of_lists;
    for (int number = 0; number < schedule::form_count; ++number) {
        const Form form = static_cast<Form>(number);
        long double product = 1;
        std::int64_t runs = 0;
        for (const std::int64_t unit : units) {
            const Dealt one = campaign::dealt(1, schedules, unit);
            if (one.setup.form != form || one.setup.ctas != 16) {
                continue;
            }
            const int steps = schedule::Machine(one.setup).steps_max();
            if (form == Form::cluster_list) {
                steps_of_lists.insert(steps);
            }
            for (std::int64_t run = 0; run < one.runs; ++run) {
                product *= 1 - 1 / (16.0L * steps);
            }
            runs += one.runs;
        }
        const campaign::Missed missed = campaign::missed(1, schedules, units, form);
        BOOST_TEST(missed.runs == runs);
        BOOST_TEST(six_digits(missed.at_most) == six_digits(product), schedule::name(form));
    }
    BOOST_TEST(steps_of_lists.size() > 1u); // else the steps of one row would do
}

BOOST_AUTO_TEST_CASE(what_is_not_run_is_no_bound) {
    const auto words = [](std::set<std::int64_t> units) {
        std::string text;
        for (const std::string &line : campaign::missed_words(1, 2000, units)) {
            text += line + "\n";
        }
        return text;
    };
    const std::string all = words(all_units(2000));
    BOOST_TEST(all.find("not run") == std::string::npos, all);
    BOOST_TEST(all.find("form cluster_list: 572 schedules of 16 CTAs miss a fault of depth 2") !=
                   std::string::npos,
               all);
    const std::string none = words({});
    const std::string first = words({0});
    for (int form = 0; form < schedule::form_count; ++form) {
        const std::string line =
            std::string("form ") + schedule::name(static_cast<Form>(form)) + ": not run\n";
        BOOST_TEST(none.find(line) != std::string::npos, none);
        BOOST_TEST((first.find(line) != std::string::npos) == (form != 0), first);
    }
}

BOOST_AUTO_TEST_CASE(a_bound_is_rounded_up) {
    for (const double number : {1.0, 0.0078125, 0.00781001, 0.999999, 1e-300, 0.5}) {
        const std::string text = campaign::rounded_up(number);
        BOOST_TEST(std::strtod(text.c_str(), nullptr) >= number, text);
        BOOST_TEST(std::strtod(text.c_str(), nullptr) <= number * 1.01, text);
    }
    BOOST_TEST(campaign::rounded_up(0.00781001) == "0.00782");
}

/// The full campaign's, from its sizes alone.
BOOST_AUTO_TEST_CASE(the_full_campaign_misses_little) {
    const std::int64_t schedules = campaign::full_sizes.schedules;
    const std::set<std::int64_t> units = all_units(schedules);
    for (int form = 0; form < schedule::form_count; ++form) {
        const campaign::Missed missed = campaign::missed(1, schedules, units, static_cast<Form>(form));
        BOOST_TEST_MESSAGE(schedule::name(static_cast<Form>(form))
                           << ": " << missed.runs << " runs, " << campaign::rounded_up(missed.at_most));
        BOOST_TEST(missed.at_most < 0.0101, schedule::name(static_cast<Form>(form)));
    }
}

BOOST_AUTO_TEST_SUITE_END()
