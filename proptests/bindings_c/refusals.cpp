// Null for every pointer, numbers that no type of the library holds, and what a refusal says and leaves alone.
// Spec: contract/C18. Layer: proptests/bindings_c.
#include <cstdint>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "sized.hpp"

using namespace bindings_c_test;

namespace {

struct Sound {
    std::vector<float> scores{1, 2, 5, 4, 5};
    std::vector<std::int32_t> indices = std::vector<std::int32_t>(3, -77);
    exactk_options options = sized<exactk_options>();
    exactk_problem problem = sized<exactk_problem>();
    exactk_outputs outputs = sized<exactk_outputs>();
    exactk_shape shape = sized<exactk_shape>();
    exactk_profile profile = sized<exactk_profile>();
    exactk_wishes wishes = sized<exactk_wishes>();
    exactk_plan *plan = nullptr;

    Sound() {
        problem.scores = scores.data();
        problem.rows = shape.rows = 1;
        problem.width = problem.pitch = shape.width = 5;
        problem.k = shape.k = 3;
        problem.options = shape.options = &options;
        outputs.indices = indices.data();
        outputs.index_pitch = 3;
        BOOST_REQUIRE(exactk_profile_by_name("h200", &profile, nullptr) == exactk_code_ok);
        BOOST_REQUIRE(exactk_plan_create(&shape, &profile, &wishes, &plan, nullptr) == exactk_code_ok);
    }
    ~Sound() { exactk_plan_destroy(plan); }
    Sound(const Sound &) = delete;
    Sound &operator=(const Sound &) = delete;

    Said topk() {
        return answer([&](exactk_status *status) { return exactk_topk_cpu(&problem, &outputs, status); });
    }
    Said supports() {
        return answer([&](exactk_status *status) { return exactk_supports(&shape, &profile, status); });
    }
    /// A refused plan must come back as null.
    Said make() {
        exactk_plan *made = reinterpret_cast<exactk_plan *>(this);
        Said result = answer([&](exactk_status *status) {
            return exactk_plan_create(&shape, &profile, &wishes, &made, status);
        });
        if ((result.code == exactk_code_ok) != (made != nullptr))
            result.argument += " (but the plan is not as the code says)";
        exactk_plan_destroy(result.code == exactk_code_ok ? made : nullptr);
        return result;
    }
};

Said null(const char *argument) { return {exactk_code_null_pointer, argument, 0, 0}; }

Said refused(exactk_code code, const char *argument, std::int64_t value, std::int64_t limit) {
    return {code, argument, value, limit};
}

} // namespace

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(null_is_refused_by_name_wherever_a_pointer_is_needed_c18) {
    Sound sound;
    char buffer[8];
    std::size_t size = 7;
    std::int64_t bytes = 7;
    using Status = exactk_status *;
    const auto what = sized<exactk_status>();
    BOOST_TEST(answer([&](Status s) { return exactk_status_describe(nullptr, buffer, 8, &size, s); }) ==
               null("status"));
    BOOST_TEST(answer([&](Status s) { return exactk_status_describe(&what, nullptr, 8, &size, s); }) ==
               null("buffer"));
    BOOST_TEST(answer([&](Status s) { return exactk_status_describe(&what, buffer, 0, nullptr, s); }) ==
               null("needed"));
    BOOST_TEST(answer([&](Status s) { return exactk_profile_count(nullptr, s); }) == null("count"));
    BOOST_TEST(answer([&](Status s) { return exactk_profile_at(0, nullptr, s); }) == null("profile"));
    BOOST_TEST(answer([&](Status s) { return exactk_profile_by_name("h200", nullptr, s); }) ==
               null("profile"));
    BOOST_TEST(answer([&](Status s) { return exactk_profile_by_name(nullptr, &sound.profile, s); }) ==
               null("name"));
    BOOST_TEST(answer([&](Status s) { return exactk_profile_query(0, nullptr, s); }) == null("profile"));
    BOOST_TEST(answer([&](Status s) { return exactk_supports(nullptr, &sound.profile, s); }) ==
               null("shape"));
    BOOST_TEST(answer([&](Status s) { return exactk_supports(&sound.shape, nullptr, s); }) ==
               null("profile"));
    exactk_plan *made = sound.plan;
    BOOST_TEST(answer([&](Status s) {
                   return exactk_plan_create(nullptr, &sound.profile, nullptr, &made, s);
               }) == null("shape"));
    BOOST_TEST(made == nullptr);
    BOOST_TEST(answer([&](Status s) {
                   return exactk_plan_create(&sound.shape, nullptr, nullptr, &made, s);
               }) == null("profile"));
    BOOST_TEST(answer([&](Status s) {
                   return exactk_plan_create(&sound.shape, &sound.profile, nullptr, nullptr, s);
               }) == null("plan"));
    BOOST_TEST(answer([&](Status s) { return exactk_plan_describe(nullptr, buffer, 8, &size, s); }) ==
               null("plan"));
    BOOST_TEST(answer([&](Status s) { return exactk_plan_describe(sound.plan, nullptr, 8, &size, s); }) ==
               null("buffer"));
    BOOST_TEST(answer([&](Status s) { return exactk_plan_describe(sound.plan, nullptr, 0, nullptr, s); }) ==
               null("needed"));
    BOOST_TEST(answer([&](Status s) { return exactk_plan_workspace_bytes(nullptr, &bytes, s); }) ==
               null("plan"));
    BOOST_TEST(answer([&](Status s) { return exactk_plan_workspace_bytes(sound.plan, nullptr, s); }) ==
               null("bytes"));
    BOOST_TEST(answer([&](Status s) { return exactk_workspace_bytes_max(1, 1, 1, nullptr, &bytes, s); }) ==
               null("profile"));
    BOOST_TEST(answer([&](Status s) {
                   return exactk_workspace_bytes_max(1, 1, 1, &sound.profile, nullptr, s);
               }) == null("bytes"));
    BOOST_TEST(answer([&](Status s) {
                   return exactk_launch(nullptr, &sound.problem, &sound.outputs, nullptr, 0, nullptr, s);
               }) == null("plan"));
    BOOST_TEST(answer([&](Status s) {
                   return exactk_launch(sound.plan, nullptr, &sound.outputs, nullptr, 0, nullptr, s);
               }) == null("problem"));
    BOOST_TEST(answer([&](Status s) {
                   return exactk_launch(sound.plan, &sound.problem, nullptr, nullptr, 0, nullptr, s);
               }) == null("outputs"));
    BOOST_TEST(answer([&](Status s) { return exactk_topk_cpu(nullptr, &sound.outputs, s); }) ==
               null("problem"));
    BOOST_TEST(answer([&](Status s) { return exactk_topk_cpu(&sound.problem, nullptr, s); }) ==
               null("outputs"));
    BOOST_TEST(size == 7u);
    BOOST_TEST(bytes == 7);
    exactk_plan_destroy(nullptr);

    sound.problem.scores = nullptr;
    BOOST_TEST(sound.topk() == null("problem.scores"));
    sound.problem.scores = sound.scores.data();
    sound.outputs.indices = nullptr;
    BOOST_TEST(sound.topk() == null("outputs.indices"));
}

BOOST_AUTO_TEST_CASE(null_is_taken_where_it_means_not_asked_for) {
    Sound sound;
    sound.problem.options = sound.shape.options = nullptr;
    BOOST_TEST(sound.topk() == said_ok);
    BOOST_TEST(sound.indices == (std::vector<std::int32_t>{2, 3, 4}));
    sound.profile.name = sound.profile.source = nullptr;
    BOOST_TEST(sound.make() == said_ok);
    exactk_plan *made = nullptr;
    BOOST_TEST(exactk_plan_create(&sound.shape, &sound.profile, nullptr, &made, nullptr) == exactk_code_ok);
    exactk_plan_destroy(made);
}

BOOST_AUTO_TEST_CASE(a_number_that_wraps_to_a_legal_one_in_eight_bits_is_refused) {
    for (const std::uint32_t number : {256u, 257u, 0x80000000u, 0xFFFFFF00u}) {
        Sound sound;
        const struct {
            std::uint32_t *field;
            const char *argument;
        } options[] = {{&sound.options.direction, "options.direction"},
                       {&sound.options.ties, "options.ties"},
                       {&sound.options.order, "options.order"},
                       {&sound.options.nan_policy, "options.nan_policy"}};
        for (const auto &option : options) {
            *option.field = number;
            const Said expected = refused(exactk_code_unknown_option, option.argument, number, 1);
            BOOST_TEST(sound.topk() == expected);
            BOOST_TEST(sound.supports() == expected);
            BOOST_TEST(sound.make() == expected);
            *option.field = 0;
        }
        sound.problem.type = sound.shape.type = number;
        BOOST_TEST(sound.topk() == refused(exactk_code_unsupported_type, "problem.type", number, 2));
        BOOST_TEST(sound.supports() == refused(exactk_code_unsupported_type, "type", number, 2));
        sound.problem.type = sound.shape.type = 0;
        sound.wishes.strategy_given = 1;
        sound.wishes.strategy = number;
        BOOST_TEST(sound.make() == refused(exactk_code_illegal_plan, "wishes.strategy", number, 2));
        BOOST_TEST(sound.indices[0] == -77);
    }
}

BOOST_AUTO_TEST_CASE(numbers_just_beyond_the_last_enumerator_are_refused_alike) {
    Sound sound;
    sound.problem.type = sound.shape.type = 3;
    BOOST_TEST(sound.topk() == refused(exactk_code_unsupported_type, "problem.type", 3, 2));
    BOOST_TEST(sound.supports() == refused(exactk_code_unsupported_type, "type", 3, 2));
    sound.problem.type = sound.shape.type = 0;
    sound.options.order = 2;
    BOOST_TEST(sound.topk() == refused(exactk_code_unknown_option, "options.order", 2, 1));
    sound.options.order = 0;
    sound.wishes.strategy_given = 1;
    sound.wishes.strategy = 3;
    BOOST_TEST(sound.make() == refused(exactk_code_illegal_plan, "wishes.strategy", 3, 2));
}

BOOST_AUTO_TEST_CASE(flags_are_0_or_1_and_reserved_fields_0) {
    for (const std::uint32_t number : {2u, 256u, 0xFFFFFFFFu}) {
        Sound sound;
        sound.options.fill_index_given = number;
        BOOST_TEST(sound.topk() ==
                   refused(exactk_code_unknown_option, "options.fill_index_given", number, 1));
        sound.options.fill_index_given = 0;
        sound.options.fill_score_given = number;
        BOOST_TEST(sound.topk() ==
                   refused(exactk_code_unknown_option, "options.fill_score_given", number, 1));
        sound.options.fill_score_given = 0;
        sound.wishes.strategy_given = number;
        BOOST_TEST(sound.make() == refused(exactk_code_unknown_option, "wishes.strategy_given", number, 1));
        sound.wishes.strategy_given = 0;
        sound.wishes.no_filter = number;
        BOOST_TEST(sound.make() == refused(exactk_code_unknown_option, "wishes.no_filter", number, 1));
        sound.wishes.no_filter = 0;
        sound.wishes.programmatic = number;
        BOOST_TEST(sound.make() == refused(exactk_code_unknown_option, "wishes.programmatic", number, 1));
        sound.wishes.programmatic = 0;
        sound.wishes.reserved = number;
        BOOST_TEST(sound.make() == refused(exactk_code_out_of_limits, "wishes.reserved", number, 0));
        sound.wishes.reserved = 0;
        sound.profile.cooperative_launch = number;
        const Said flag = refused(exactk_code_unknown_option, "profile.cooperative_launch", number, 1);
        BOOST_TEST(sound.supports() == flag);
        sound.profile.cooperative_launch = 0;
        sound.profile.reserved = number;
        BOOST_TEST(sound.supports() == refused(exactk_code_out_of_limits, "profile.reserved", number, 0));
        sound.outputs.reserved = number;
        BOOST_TEST(sound.topk() == refused(exactk_code_out_of_limits, "outputs.reserved", number, 0));
        BOOST_TEST(sound.indices[0] == -77);
    }
}

BOOST_AUTO_TEST_CASE(a_strategy_that_is_not_given_is_not_looked_at) {
    Sound sound;
    for (const std::uint32_t number : {3u, 255u, 256u, 0xFFFFFFFFu}) {
        sound.wishes.strategy = number;
        BOOST_TEST(sound.make() == said_ok);
    }
}

BOOST_AUTO_TEST_CASE(what_this_interface_refuses_itself_comes_before_what_the_library_refuses) {
    Sound sound;
    sound.problem.rows = -1;
    sound.options.direction = 2;
    BOOST_TEST(sound.topk() == refused(exactk_code_out_of_limits, "problem.rows", -1, 0));
    sound.options.direction = 300;
    BOOST_TEST(sound.topk() == refused(exactk_code_unknown_option, "options.direction", 300, 1));
    sound.options.direction = 0;
    sound.options.fill_index_given = 2;
    BOOST_TEST(sound.topk() == refused(exactk_code_unknown_option, "options.fill_index_given", 2, 1));
    sound.options.fill_index_given = 0;
    sound.problem.type = 3;
    sound.outputs.reserved = 1;
    BOOST_TEST(sound.topk() == refused(exactk_code_out_of_limits, "outputs.reserved", 1, 0));
    sound.problem.type = 256; // the problem before the outputs
    BOOST_TEST(sound.topk() == refused(exactk_code_unsupported_type, "problem.type", 256, 2));
}

BOOST_AUTO_TEST_CASE(workspace_is_told_for_nothing_that_no_plan_can_be_made_for_c18) {
    Sound sound;
    std::int64_t bytes = 7;
    const auto most = [&](std::int64_t rows, std::int64_t width, std::int64_t k) {
        return answer([&](exactk_status *s) {
            return exactk_workspace_bytes_max(rows, width, k, &sound.profile, &bytes, s);
        });
    };
    BOOST_TEST(most(-1, 1, 1) == refused(exactk_code_out_of_limits, "rows", -1, 0));
    BOOST_TEST(most(1, 2147483648, 1) == refused(exactk_code_out_of_limits, "width", 2147483648, 2147483647));
    BOOST_TEST(most(1, 1, -1) == refused(exactk_code_out_of_limits, "k", -1, 0));
    sound.profile.sms = INT32_MAX;
    const Said absurd = refused(exactk_code_out_of_limits, "profile.sms", INT32_MAX, 65536);
    BOOST_TEST(most(1, 1, 1) == absurd);
    BOOST_TEST(sound.supports() == absurd);
    BOOST_TEST(sound.make() == absurd);
    BOOST_REQUIRE(exactk_profile_by_name("v100", &sound.profile, nullptr) == exactk_code_ok);
    BOOST_TEST(most(1, 1, 1) ==
               refused(exactk_code_unsupported_device, "profile.compute_capability", 70, 80));
    BOOST_TEST(bytes == 7);
}

BOOST_AUTO_TEST_CASE(refusals_of_the_library_come_through_with_argument_value_and_limit_c18) {
    Sound sound;
    sound.problem.k = std::int64_t{exactk_limit_k} + 1;
    BOOST_TEST(sound.topk() == refused(exactk_code_out_of_limits, "problem.k", 2147483648, exactk_limit_k));
    sound.problem.k = 3;
    sound.problem.pitch = 4;
    BOOST_TEST(sound.topk() == refused(exactk_code_pitch_too_small, "problem.pitch", 4, 5));
    sound.problem.pitch = 5;
    sound.outputs.scores = sound.scores.data();
    sound.outputs.score_pitch = 3;
    const auto address = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(sound.scores.data()));
    BOOST_TEST(sound.topk() == refused(exactk_code_overlap, "outputs.scores", address, address));
    sound.outputs.scores = nullptr;
    sound.problem.scores = reinterpret_cast<const char *>(sound.scores.data()) + 1;
    BOOST_TEST(sound.topk() == refused(exactk_code_misaligned, "problem.scores", address + 1, 4));
    sound.shape.k = -1;
    BOOST_TEST(sound.supports() == refused(exactk_code_out_of_limits, "k", -1, 0));
    sound.shape.k = 3;
    BOOST_REQUIRE(exactk_profile_by_name("v100", &sound.profile, nullptr) == exactk_code_ok);
    BOOST_TEST(sound.supports() ==
               refused(exactk_code_unsupported_device, "profile.compute_capability", 70, 80));
    BOOST_TEST(sound.indices[0] == -77);
}

BOOST_AUTO_TEST_SUITE_END()
