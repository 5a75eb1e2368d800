// Every field and argument reaches the device room as it was given, and every answer comes back; exceptions do not.
// Spec: contract/C18. Layer: proptests/bindings_c.
#define BOOST_TEST_MODULE bindings_c_forwarding
#include <boost/test/unit_test.hpp>

#include <functional>
#include <string>

#include "fake_device.hpp"
#include "sized.hpp"

using namespace bindings_c_test;

namespace {

/// Structs in which no two fields are alike. Pointers are never followed, since nothing here is launched.
struct Given {
    exactk_options options = sized<exactk_options>();
    exactk_problem problem = sized<exactk_problem>();
    exactk_outputs outputs = sized<exactk_outputs>();
    exactk_shape shape = sized<exactk_shape>();
    exactk_profile profile = sized<exactk_profile>();
    exactk_wishes wishes = sized<exactk_wishes>();
    char memory[256] = {};

    template <class Type> Type *at(int byte) { return reinterpret_cast<Type *>(memory + byte); }

    Given() {
        heard() = Heard{};
        options.direction = 11;
        options.ties = 12;
        options.order = 13;
        options.nan_policy = 14;
        options.fill_index_given = 1;
        options.fill_index = -15;
        options.fill_score_given = 1;
        options.fill_score_bits = 0xFEDCBA98u;
        problem.type = 21;
        problem.scores = at<void>(8);
        problem.rows = std::int64_t{1} << 40;
        problem.width = (std::int64_t{1} << 40) + 1;
        problem.pitch = (std::int64_t{1} << 40) + 2;
        problem.k = (std::int64_t{1} << 40) + 3;
        problem.lengths = at<std::int32_t>(16);
        problem.options = &options;
        outputs.indices = at<std::int32_t>(24);
        outputs.index_pitch = (std::int64_t{1} << 41) + 1;
        outputs.scores = at<void>(32);
        outputs.score_pitch = (std::int64_t{1} << 41) + 2;
        outputs.certificates = at<exactk_certificate>(40);
        outputs.status = at<std::uint32_t>(48);
        outputs.digests = at<std::uint64_t>(56);
        shape.type = 31;
        shape.rows = (std::int64_t{1} << 42) + 1;
        shape.width = (std::int64_t{1} << 42) + 2;
        shape.k = (std::int64_t{1} << 42) + 3;
        shape.options = &options;
        profile.compute_capability = 41;
        profile.sms = 42;
        profile.threads_per_sm = 43;
        profile.shared_bytes_optin = (std::int64_t{1} << 43) + 1;
        profile.shared_bytes_sm = (std::int64_t{1} << 43) + 2;
        profile.cluster_ctas_portable = 44;
        profile.cluster_ctas_max = 45;
        profile.cooperative_launch = 1;
        profile.name = "the name";
        profile.source = "the source";
        wishes.strategy_given = 1;
        wishes.strategy = 51;
        wishes.ctas = 52;
        wishes.sms_max = 53;
        wishes.no_filter = 1;
        wishes.resident_keys_max = (std::int64_t{1} << 44) + 1;
        wishes.list_entries_max = (std::int64_t{1} << 44) + 2;
        wishes.programmatic = 1;
    }
};

void check_options(const exactk::Options &options) {
    BOOST_TEST(static_cast<int>(options.direction) == 11);
    BOOST_TEST(static_cast<int>(options.ties) == 12);
    BOOST_TEST(static_cast<int>(options.order) == 13);
    BOOST_TEST(static_cast<int>(options.nan_policy) == 14);
    BOOST_TEST(options.fill_index == -15);
    BOOST_TEST(options.fill_score_given);
    BOOST_TEST(options.fill_score_bits == 0xFEDCBA98u);
}

void check_shape(const exactk::device::Shape &shape) {
    BOOST_TEST(static_cast<int>(shape.type) == 31);
    BOOST_TEST(shape.rows == (std::int64_t{1} << 42) + 1);
    BOOST_TEST(shape.width == (std::int64_t{1} << 42) + 2);
    BOOST_TEST(shape.k == (std::int64_t{1} << 42) + 3);
    check_options(shape.options);
}

void check_facts(const exactk::device::Profile &profile) {
    BOOST_TEST(profile.name == std::string("the name"));
    BOOST_TEST(profile.compute_capability == 41);
    BOOST_TEST(profile.sms == 42);
    BOOST_TEST(profile.threads_per_sm == 43);
    BOOST_TEST(profile.shared_bytes_optin == (std::int64_t{1} << 43) + 1);
    BOOST_TEST(profile.shared_bytes_sm == (std::int64_t{1} << 43) + 2);
    BOOST_TEST(profile.cluster_ctas_portable == 44);
    BOOST_TEST(profile.cluster_ctas_max == 45);
    BOOST_TEST(profile.cooperative_launch);
    BOOST_TEST(profile.source == std::string("the source"));
}

void check_wishes(const exactk::device::Wishes &wishes) {
    BOOST_TEST(!wishes.automatic);
    BOOST_TEST(static_cast<int>(wishes.strategy) == 51);
    BOOST_TEST(wishes.ctas == 52);
    BOOST_TEST(wishes.sms_max == 53);
    BOOST_TEST(wishes.resident_keys_max == (std::int64_t{1} << 44) + 1);
    BOOST_TEST(wishes.list_entries_max == (std::int64_t{1} << 44) + 2);
    BOOST_TEST(!wishes.filter);
    BOOST_TEST(wishes.programmatic);
}

} // namespace

BOOST_AUTO_TEST_SUITE(forwarding)

BOOST_AUTO_TEST_CASE(questions_and_plans_arrive_field_by_field) {
    Given given;
    BOOST_TEST(exactk_supports(&given.shape, &given.profile, nullptr) == exactk_code_ok);
    check_shape(heard().shape);
    check_facts(heard().profile);

    exactk_plan *plan = nullptr;
    BOOST_TEST(exactk_plan_create(&given.shape, &given.profile, &given.wishes, &plan, nullptr) ==
               exactk_code_ok);
    check_wishes(heard().wishes);
    std::int64_t bytes = 0;
    BOOST_TEST(exactk_plan_workspace_bytes(plan, &bytes, nullptr) == exactk_code_ok);
    BOOST_TEST(bytes == 1234567890123);
    check_shape(heard().plan.shape);
    check_facts(heard().plan.profile);
    BOOST_TEST(exactk_workspace_bytes_max(61, 62, 63, &given.profile, &bytes, nullptr) == exactk_code_ok);
    BOOST_TEST(bytes == 1234567890124);
    BOOST_TEST(heard().numbers[0] == 61);
    BOOST_TEST(heard().numbers[1] == 62);
    BOOST_TEST(heard().numbers[2] == 63);
    exactk_plan_destroy(plan);
}

BOOST_AUTO_TEST_CASE(a_launch_arrives_field_by_field) {
    Given given;
    exactk_plan *plan = nullptr;
    BOOST_REQUIRE(exactk_plan_create(&given.shape, &given.profile, nullptr, &plan, nullptr) ==
                  exactk_code_ok);
    BOOST_TEST(exactk_launch(plan, &given.problem, &given.outputs, given.at<void>(64),
                             (std::int64_t{1} << 45) + 1, given.at<void>(72), nullptr) == exactk_code_ok);
    check_shape(heard().plan.shape);
    BOOST_TEST(heard().workspace == given.at<void>(64));
    BOOST_TEST(heard().workspace_bytes == (std::int64_t{1} << 45) + 1);
    BOOST_TEST(heard().stream == given.at<void>(72));
    const exactk::Problem &problem = heard().problem;
    BOOST_TEST(problem.scores == given.at<void>(8));
    BOOST_TEST(static_cast<int>(problem.type) == 21);
    BOOST_TEST(problem.rows == std::int64_t{1} << 40);
    BOOST_TEST(problem.width == (std::int64_t{1} << 40) + 1);
    BOOST_TEST(problem.pitch == (std::int64_t{1} << 40) + 2);
    BOOST_TEST(problem.k == (std::int64_t{1} << 40) + 3);
    BOOST_TEST(problem.lengths == given.at<std::int32_t>(16));
    check_options(problem.options);
    const exactk::Outputs &outputs = heard().outputs;
    BOOST_TEST(outputs.indices == given.at<std::int32_t>(24));
    BOOST_TEST(outputs.index_pitch == (std::int64_t{1} << 41) + 1);
    BOOST_TEST(outputs.scores == given.at<void>(32));
    BOOST_TEST(outputs.score_pitch == (std::int64_t{1} << 41) + 2);
    BOOST_TEST(static_cast<void *>(outputs.certificates) == given.at<void>(40));
    BOOST_TEST(outputs.status == given.at<std::uint32_t>(48));
    BOOST_TEST(outputs.digests == given.at<std::uint64_t>(56));
    exactk_plan_destroy(plan);
}

BOOST_AUTO_TEST_CASE(a_zero_struct_is_the_librarys_default) {
    Given given;
    given.wishes = sized<exactk_wishes>();
    given.options = sized<exactk_options>();
    exactk_plan *plan = nullptr;
    for (const exactk_wishes *const wishes : {&given.wishes, static_cast<exactk_wishes *>(nullptr)}) {
        BOOST_REQUIRE(exactk_plan_create(&given.shape, &given.profile, wishes, &plan, nullptr) ==
                      exactk_code_ok);
        const exactk::device::Wishes none;
        BOOST_TEST(heard().wishes.automatic == none.automatic);
        BOOST_TEST(heard().wishes.ctas == none.ctas);
        BOOST_TEST(heard().wishes.sms_max == none.sms_max);
        BOOST_TEST(heard().wishes.resident_keys_max == none.resident_keys_max);
        BOOST_TEST(heard().wishes.list_entries_max == none.list_entries_max);
        BOOST_TEST(heard().wishes.filter == none.filter);
        BOOST_TEST(heard().wishes.programmatic == none.programmatic);
        exactk_plan_destroy(plan);
    }
    for (const exactk_options *const options : {&given.options, static_cast<exactk_options *>(nullptr)}) {
        given.shape.options = options;
        BOOST_REQUIRE(exactk_supports(&given.shape, &given.profile, nullptr) == exactk_code_ok);
        const exactk::Options none;
        const exactk::Options &seen = heard().shape.options;
        BOOST_TEST((seen.direction == none.direction && seen.ties == none.ties && seen.order == none.order &&
                    seen.nan_policy == none.nan_policy));
        BOOST_TEST(seen.fill_index == none.fill_index);
        BOOST_TEST(seen.fill_score_given == none.fill_score_given);
    }
}

BOOST_AUTO_TEST_CASE(a_device_is_asked_for_by_number_and_its_facts_come_back) {
    Given given;
    heard().profile.sms = 71;
    heard().profile.cluster_ctas_max = 72;
    heard().profile.name = "queried";
    auto profile = sized<exactk_profile>();
    BOOST_TEST(exactk_profile_query(-73, &profile, nullptr) == exactk_code_ok);
    BOOST_TEST(heard().numbers[0] == -73);
    BOOST_TEST(profile.sms == 71);
    BOOST_TEST(profile.cluster_ctas_max == 72);
    BOOST_TEST(profile.name == std::string("queried"));
}

BOOST_AUTO_TEST_CASE(answers_come_back_and_exceptions_become_the_internal_code) {
    Given given;
    exactk_plan *plan = nullptr;
    BOOST_REQUIRE(exactk_plan_create(&given.shape, &given.profile, nullptr, &plan, nullptr) ==
                  exactk_code_ok);
    exactk_plan *other = nullptr;
    auto profile = sized<exactk_profile>();
    std::int64_t bytes = 0;
    std::size_t count = 0;
    char buffer[100];
    const std::function<std::int32_t(exactk_status *)> calls[] = {
        [&](exactk_status *s) { return exactk_profile_query(0, &profile, s); },
        [&](exactk_status *s) { return exactk_supports(&given.shape, &given.profile, s); },
        [&](exactk_status *s) {
            return exactk_plan_create(&given.shape, &given.profile, nullptr, &other, s);
        },
        [&](exactk_status *s) {
            return exactk_launch(plan, &given.problem, &given.outputs, nullptr, 0, nullptr, s);
        },
        [&](exactk_status *s) { return exactk_workspace_bytes_max(1, 1, 1, &given.profile, &bytes, s); },
        [&](exactk_status *s) { return exactk_profile_count(&count, s); },
        [&](exactk_status *s) { return exactk_profile_at(0, &profile, s); },
        [&](exactk_status *s) { return exactk_profile_by_name("h200", &profile, s); },
        [&](exactk_status *s) { return exactk_plan_describe(plan, buffer, sizeof buffer, nullptr, s); },
        [&](exactk_status *s) { return exactk_plan_workspace_bytes(plan, &bytes, s); },
    };
    constexpr int with_answers = 5; // bound: the first calls of the list, whose functions answer a status
    int number = 0;
    for (const auto &call : calls) {
        if (number++ < with_answers) {
            heard().answer = {exactk::StatusCode::workspace_too_small, "workspace", 81, 82};
            BOOST_TEST(answer(call) == (Said{exactk_code_workspace_too_small, "workspace", 81, 82}));
            heard().answer = {};
        }
        heard().throws = true;
        BOOST_TEST(answer(call) == (Said{exactk_code_internal, "exception", 0, 0}));
        BOOST_TEST(call(nullptr) == exactk_code_internal);
        heard().throws = false;
    }
    BOOST_TEST(other == nullptr);
    BOOST_TEST(bytes == 0); // what a refused question would have been answered stays inside
    exactk_plan_destroy(plan);
}

BOOST_AUTO_TEST_CASE(refusals_of_the_device_room_are_said_in_its_words) {
    Given given;
    auto what = sized<exactk_status>();
    what.code = exactk_code_illegal_plan;
    what.argument = "wishes.ctas";
    what.value = 91;
    what.limit = 92;
    char buffer[100];
    BOOST_TEST(exactk_status_describe(&what, buffer, sizeof buffer, nullptr, nullptr) == exactk_code_ok);
    BOOST_TEST(buffer == std::string("the refusal"));
    BOOST_TEST(heard().answer.argument == std::string("wishes.ctas"));
    BOOST_TEST(heard().answer.value == 91);
    BOOST_TEST(heard().answer.limit == 92);
    heard().answer = {};
}

BOOST_AUTO_TEST_SUITE_END()
