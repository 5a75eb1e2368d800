// Memory that runs out at every allocation in turn: a code and a status, never an exception, and nothing is leaked.
// Spec: contract/C18. Layer: proptests/bindings_c.
#include <functional>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "failing_new.hpp"
#include "sized.hpp"

using namespace bindings_c_test;

namespace {

/// Calls with 0, 1, 2, ... allocations that succeed until the call does; how often it was refused. `looks_right` is
/// asked after each call whether what the call left behind is that of an answer (true) or of a refusal.
int refusals_before_success(
    const std::function<std::int32_t(exactk_status *)> &call,
    const std::function<bool(bool)> &looks_right = [](bool) { return true; }) {
    for (int refusals = 0;; ++refusals) {
        auto status = sized<exactk_status>();
        cpu_test::allocations_left = refusals;
        const std::int32_t code = call(&status);
        cpu_test::allocations_left = -1;
        BOOST_TEST(looks_right(code == exactk_code_ok));
        if (code == exactk_code_ok) {
            BOOST_TEST(said(status) == said_ok);
            return refusals;
        }
        BOOST_REQUIRE(exactk_status_text(code) == std::string("out_of_memory"));
        BOOST_TEST(status.code == code);
        BOOST_REQUIRE(status.argument != nullptr);
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(allocation)

BOOST_AUTO_TEST_CASE(memory_that_cannot_be_had_is_a_status_in_every_function_c18) {
    auto profile = sized<exactk_profile>();
    std::size_t count = 0;
    // The list of profiles is made by the first call that needs it, whichever that is.
    refusals_before_success([&](exactk_status *status) { return exactk_profile_count(&count, status); });
    BOOST_TEST(count > 0u);
    const std::string known = "h200";
    refusals_before_success(
        [&](exactk_status *status) { return exactk_profile_by_name(known.c_str(), &profile, status); });
    auto shape = sized<exactk_shape>();
    shape.rows = 8;
    shape.width = 1 << 20;
    shape.k = 2048;
    exactk_plan *plan = nullptr;
    BOOST_TEST(refusals_before_success(
                   [&](exactk_status *status) {
                       return exactk_plan_create(&shape, &profile, nullptr, &plan, status);
                   },
                   [&](bool made) { return made == (plan != nullptr); }) > 3);
    std::vector<char> buffer(10000, '#');
    BOOST_TEST(refusals_before_success([&](exactk_status *status) {
                   return exactk_plan_describe(plan, buffer.data(), buffer.size(), nullptr, status);
               }) > 3);
    exactk_plan_destroy(plan);
    auto what = sized<exactk_status>();
    what.code = exactk_code_pitch_too_small;
    what.argument = "an argument whose name does not fit a short string";
    BOOST_TEST(refusals_before_success([&](exactk_status *status) {
                   return exactk_status_describe(&what, buffer.data(), buffer.size(), nullptr, status);
               }) > 1);
}

BOOST_AUTO_TEST_CASE(an_unknown_long_name_without_memory_is_out_of_memory_and_with_memory_unknown) {
    auto profile = sized<exactk_profile>();
    profile.sms = -5;
    const char *const name = "a device whose name does not fit a short string";
    auto status = sized<exactk_status>();
    cpu_test::allocations_left = 0;
    const std::int32_t code = exactk_profile_by_name(name, &profile, &status);
    cpu_test::allocations_left = -1;
    BOOST_TEST(code == exactk_code_out_of_memory);
    BOOST_TEST(said(status) == (Said{exactk_code_out_of_memory, "memory", 0, 0}));
    BOOST_TEST(exactk_profile_by_name(name, &profile, &status) == exactk_code_unknown_option);
    BOOST_TEST(profile.sms == -5);
}

BOOST_AUTO_TEST_CASE(the_cpu_path_without_scratch_memory_writes_nothing) {
    const std::vector<float> scores(50, 1.0f);
    std::vector<std::int32_t> indices(4, -77);
    auto options = sized<exactk_options>();
    options.order = exactk_order_rank;
    auto problem = sized<exactk_problem>();
    problem.scores = scores.data();
    problem.rows = 1;
    problem.width = problem.pitch = 50;
    problem.k = 4;
    problem.options = &options;
    auto outputs = sized<exactk_outputs>();
    outputs.indices = indices.data();
    outputs.index_pitch = 4;
    BOOST_TEST(refusals_before_success(
                   [&](exactk_status *status) { return exactk_topk_cpu(&problem, &outputs, status); },
                   [&](bool answered) { return answered == (indices[0] != -77); }) >= 2);
    BOOST_TEST(indices == (std::vector<std::int32_t>{0, 1, 2, 3}));
}

BOOST_AUTO_TEST_SUITE_END()
