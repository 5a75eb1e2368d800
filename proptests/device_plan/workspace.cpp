// Workspace: enough for every plan that is no larger, monotone, at most 1 MiB.
// Spec: contract/C15 C18. Layer: proptests/device_plan.
#include <algorithm>

#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include "questions.hpp"

namespace exactk::device::tests {

namespace {

constexpr std::int64_t mebibyte = 1048576; // bound: the most workspace that is promised

Shape smaller(const Shape &shape) {
    Shape less = shape;
    less.rows = std::min(shape.rows, any_number(INT64_MAX, edge_rows()));
    less.width = std::min(shape.width, any_number(INT32_MAX, edge_widths()));
    less.k = std::min(shape.k, any_number(INT32_MAX, edge_k()));
    return less;
}

/// -1, which is enough for nothing, where it is refused.
std::int64_t most(const Shape &shape, const Profile &profile) {
    std::int64_t bytes = -1;
    (void)workspace_bytes_max(shape.rows, shape.width, shape.k, profile, bytes);
    return bytes;
}

} // namespace

BOOST_AUTO_TEST_SUITE(workspace)

RC_BOOST_PROP(the_most_is_monotone_and_bounded, ()) {
    const Shape shape = any_shape();
    const Profile profile = *rc::gen::elementOf(able_profiles());
    const Shape less = smaller(shape);
    RC_ASSERT(most(less, profile) <= most(shape, profile));
    RC_ASSERT(most(less, profile) >= 0);
    RC_ASSERT(most(shape, profile) <= mebibyte);
}

RC_BOOST_PROP(the_most_is_enough_for_every_smaller_plan_and_wish, ()) {
    Question question = any_question();
    const Shape largest = question.shape;
    question.shape = smaller(largest);
    RC_LOG(to_text(question));
    Plan plan;
    if (make_plan(question.shape, question.profile, question.wishes, plan).code == StatusCode::ok)
        RC_ASSERT(workspace_bytes(plan) <= most(largest, question.profile));
}

BOOST_AUTO_TEST_CASE(the_most_is_enough_at_every_number_of_rows_and_ctas) {
    Wishes wishes;
    wishes.automatic = false;
    wishes.strategy = Strategy::row_per_grid;
    std::int64_t largest_seen = 0;
    for (std::int64_t rows = 0; rows <= 64; ++rows) {
        for (wishes.ctas = 1; wishes.ctas <= 1024; ++wishes.ctas) {
            Plan plan;
            const Shape shape = make_shape(ScoreType::float32, rows, 100, 10, Order::index);
            const Profile &profile = *find_profile("h200");
            BOOST_REQUIRE(make_plan(shape, profile, wishes, plan).code == StatusCode::ok);
            BOOST_REQUIRE(workspace_bytes(plan) <= most(shape, profile));
            largest_seen = std::max(largest_seen, workspace_bytes(plan));
        }
    }
    BOOST_TEST(largest_seen > mebibyte / 2); // else the limit was never near
}

RC_BOOST_PROP(a_plan_needs_what_the_larger_of_its_forms_needs, ()) {
    const Question question = any_question();
    Plan plan;
    if (make_plan(question.shape, question.profile, question.wishes, plan).code == StatusCode::ok) {
        const std::int64_t fallback = plan.has_fallback ? plan.fallback.workspace_bytes : 0;
        RC_ASSERT(workspace_bytes(plan) >= plan.first.workspace_bytes);
        RC_ASSERT(workspace_bytes(plan) >= fallback);
        RC_ASSERT(workspace_bytes(plan) == plan.first.workspace_bytes || workspace_bytes(plan) == fallback);
    }
}

BOOST_AUTO_TEST_CASE(no_rows_need_no_workspace) {
    const Shape none = make_shape(ScoreType::float32, 0, INT32_MAX, INT32_MAX, Order::index);
    BOOST_TEST(most(none, *find_profile("h200")) == 0);
    const Shape all = make_shape(ScoreType::float32, INT64_MAX, INT32_MAX, INT32_MAX, Order::index);
    BOOST_TEST(most(all, *find_profile("h200")) == mebibyte);
}

BOOST_AUTO_TEST_CASE(what_no_plan_can_be_made_for_is_refused_as_everywhere_c18) {
    const auto refused = [](std::int64_t rows, std::int64_t width, std::int64_t k, const Profile &profile) {
        std::int64_t bytes = 77;
        const Status status = workspace_bytes_max(rows, width, k, profile, bytes);
        const Status other = supports(make_shape(ScoreType::float32, rows, width, k, Order::index), profile);
        BOOST_TEST(same(status, other));
        BOOST_TEST(bytes == 77);
        return std::string(status.argument == nullptr ? "" : status.argument);
    };
    const Profile &h200 = *find_profile("h200");
    BOOST_TEST(refused(-1, 1, 1, h200) == "rows");
    BOOST_TEST(refused(1, -1, 1, h200) == "width");
    BOOST_TEST(refused(1, width_max + 1, 1, h200) == "width");
    BOOST_TEST(refused(1, 1, k_max + 1, h200) == "k");
    BOOST_TEST(refused(1, 1, 1, *find_profile("v100")) == "profile.compute_capability");
    Profile absurd = h200;
    absurd.sms = INT32_MAX;
    BOOST_TEST(refused(1, 1, 1, absurd) == "profile.sms");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace exactk::device::tests
