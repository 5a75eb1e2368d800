// The worked examples of the contract, with their literal answers, under several plans.
// Spec: contract/C1 C2 C3 C4 C5 C6 C7 C9 C12 C13 C14. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <bit>
#include <limits>

#include "facts.hpp"
#include "scene.hpp"

namespace {

using namespace exactk;
using Indices = std::vector<std::int32_t>;
using Patterns = std::vector<std::uint32_t>;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();
constexpr int cta_counts[] = {1, 2, 3, 7, 1024}; // convention: one, few, more than elements, the most

Patterns bits(std::initializer_list<float> scores) {
    Patterns out;
    for (const float score : scores) {
        out.push_back(std::bit_cast<std::uint32_t>(score));
    }
    return out;
}

/// Runs a case under all CTA counts and both emissions, and hands every answer to `check`.
template <class Check> void under_plans(const scene::Case &c, Check check) {
    for (const int ctas : cta_counts) {
        for (const Plan::Emission emission : {Plan::Emission::direct, Plan::Emission::merge}) {
            Plan plan;
            plan.ctas = ctas;
            plan.emission = emission;
            BOOST_TEST_CONTEXT("ctas " << ctas << " emission " << static_cast<int>(emission)) {
                check(scene::run(c, plan));
            }
        }
    }
}

void expect_indices(const scene::Case &c, const Indices &expected) {
    under_plans(c, [&](const scene::Answer &answer) { BOOST_TEST(answer.indices == expected); });
}

scene::Case floats(std::initializer_list<float> scores, std::int64_t k, Options options = {}) {
    return scene::row_case(ScoreType::float32, bits(scores), k, options);
}

} // namespace

BOOST_AUTO_TEST_SUITE(examples)

BOOST_AUTO_TEST_CASE(c1_a_length_is_clamped_to_the_width) {
    scene::Case c = floats({1, 2, 3, 4}, 2);
    c.lengths = {-1};
    expect_indices(c, {-1, -1});
    under_plans(c, [](const scene::Answer &a) {
        BOOST_TEST(a.status[0] == (row_empty | row_all_selected | row_length_clamped));
    });
    c.lengths = {9};
    expect_indices(c, {2, 3});
    under_plans(c, [](const scene::Answer &a) { BOOST_TEST(a.status[0] == row_length_clamped); });
}

BOOST_AUTO_TEST_CASE(c2_k_above_n_selects_all_and_fills) {
    expect_indices(floats({1, 2, 3}, 5), {0, 1, 2, -1, -1});
}

BOOST_AUTO_TEST_CASE(c3_nan_stands_where_policy_and_direction_put_it) {
    Options options;
    expect_indices(floats({0.5f, nan, -inf}, 1, options), {1});
    options.nan_policy = NanPolicy::smallest;
    expect_indices(floats({0.5f, nan, -inf}, 1, options), {0});
    options.direction = Direction::smallest;
    expect_indices(floats({0.5f, nan, -inf}, 1, options), {1});
    options.nan_policy = NanPolicy::largest;
    expect_indices(floats({0.5f, nan, -inf}, 1, options), {2});
}

BOOST_AUTO_TEST_CASE(c4_zeros_tie_and_the_index_decides) {
    Options options;
    expect_indices(floats({1, -0.0f, 0.0f, 1}, 3, options), {0, 1, 3});
    options.ties = Ties::high;
    expect_indices(floats({1, -0.0f, 0.0f, 1}, 3, options), {0, 2, 3});
}

BOOST_AUTO_TEST_CASE(c5_the_first_m_in_the_total_order_are_selected) {
    expect_indices(floats({1, 2, 5, 4, 5}, 1), {2});
    expect_indices(floats({1, 2, 5, 4, 5}, 2), {2, 4});
    expect_indices(floats({1, 2, 5, 4, 5}, 3), {2, 3, 4});
}

BOOST_AUTO_TEST_CASE(c6_slots_hold_indices_ascending_or_by_rank) {
    Options options;
    options.ties = Ties::high;
    expect_indices(floats({1, 2, 5, 4, 5}, 3, options), {2, 3, 4});
    options.order = Order::rank;
    expect_indices(floats({1, 2, 5, 4, 5}, 3, options), {4, 2, 3});
    options.ties = Ties::low;
    expect_indices(floats({1, 2, 5, 4, 5}, 3, options), {2, 4, 3});
}

BOOST_AUTO_TEST_CASE(c7_a_real_minus_infinity_stands_before_the_fill) {
    under_plans(floats({0.5f, -inf, -inf}, 4), [](const scene::Answer &a) {
        BOOST_TEST(a.indices == (Indices{0, 1, 2, -1}));
        BOOST_TEST(a.scores == bits({0.5f, -inf, -inf, -inf}));
        BOOST_TEST(a.status[0] == (row_all_selected | row_inf_present));
    });
}

BOOST_AUTO_TEST_CASE(c7_fill_follows_direction_and_can_be_set) {
    Options options;
    options.direction = Direction::smallest;
    under_plans(floats({1}, 2, options), [](const scene::Answer &a) {
        BOOST_TEST(a.scores == bits({1, inf}));
    });
    options.fill_index = 2147483647;
    options.fill_score_given = true;
    options.fill_score_bits = 0xABCD1234u;
    under_plans(floats({1}, 2, options), [](const scene::Answer &a) {
        BOOST_TEST(a.indices == (Indices{0, 2147483647}));
        BOOST_TEST(a.scores == (Patterns{0x3F800000u, 0xABCD1234u}));
    });
    under_plans(scene::row_case(ScoreType::float16, {0x3C00u}, 2, options), [](const scene::Answer &a) {
        BOOST_TEST(a.scores == (Patterns{0x3C00u, 0x1234u}));
    });
}

BOOST_AUTO_TEST_CASE(c9_score_bits_survive) {
    const scene::Case c = scene::row_case(ScoreType::float32, {0x3F800000u, 0x7FA00001u, 0x80000000u}, 1);
    under_plans(c, [](const scene::Answer &a) { BOOST_TEST(a.scores == Patterns{0x7FA00001u}); });
}

BOOST_AUTO_TEST_CASE(c12_the_certificate_of_the_example) {
    under_plans(floats({1, 1, 2, 1}, 2), [](const scene::Answer &a) {
        BOOST_TEST(a.certificates[0].pivot == 0xBF800000u);
        BOOST_TEST(a.certificates[0].above == 1u);
        BOOST_TEST(a.certificates[0].population == 3u);
        BOOST_TEST(a.certificates[0].quota == 1u);
        BOOST_TEST(a.certificates[0].status == 0x20u);
        BOOST_TEST(a.status[0] == 0x20u);
    });
}

BOOST_AUTO_TEST_CASE(c13_empty_and_all_selected_differ_for_k_zero) {
    under_plans(floats({1, nan, inf}, 0), [](const scene::Answer &a) {
        BOOST_TEST(a.status[0] == (row_empty | row_nan_present | row_inf_present));
        BOOST_TEST(a.certificates[0].pivot == 0u);
        BOOST_TEST(a.certificates[0].population == 0u);
    });
    under_plans(floats({}, 0),
                [](const scene::Answer &a) { BOOST_TEST(a.status[0] == (row_empty | row_all_selected)); });
}

BOOST_AUTO_TEST_CASE(c14_golden_digests) {
    const auto expect = [](const scene::Case &c, const Indices &indices, std::uint64_t digest) {
        under_plans(c, [&](const scene::Answer &a) {
            BOOST_TEST(a.indices == indices);
            BOOST_TEST(a.digests[0] == digest);
        });
    };
    expect(floats({1, 2}, 0), {}, 0x0000000000000000u);
    expect(floats({2, 1}, 1), {0}, 0x5692161D100B05E5u);
    expect(floats({1, 2, 5, 4, 5}, 3), {2, 3, 4}, 0x7C8979DE4A022761u);
    expect(floats({0.5f, -inf, -inf}, 4), {0, 1, 2, -1}, 0xA57C87422AF856A5u);
    const std::uint64_t batch =
        sim::mix64(0x7C8979DE4A022761u ^ sim::mix64(0)) + sim::mix64(0xA57C87422AF856A5u ^ sim::mix64(1));
    BOOST_TEST(batch == 0x8D561335C2DC5547u);
}

BOOST_AUTO_TEST_CASE(no_rows_and_no_width_are_answered) {
    const Problem none;
    const Outputs nowhere;
    BOOST_TEST((sim::topk(none, nowhere, Plan{}).code == StatusCode::ok));
    scene::Case c = floats({}, 2);
    c.rows = 3;
    expect_indices(c, {-1, -1, -1, -1, -1, -1});
}

BOOST_AUTO_TEST_SUITE_END()
