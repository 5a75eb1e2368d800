// Profiles, plans and workspace by the C interface and by the C++ one; and launches of a build without CUDA.
// Spec: contract/C15 C18, algorithm/S3. Layer: proptests/bindings_c.
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <exactk/device.hpp>

#include "sized.hpp"

using namespace bindings_c_test;
namespace device = exactk::device;

namespace {

bool same(const exactk_profile &c, const device::Profile &cpp) {
    return c.name == std::string(cpp.name) && c.source == std::string(cpp.source) &&
           c.compute_capability == cpp.compute_capability && c.sms == cpp.sms &&
           c.threads_per_sm == cpp.threads_per_sm && c.shared_bytes_optin == cpp.shared_bytes_optin &&
           c.shared_bytes_sm == cpp.shared_bytes_sm && c.cluster_ctas_portable == cpp.cluster_ctas_portable &&
           c.cluster_ctas_max == cpp.cluster_ctas_max &&
           c.cooperative_launch == (cpp.cooperative_launch ? 1u : 0u) && c.reserved == 0;
}

std::string words(const exactk_plan *plan) {
    std::size_t needed = 0;
    if (exactk_plan_describe(plan, nullptr, 0, &needed, nullptr) != exactk_code_ok)
        return "no words";
    std::vector<char> buffer(needed);
    return exactk_plan_describe(plan, buffer.data(), needed, nullptr, nullptr) == exactk_code_ok
               ? buffer.data()
               : "no words";
}

Said said_by(const exactk::Status &status) {
    return {static_cast<std::int32_t>(status.code), status.argument != nullptr ? status.argument : "(null)",
            status.value, status.limit};
}

} // namespace

BOOST_AUTO_TEST_SUITE(plans)

BOOST_AUTO_TEST_CASE(known_devices_are_counted_listed_and_found_by_name) {
    std::size_t count = 0;
    BOOST_TEST(exactk_profile_count(&count, nullptr) == exactk_code_ok);
    BOOST_REQUIRE(count == device::profiles().size());
    for (std::size_t position = 0; position < count; ++position) {
        const device::Profile &expected = device::profiles()[position];
        auto listed = sized<exactk_profile>();
        BOOST_TEST(exactk_profile_at(position, &listed, nullptr) == exactk_code_ok);
        BOOST_TEST(same(listed, expected));
        auto named = sized<exactk_profile>();
        BOOST_TEST(exactk_profile_by_name(expected.name, &named, nullptr) == exactk_code_ok);
        BOOST_TEST(same(named, expected));
    }
    const auto last = static_cast<std::int64_t>(count) - 1;
    for (const std::size_t position : {count, count + 1, SIZE_MAX}) {
        auto untouched = sized<exactk_profile>();
        untouched.sms = -5;
        const std::int64_t value = position == SIZE_MAX ? INT64_MAX : static_cast<std::int64_t>(position);
        BOOST_TEST(answer([&](exactk_status *s) { return exactk_profile_at(position, &untouched, s); }) ==
                   (Said{exactk_code_out_of_limits, "position", value, last}));
        BOOST_TEST(untouched.sms == -5);
    }
    auto untouched = sized<exactk_profile>();
    untouched.sms = -5;
    for (const char *const name : {"", "H200", "h200 "})
        BOOST_TEST(answer([&](exactk_status *s) { return exactk_profile_by_name(name, &untouched, s); }) ==
                   (Said{exactk_code_unknown_option, "name", -1, last}));
    BOOST_TEST(untouched.sms == -5);
}

BOOST_AUTO_TEST_CASE(plans_their_workspace_and_their_refusals_are_those_of_the_cpp_interface_c15) {
    int made = 0;
    int refused = 0;
    const bool agree = rc::check("C and C++ agree about plans", [&] {
        device::Profile cpp_profile = *rc::gen::elementOf(device::profiles());
        cpp_profile.sms = *rc::gen::element(cpp_profile.sms, cpp_profile.sms, 65536, 65537, INT32_MAX);
        device::Shape cpp_shape;
        cpp_shape.type = static_cast<exactk::ScoreType>(*rc::gen::inRange(0, 4));
        cpp_shape.rows = *rc::gen::element<std::int64_t>(0, 1, 7, 132, 4096, -1);
        cpp_shape.width = *rc::gen::element<std::int64_t>(0, 1, 1000, 65536, 1 << 24, 2147483648);
        cpp_shape.k = *rc::gen::element<std::int64_t>(0, 1, 512, 2048, 2147483647);
        cpp_shape.options.order = static_cast<exactk::Order>(*rc::gen::inRange(0, 2));
        device::Wishes cpp_wishes;
        cpp_wishes.automatic = *rc::gen::arbitrary<bool>();
        cpp_wishes.strategy = static_cast<device::Strategy>(*rc::gen::inRange(0, 4));
        cpp_wishes.ctas = *rc::gen::element(0, 0, 1, 2, 3, 8, 16, 100, -1);
        cpp_wishes.sms_max = *rc::gen::element(0, 0, 7, 64, -1);
        cpp_wishes.resident_keys_max = *rc::gen::element(0, 0, 5, 1000, -1);
        cpp_wishes.filter = *rc::gen::arbitrary<bool>();
        cpp_wishes.programmatic = *rc::gen::arbitrary<bool>();

        auto profile = sized<exactk_profile>();
        RC_ASSERT(exactk_profile_by_name(cpp_profile.name, &profile, nullptr) == exactk_code_ok);
        profile.sms = cpp_profile.sms;
        auto options = sized<exactk_options>();
        options.order = static_cast<std::uint32_t>(cpp_shape.options.order);
        auto shape = sized<exactk_shape>();
        shape.type = static_cast<std::uint32_t>(cpp_shape.type);
        shape.rows = cpp_shape.rows;
        shape.width = cpp_shape.width;
        shape.k = cpp_shape.k;
        shape.options = &options;
        auto wishes = sized<exactk_wishes>();
        wishes.strategy_given = cpp_wishes.automatic ? 0 : 1;
        wishes.strategy = static_cast<std::uint32_t>(cpp_wishes.strategy);
        wishes.ctas = cpp_wishes.ctas;
        wishes.sms_max = cpp_wishes.sms_max;
        wishes.resident_keys_max = cpp_wishes.resident_keys_max;
        wishes.no_filter = cpp_wishes.filter ? 0 : 1;
        wishes.programmatic = cpp_wishes.programmatic ? 1 : 0;

        RC_ASSERT(answer([&](exactk_status *s) { return exactk_supports(&shape, &profile, s); }) ==
                  said_by(device::supports(cpp_shape, cpp_profile)));
        device::Plan cpp_plan;
        const Said cpp = said_by(device::make_plan(cpp_shape, cpp_profile, cpp_wishes, cpp_plan));
        exactk_plan *plan = nullptr;
        RC_ASSERT(answer([&](exactk_status *s) {
                      return exactk_plan_create(&shape, &profile, &wishes, &plan, s);
                  }) == cpp);
        std::int64_t bytes = -1;
        std::int64_t cpp_bytes = -1;
        RC_ASSERT(
            answer([&](exactk_status *s) {
                return exactk_workspace_bytes_max(shape.rows, shape.width, shape.k, &profile, &bytes, s);
            }) ==
            said_by(device::workspace_bytes_max(shape.rows, shape.width, shape.k, cpp_profile, cpp_bytes)));
        RC_ASSERT(bytes == cpp_bytes);
        if (cpp.code == exactk_code_ok) {
            RC_ASSERT(words(plan) == device::describe(cpp_plan));
            RC_ASSERT(exactk_plan_workspace_bytes(plan, &bytes, nullptr) == exactk_code_ok);
            RC_ASSERT(bytes == device::workspace_bytes(cpp_plan));
            exactk_plan_destroy(plan);
        }
        (cpp.code == exactk_code_ok ? made : refused) += 1;
    });
    BOOST_TEST(agree);
    BOOST_TEST(made > 0);
    BOOST_TEST(refused > 0);
}

BOOST_AUTO_TEST_CASE(a_device_number_that_no_machine_has_is_refused_by_name) {
    auto profile = sized<exactk_profile>();
    profile.sms = -5;
    BOOST_TEST(answer([&](exactk_status *s) { return exactk_profile_query(-1, &profile, s); }) ==
               (Said{exactk_code_unsupported_device, "device", -1, 0}));
    BOOST_TEST(profile.sms == -5);
}

#ifndef EXACTK_HAVE_CUDA
BOOST_AUTO_TEST_CASE(a_build_without_cuda_refuses_launches_and_writes_nothing_c18) {
    const float scores[] = {1, 2};
    std::int32_t index = 77;
    auto shape = sized<exactk_shape>();
    auto profile = sized<exactk_profile>();
    auto problem = sized<exactk_problem>();
    auto outputs = sized<exactk_outputs>();
    BOOST_REQUIRE(exactk_profile_by_name("h200", &profile, nullptr) == exactk_code_ok);
    problem.scores = scores;
    problem.rows = shape.rows = 1;
    problem.width = problem.pitch = shape.width = 2;
    problem.k = shape.k = 1;
    outputs.indices = &index;
    outputs.index_pitch = 1;
    exactk_plan *plan = nullptr;
    BOOST_REQUIRE(exactk_plan_create(&shape, &profile, nullptr, &plan, nullptr) == exactk_code_ok);
    BOOST_TEST(answer([&](exactk_status *s) {
                   return exactk_launch(plan, &problem, &outputs, nullptr, 0, nullptr, s);
               }) == (Said{exactk_code_unsupported_device, "plan.profile.compute_capability", 90, 0}));
    BOOST_TEST(index == 77);
    BOOST_TEST(answer([&](exactk_status *s) { return exactk_profile_query(0, &profile, s); }) ==
               (Said{exactk_code_unsupported_device, "device", 0, 0}));
    exactk_plan_destroy(plan);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
