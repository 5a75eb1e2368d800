// Text in buffers of every size, and the names of codes.
// Spec: contract/C17 C18. Layer: proptests/bindings_c.
#include <cstring>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <exactk/contract/text.hpp>
#include <exactk/contract/version.hpp>

#include "sized.hpp"

using namespace bindings_c_test;

namespace {

/// Asks for the text with every buffer from none to one byte too many; the text, if every answer was right.
template <class Describe> std::string in_every_buffer(Describe describe) {
    std::size_t needed = 0;
    BOOST_REQUIRE(describe(nullptr, 0, &needed, nullptr) == exactk_code_ok);
    BOOST_REQUIRE(needed > 0);
    std::string text;
    for (std::size_t capacity = 0; capacity <= needed + 1; ++capacity) {
        std::vector<char> buffer(needed + 2, '#');
        const std::vector<char> before = buffer;
        for (const bool tells : {true, false}) {
            if (capacity == 0 && !tells)
                continue;
            std::size_t told = 0;
            const Said said = answer([&](exactk_status *status) {
                return describe(buffer.data(), capacity, tells ? &told : nullptr, status);
            });
            BOOST_TEST(told == (tells ? needed : 0));
            if (capacity >= needed) {
                BOOST_TEST(said == said_ok);
                BOOST_TEST(std::strlen(buffer.data()) == needed - 1);
                BOOST_TEST(buffer[needed] == '#');
                text = buffer.data();
            } else if (capacity == 0) {
                BOOST_TEST(said == said_ok);
                BOOST_TEST(buffer == before);
            } else {
                const Said small{exactk_code_out_of_limits, "capacity", static_cast<std::int64_t>(capacity),
                                 static_cast<std::int64_t>(needed)};
                BOOST_TEST(said == small);
                BOOST_TEST(buffer == before);
            }
        }
    }
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(texts)

BOOST_AUTO_TEST_CASE(a_status_is_said_as_the_library_says_it) {
    for (std::int32_t code = 0; code <= 13; ++code) {
        auto what = sized<exactk_status>();
        what.code = code;
        what.argument = code == 0 ? nullptr : "problem.pitch";
        what.value = 4;
        what.limit = 5;
        const std::string text = in_every_buffer(
            [&](char *buffer, std::size_t capacity, std::size_t *needed, exactk_status *status) {
                return exactk_status_describe(&what, buffer, capacity, needed, status);
            });
        const exactk::Status same{static_cast<exactk::StatusCode>(code), what.argument, 4, 5};
        BOOST_TEST(text == exactk::describe(same));
    }
    auto what = sized<exactk_status>();
    what.code = exactk_code_internal;
    char buffer[200];
    BOOST_TEST(exactk_status_describe(&what, buffer, sizeof buffer, nullptr, &what) == exactk_code_ok);
    BOOST_TEST(std::string(buffer).find("internal: ") == 0u);
    BOOST_TEST(what.code == exactk_code_ok); // both may be the same struct
}

BOOST_AUTO_TEST_CASE(refusals_say_what_is_needed_instead_c18) {
    const auto said = [](auto call) {
        auto status = sized<exactk_status>();
        (void)call(&status);
        char buffer[300];
        BOOST_TEST(exactk_status_describe(&status, buffer, sizeof buffer, nullptr, nullptr) ==
                   exactk_code_ok);
        return std::string(buffer);
    };
    auto profile = sized<exactk_profile>();
    auto wishes = sized<exactk_wishes>();
    auto shape = sized<exactk_shape>();
    exactk_plan *plan = nullptr;
    BOOST_TEST(said([](exactk_status *s) { return exactk_topk_cpu(nullptr, nullptr, s); }) ==
               "null_pointer: problem is null; it is needed");
    BOOST_TEST(said([](exactk_status *s) { return exactk_profile_count(nullptr, s); }) ==
               "null_pointer: count is null; it is needed");
    BOOST_TEST(said([&](exactk_status *s) { return exactk_profile_by_name("H200", &profile, s); }) ==
               "unknown_option: name is that of no known device; exactk_profile_at lists those that are");
    BOOST_REQUIRE(exactk_profile_by_name("gb10", &profile, nullptr) == exactk_code_ok);
    wishes.strategy_given = wishes.strategy = 1;
    BOOST_TEST(
        said([&](exactk_status *s) { return exactk_plan_create(&shape, &profile, &wishes, &plan, s); }) ==
        "illegal_plan: wishes.strategy is row_per_cluster; this device has no clusters, so it must be "
        "row_per_cta or row_per_grid");
}

BOOST_AUTO_TEST_CASE(a_plan_is_said_in_every_buffer_and_names_the_device_though_the_callers_name_is_gone) {
    auto shape = sized<exactk_shape>();
    shape.rows = 3;
    shape.width = 65536;
    shape.k = 2048;
    auto profile = sized<exactk_profile>();
    BOOST_REQUIRE(exactk_profile_by_name("h200", &profile, nullptr) == exactk_code_ok);
    exactk_plan *plan = nullptr;
    {
        std::string name = "a name that is longer than any small string can be";
        profile.name = name.c_str();
        BOOST_REQUIRE(exactk_plan_create(&shape, &profile, nullptr, &plan, nullptr) == exactk_code_ok);
        name.replace(0, 6, "broken");
    }
    const std::string text =
        in_every_buffer([&](char *buffer, std::size_t capacity, std::size_t *needed, exactk_status *status) {
            return exactk_plan_describe(plan, buffer, capacity, needed, status);
        });
    BOOST_TEST(text.find("problem: float32, rows 3, width 65536, k 2048") == 0u);
    BOOST_TEST(text.find("profile: a name that is longer than any small string can be,") !=
               std::string::npos);
    exactk_plan_destroy(plan);
}

BOOST_AUTO_TEST_CASE(names_and_versions_are_those_of_the_library_c17) {
    BOOST_TEST(exactk_library_version() == std::string(exactk::library_version()));
    BOOST_TEST(exactk_contract_version() == std::string(exactk::contract_version()));
    for (std::int32_t code = -1; code <= 14; ++code)
        BOOST_TEST(exactk_status_text(code) ==
                   std::string(exactk::name(static_cast<exactk::StatusCode>(code))));
    BOOST_TEST(exactk_status_text(exactk_code_unsupported_device) == std::string("unsupported_device"));
    BOOST_TEST(exactk_status_text(13) == std::string("unknown"));
    BOOST_TEST(exactk_status_text(INT32_MIN) == std::string("unknown"));
    BOOST_TEST(exactk_status_text(exactk_code_internal) == std::string("internal"));
}

BOOST_AUTO_TEST_SUITE_END()
