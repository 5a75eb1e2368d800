// Wishes: those that the device can fulfil are fulfilled to the letter, the others are refused by name.
// Spec: contract/C18, algorithm/S3. Layer: proptests/device_plan.
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include "laws.hpp"

namespace exactk::device::tests {

namespace {

Shape shape_of(std::int64_t rows, std::int64_t width) {
    return make_shape(ScoreType::float32, rows, width, 2048, Order::index);
}

Wishes forced(Strategy strategy, int ctas, int sms_max = 0) {
    Wishes wishes;
    wishes.automatic = false;
    wishes.strategy = strategy;
    wishes.ctas = ctas;
    wishes.sms_max = sms_max;
    return wishes;
}

Status answer(const char *profile, const Wishes &wishes, Plan &plan, std::int64_t rows = 4) {
    return make_plan(shape_of(rows, 100000), *find_profile(profile), wishes, plan);
}

void fulfilled(const char *profile, const Wishes &wishes, Strategy strategy, int ctas) {
    Plan plan;
    BOOST_REQUIRE(answer(profile, wishes, plan).code == StatusCode::ok);
    BOOST_TEST(name(plan.first.strategy) == name(strategy));
    BOOST_TEST(plan.first.ctas == ctas);
}

void refused(const char *profile, const Wishes &wishes, const std::string &argument, std::int64_t value,
             std::int64_t limit) {
    Plan plan;
    const Status status = answer(profile, wishes, plan);
    BOOST_TEST(name(status.code) == name(StatusCode::illegal_plan));
    BOOST_REQUIRE(status.argument != nullptr);
    BOOST_TEST(status.argument == argument);
    BOOST_TEST(status.value == value);
    BOOST_TEST(status.limit == limit);
}

} // namespace

BOOST_AUTO_TEST_SUITE(wishes_and_their_limits)

BOOST_AUTO_TEST_CASE(legal_numbers_of_ctas_are_taken_as_they_are) {
    fulfilled("h200", forced(Strategy::row_per_cta, 0), Strategy::row_per_cta, 1);
    fulfilled("h200", forced(Strategy::row_per_cta, 1), Strategy::row_per_cta, 1);
    for (const int ctas : {1, 2, 4, 8, 16})
        fulfilled("h200", forced(Strategy::row_per_cluster, ctas), Strategy::row_per_cluster, ctas);
    for (const int ctas : {1, 2, 3, 100, 1024}) {
        fulfilled("h200", forced(Strategy::row_per_grid, ctas), Strategy::row_per_grid, ctas);
        fulfilled("gb10", forced(Strategy::row_per_grid, ctas), Strategy::row_per_grid, ctas);
    }
}

BOOST_AUTO_TEST_CASE(illegal_numbers_of_ctas_are_refused) {
    for (const int ctas : {2, 16, 1024})
        refused("h200", forced(Strategy::row_per_cta, ctas), "wishes.ctas", ctas, 1);
    for (const int ctas : {3, 6, 12, 17, 32})
        refused("h200", forced(Strategy::row_per_cluster, ctas), "wishes.ctas", ctas, 16);
    refused("h200", forced(Strategy::row_per_grid, 1025), "wishes.ctas", 1025, 1024);
    refused("h200", forced(Strategy::row_per_grid, -1), "wishes.ctas", -1, 0);
    Wishes wishes;
    wishes.ctas = 1025;
    refused("h200", wishes, "wishes.ctas", 1025, 1024);
}

BOOST_AUTO_TEST_CASE(numbers_without_a_meaning_are_refused) {
    refused("h200", forced(static_cast<Strategy>(3), 0), "wishes.strategy", 3, 2);
    refused("h200", forced(Strategy::row_per_cta, 0, -1), "wishes.sms_max", -1, 0);
    Wishes wishes;
    wishes.resident_keys_max = -1;
    refused("h200", wishes, "wishes.resident_keys_max", -1, 0);
    wishes = {};
    wishes.list_entries_max = 33;
    refused("h200", wishes, "wishes.list_entries_max", 33, 32);
    wishes.list_entries_max = 65536;
    refused("h200", wishes, "wishes.list_entries_max", 65536, 65504);
    wishes.list_entries_max = std::int64_t{1} << 62;
    refused("h200", wishes, "wishes.list_entries_max", std::int64_t{1} << 62, 65504);
}

BOOST_AUTO_TEST_CASE(
    a_list_that_the_shared_memory_of_a_cta_does_not_hold_is_refused_with_the_longest_that_fits) {
    for (const Strategy strategy : {Strategy::row_per_cta, Strategy::row_per_cluster}) {
        Wishes wishes = forced(strategy, 0);
        wishes.list_entries_max = 65504;
        Plan plan;
        const Status status = answer("h200", wishes, plan);
        BOOST_TEST(name(status.code) == name(StatusCode::illegal_plan));
        BOOST_REQUIRE(status.argument != nullptr);
        BOOST_TEST(status.argument == std::string("wishes.list_entries_max"));
        BOOST_TEST(status.value == 65504);
        BOOST_TEST(status.limit % 32 == 0);
        refused(
            "h200",
            [&] {
                wishes.list_entries_max = status.limit + 32;
                return wishes;
            }(),
            "wishes.list_entries_max", status.limit + 32, status.limit);
        wishes.list_entries_max = status.limit;
        BOOST_REQUIRE(describe(answer("h200", wishes, plan)) == "ok");
        BOOST_TEST(plan.first.list_entries == status.limit);
        BOOST_TEST(plan.first.sample > 0);
        // Where no row is sampled the wish asks for nothing that the device does not have.
        wishes.list_entries_max = 65504;
        wishes.filter = false;
        BOOST_TEST(describe(answer("h200", wishes, plan)) == "ok");
    }
}

BOOST_AUTO_TEST_CASE(ctas_without_a_strategy_get_the_strategy_that_has_them) {
    Wishes wishes;
    wishes.ctas = 1;
    fulfilled("h200", wishes, Strategy::row_per_cta, 1);
    wishes.ctas = 16;
    fulfilled("h200", wishes, Strategy::row_per_cluster, 16);
    fulfilled("gb10", wishes, Strategy::row_per_grid, 16);
    wishes.ctas = 12;
    fulfilled("h200", wishes, Strategy::row_per_grid, 12);
}

RC_BOOST_PROP(a_device_without_clusters_never_gets_one, ()) {
    const char *const device = *rc::gen::element("gb10", "a100", "rtx4090", "l40s", "rtx5090");
    const Question question{any_shape(), *find_profile(device), any_wishes()};
    RC_LOG(to_text(question));
    Plan plan;
    const Status status = make_plan(question.shape, question.profile, question.wishes, plan);
    if (status.code == StatusCode::ok) {
        RC_ASSERT(plan.first.strategy != Strategy::row_per_cluster);
        RC_ASSERT(!plan.has_fallback);
    }
    const Status forced_status = make_plan(question.shape, question.profile,
                                           forced(Strategy::row_per_cluster, question.wishes.ctas), plan);
    RC_ASSERT(forced_status.code == StatusCode::illegal_plan);
    if (question.wishes.ctas <= 1024)
        RC_ASSERT(forced_status.argument == std::string("wishes.strategy"));
}

BOOST_AUTO_TEST_CASE(a_row_cannot_have_more_ctas_than_the_sms_that_may_be_used) {
    refused("h200", forced(Strategy::row_per_cluster, 8, 7), "wishes.sms_max", 7, 8);
    refused("h200", forced(Strategy::row_per_grid, 100, 99), "wishes.sms_max", 99, 100);
    refused("h200", forced(Strategy::row_per_cluster, 0, 1), "wishes.sms_max", 1, 2);
    fulfilled("h200", forced(Strategy::row_per_cluster, 8, 8), Strategy::row_per_cluster, 8);
    // A limit that is none.
    fulfilled("h200", forced(Strategy::row_per_grid, 1000, 132), Strategy::row_per_grid, 1000);
}

RC_BOOST_PROP(a_limit_on_sms_alone_is_always_fulfilled, ()) {
    Question question{any_shape(), *rc::gen::elementOf(able_profiles()), {}};
    question.wishes.sms_max = *rc::gen::inRange(1, 200);
    RC_LOG(to_text(question));
    Plan plan;
    RC_ASSERT(make_plan(question.shape, question.profile, question.wishes, plan).code == StatusCode::ok);
    if (question.wishes.sms_max < question.profile.sms) {
        RC_ASSERT(plan.first.groups * plan.first.ctas <= question.wishes.sms_max);
        if (plan.has_fallback)
            RC_ASSERT(plan.fallback.groups * plan.fallback.ctas <= question.wishes.sms_max);
    }
}

BOOST_AUTO_TEST_CASE(a_small_limit_on_sms_is_fulfilled_at_every_edge) {
    for (const Profile &profile : able_profiles())
        for (const std::int64_t rows : edge_rows())
            for (const std::int64_t width : edge_widths())
                for (int sms_max = 1; sms_max <= 20; ++sms_max) {
                    Wishes wishes;
                    wishes.sms_max = sms_max;
                    const Question question{shape_of(rows, width), profile, wishes};
                    Plan plan;
                    const Status status = make_plan(question.shape, profile, wishes, plan);
                    if (status.code != StatusCode::ok)
                        BOOST_FAIL(to_text(question) + ": " + describe(status));
                    const std::string law = broken_law(question, plan);
                    if (!law.empty())
                        BOOST_FAIL(to_text(question) + ": " + law);
                }
    BOOST_TEST(able_profiles().size() > 8u);
}

BOOST_AUTO_TEST_CASE(rows_beyond_what_a_graph_can_hold_are_refused_for_a_forced_grid) {
    Plan plan;
    const Wishes wishes = forced(Strategy::row_per_grid, 1024);
    const Status status = answer("h200", wishes, plan, INT64_MAX);
    BOOST_TEST(name(status.code) == name(StatusCode::out_of_limits));
    BOOST_TEST(status.argument == std::string("rows"));
    BOOST_TEST(status.value == INT64_MAX);
    BOOST_REQUIRE(answer("h200", wishes, plan, status.limit).code == StatusCode::ok);
    BOOST_TEST(plan.first.nodes > INT32_MAX - 6);
    BOOST_TEST(name(answer("h200", wishes, plan, status.limit + 1).code) == name(StatusCode::out_of_limits));
    // The fallback of a cluster is chosen so that it exists.
    BOOST_TEST(name(answer("h200", forced(Strategy::row_per_cluster, 8), plan, INT64_MAX).code) ==
               name(StatusCode::ok));
}

RC_BOOST_PROP(the_cap_on_resident_keys_changes_neither_strategy_nor_ctas, ()) {
    Question question{any_shape(), *rc::gen::elementOf(able_profiles()), {}};
    Plan free_plan;
    Plan capped;
    RC_ASSERT(make_plan(question.shape, question.profile, question.wishes, free_plan).code == StatusCode::ok);
    question.wishes.resident_keys_max = *rc::gen::inRange(1, 100);
    RC_ASSERT(make_plan(question.shape, question.profile, question.wishes, capped).code == StatusCode::ok);
    RC_ASSERT(capped.first.strategy == free_plan.first.strategy);
    RC_ASSERT(capped.first.ctas == free_plan.first.ctas);
    RC_ASSERT(capped.first.resident_keys <= question.wishes.resident_keys_max);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace exactk::device::tests
