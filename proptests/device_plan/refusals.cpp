// What the planner refuses, and what it names then.
// Spec: contract/C18. Layer: proptests/device_plan.
#include <limits>
#include <type_traits>

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include "kernels/limits.hpp"
#include "questions.hpp"

namespace exactk::device::tests {

namespace {

Shape fine() { return make_shape(ScoreType::float32, 4, 100000, 2048, Order::index); }

void refused(const Shape &shape, const Profile &profile, StatusCode code, const std::string &argument,
             std::int64_t value, std::int64_t limit) {
    Plan plan;
    plan.first.ctas = 77;
    for (const Status &status : {supports(shape, profile), make_plan(shape, profile, {}, plan)}) {
        BOOST_TEST(name(status.code) == name(code));
        BOOST_REQUIRE(status.argument != nullptr);
        BOOST_TEST(status.argument == argument);
        BOOST_TEST(status.value == value);
        BOOST_TEST(status.limit == limit);
    }
    BOOST_TEST(plan.first.ctas == 77); // untouched
}

const Profile &h200() { return *find_profile("h200"); }

} // namespace

BOOST_AUTO_TEST_SUITE(refusals)

RC_BOOST_PROP(v100_is_refused_with_the_reason_whatever_is_asked_c18, ()) {
    const Question question{any_shape(), *find_profile("v100"), any_wishes()};
    Plan plan;
    const Status status = make_plan(question.shape, question.profile, question.wishes, plan);
    RC_ASSERT(status.code == StatusCode::unsupported_device);
    RC_ASSERT(status.argument == std::string("profile.compute_capability"));
    RC_ASSERT(status.value == 70);
    RC_ASSERT(status.limit == 80);
}

BOOST_AUTO_TEST_CASE(counts_outside_their_limits_are_refused) {
    const auto with = [](auto change) {
        Shape shape = fine();
        change(shape);
        return shape;
    };
    const StatusCode code = StatusCode::out_of_limits;
    refused(with([](Shape &shape) { shape.rows = -1; }), h200(), code, "rows", -1, 0);
    refused(with([](Shape &shape) { shape.width = -1; }), h200(), code, "width", -1, 0);
    refused(with([](Shape &shape) { shape.width = width_max + 1; }), h200(), code, "width", width_max + 1,
            width_max);
    refused(with([](Shape &shape) { shape.k = -1; }), h200(), code, "k", -1, 0);
    refused(with([](Shape &shape) { shape.k = k_max + 1; }), h200(), code, "k", k_max + 1, k_max);
}

BOOST_AUTO_TEST_CASE(types_and_options_without_a_meaning_are_refused) {
    Shape shape = fine();
    shape.type = static_cast<ScoreType>(3);
    refused(shape, h200(), StatusCode::unsupported_type, "type", 3, 2);
    shape = fine();
    shape.options.direction = static_cast<Direction>(2);
    refused(shape, h200(), StatusCode::unknown_option, "options.direction", 2, 1);
    shape = fine();
    shape.options.ties = static_cast<Ties>(255);
    refused(shape, h200(), StatusCode::unknown_option, "options.ties", 255, 1);
    shape = fine();
    shape.options.order = static_cast<Order>(2);
    refused(shape, h200(), StatusCode::unknown_option, "options.order", 2, 1);
    shape = fine();
    shape.options.nan_policy = static_cast<NanPolicy>(2);
    refused(shape, h200(), StatusCode::unknown_option, "options.nan_policy", 2, 1);
}

BOOST_AUTO_TEST_CASE(devices_that_offer_too_little_are_refused) {
    const StatusCode code = StatusCode::unsupported_device;
    Profile profile = h200();
    profile.compute_capability = 79;
    refused(fine(), profile, code, "profile.compute_capability", 79, 80);
    profile = h200();
    profile.sms = 0;
    refused(fine(), profile, code, "profile.sms", 0, 1);
    profile = h200();
    profile.threads_per_sm = threads_max - 1;
    refused(fine(), profile, code, "profile.threads_per_sm", threads_max - 1, threads_max);
    profile = h200();
    profile.shared_bytes_optin = 1024;
    const Status status = supports(fine(), profile);
    BOOST_TEST(name(status.code) == name(code));
    BOOST_TEST(status.argument == std::string("profile.shared_bytes_optin"));
    profile.shared_bytes_optin = status.limit;
    BOOST_TEST(name(supports(fine(), profile).code) == name(StatusCode::ok));
}

BOOST_AUTO_TEST_CASE(figures_beyond_their_limits_are_refused_by_name_and_the_limits_are_taken_c18) {
    const auto at = [](auto Profile::*field, std::int64_t least, std::int64_t most, std::int64_t too_large) {
        Profile profile = h200();
        for (const std::int64_t legal : {least, most}) {
            profile.*field = static_cast<std::remove_reference_t<decltype(profile.*field)>>(legal);
            BOOST_TEST(describe(check_profile(profile)) == "ok");
        }
        const std::int64_t largest =
            std::numeric_limits<std::remove_reference_t<decltype(profile.*field)>>::max();
        for (const std::int64_t illegal : {too_large, largest}) {
            profile.*field = static_cast<std::remove_reference_t<decltype(profile.*field)>>(illegal);
            BOOST_TEST(name(check_profile(profile).code) == name(StatusCode::out_of_limits));
            BOOST_TEST(check_profile(profile).value == illegal);
            BOOST_TEST(check_profile(profile).limit == most);
            const Status status = check_profile(profile);
            refused(fine(), profile, status.code, status.argument, illegal, most);
        }
        return std::string(check_profile(profile).argument);
    };
    BOOST_TEST(at(&Profile::compute_capability, 80, 10000, 10001) == "profile.compute_capability");
    BOOST_TEST(at(&Profile::sms, 1, 65536, 65537) == "profile.sms");
    BOOST_TEST(at(&Profile::threads_per_sm, threads_max, 65536, 65537) == "profile.threads_per_sm");
    BOOST_TEST(at(&Profile::shared_bytes_sm, 232448, 16 << 20, (16 << 20) + 1) == "profile.shared_bytes_sm");
    BOOST_TEST(at(&Profile::cluster_ctas_max, 8, 1024, 1025) == "profile.cluster_ctas_max");
    BOOST_TEST(at(&Profile::cluster_ctas_portable, 0, 16, 17) == "profile.cluster_ctas_portable");
    Profile profile = h200();
    profile.shared_bytes_sm = 16 << 20;
    profile.shared_bytes_optin = 512 << 10;
    BOOST_TEST(describe(check_profile(profile)) == "ok");
    for (const std::int64_t illegal : {std::int64_t{(512 << 10) + 1}, std::int64_t{INT64_MAX}}) {
        profile.shared_bytes_optin = illegal;
        refused(fine(), profile, StatusCode::out_of_limits, "profile.shared_bytes_optin", illegal, 512 << 10);
    }
}

BOOST_AUTO_TEST_CASE(figures_that_contradict_each_other_or_are_negative_are_refused) {
    Profile profile = h200();
    profile.shared_bytes_sm = profile.shared_bytes_optin - 1;
    refused(fine(), profile, StatusCode::unsupported_device, "profile.shared_bytes_sm", 232447, 232448);
    profile = h200();
    profile.cluster_ctas_portable = -1;
    refused(fine(), profile, StatusCode::out_of_limits, "profile.cluster_ctas_portable", -1, 0);
    profile = h200();
    profile.cluster_ctas_max = INT32_MIN;
    refused(fine(), profile, StatusCode::out_of_limits, "profile.cluster_ctas_max", INT32_MIN, 0);
    profile = h200();
    profile.sms = -1;
    refused(fine(), profile, StatusCode::unsupported_device, "profile.sms", -1, 1);
}

RC_BOOST_PROP(a_refused_question_leaves_the_plan_untouched, ()) {
    const Question question = any_question();
    Plan plan;
    plan.reason = "mine";
    if (make_plan(question.shape, question.profile, question.wishes, plan).code != StatusCode::ok)
        RC_ASSERT(plan.reason == "mine");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace exactk::device::tests
