// A build without CUDA makes plans and says no to launches, and names why.
// Spec: contract/C18. Layer: proptests/device_plan.
#include <boost/test/unit_test.hpp>

#include "observe/tapped_launch.hpp"
#include "questions.hpp"

namespace exactk::device::tests {

BOOST_AUTO_TEST_SUITE(unavailable)

#ifdef EXACTK_HAVE_CUDA
BOOST_AUTO_TEST_CASE(a_device_number_that_no_machine_has_is_refused) {
    Profile profile;
    BOOST_TEST(name(query_profile(-1, profile).code) == name(StatusCode::unsupported_device));
}
#else
BOOST_AUTO_TEST_CASE(launches_are_refused_and_write_nothing_c18) {
    Plan plan;
    const Shape shape = make_shape(ScoreType::float32, 1, 2, 1, Order::index);
    BOOST_REQUIRE(make_plan(shape, *find_profile("h200"), {}, plan).code == StatusCode::ok);
    const float scores[] = {1, 2};
    std::int32_t index = 77;
    Problem problem;
    problem.scores = scores;
    problem.rows = 1;
    problem.width = 2;
    problem.pitch = 2;
    problem.k = 1;
    Outputs outputs;
    outputs.indices = &index;
    outputs.index_pitch = 1;
    for (const Status &status : {launch(plan, problem, outputs, nullptr, 0, nullptr),
                                 launch_tapped(plan, problem, outputs, nullptr, 0, nullptr, {})}) {
        BOOST_TEST(name(status.code) == name(StatusCode::unsupported_device));
        BOOST_TEST(status.argument != nullptr);
    }
    BOOST_TEST(index == 77);
    Profile profile;
    const Status status = query_profile(5, profile);
    BOOST_TEST(name(status.code) == name(StatusCode::unsupported_device));
    BOOST_TEST(status.value == 5);
    BOOST_TEST(profile.sms == 0);
}
#endif

BOOST_AUTO_TEST_SUITE_END()

} // namespace exactk::device::tests
