// The planner's choices at known shapes and on both sides of its thresholds.
// Spec: algorithm/S3 S4. Layer: proptests/device_plan.
#include <boost/test/unit_test.hpp>

#include "questions.hpp"

namespace exactk::device::tests {

namespace {

Plan plan_of(const char *profile, const Shape &shape) {
    Plan plan;
    const Status status = make_plan(shape, *find_profile(profile), {}, plan);
    BOOST_REQUIRE_MESSAGE(status.code == StatusCode::ok, describe(status));
    return plan;
}

struct Known {
    const char *profile;
    std::int64_t rows;
    std::int64_t width;
    Strategy strategy;
};

constexpr auto f32 = ScoreType::float32;
constexpr auto f16 = ScoreType::float16;
constexpr auto cta = Strategy::row_per_cta;
constexpr auto cluster = Strategy::row_per_cluster;
constexpr auto grid = Strategy::row_per_grid;

const Known known[] = {
    {"h200", 1, 0, cta},          {"h200", 1, 16384, cta},       {"h200", 1, 32764, cta},
    {"h200", 1, 32765, cluster},  {"h200", 30, 32768, cluster},  {"h200", 31, 32768, cta},
    {"h200", 5, 131072, cluster}, {"h200", 2, 1048576, cluster}, {"h200", 66, 65534, cta},
    {"h200", 66, 65535, cluster}, {"h200", 67, 65536, cta},      {"a100", 53, 32769, grid},
    {"a100", 54, 32769, cta},     {"a100", 1, 32768, cta},       {"gb10", 1, 131072, grid},
    {"gb10", 23, 131072, grid},   {"gb10", 24, 131072, cta},
};

} // namespace

BOOST_AUTO_TEST_SUITE(choices)

BOOST_AUTO_TEST_CASE(known_shapes_get_the_known_strategy) {
    for (const Known &entry : known) {
        const Shape shape = make_shape(f32, entry.rows, entry.width, 512, Order::index);
        const Form form = plan_of(entry.profile, shape).first;
        BOOST_TEST_CONTEXT(entry.profile << " rows " << entry.rows << " width " << entry.width) {
            BOOST_TEST(name(form.strategy) == name(entry.strategy));
            BOOST_TEST((form.ctas > 1) == (entry.strategy != cta));
        }
    }
}

BOOST_AUTO_TEST_CASE(clusters_beyond_the_portable_size_are_for_the_widest_rows) {
    int clusters = 0;
    int largest = 0;
    for (std::int64_t rows = 1; rows <= 132; ++rows) {
        for (const std::int64_t width : {16385, 65536, 131072, 262143, 262144, 1048576, INT32_MAX}) {
            const Form form = plan_of("h200", make_shape(f32, rows, width, 512, Order::index)).first;
            clusters += form.strategy == cluster ? 1 : 0;
            largest += form.strategy == cluster && form.ctas == 16 ? 1 : 0;
            BOOST_TEST((form.strategy != cluster || form.ctas <= 8 || (width >= 262144 && rows <= 7)));
        }
    }
    BOOST_TEST(clusters > 100); // else the law was about nothing
    BOOST_TEST(largest == 21);
}

BOOST_AUTO_TEST_CASE(the_filter_follows_width_and_k) {
    const auto form_of = [](std::int64_t rows, std::int64_t width, std::int64_t k) {
        return plan_of("h200", make_shape(f32, rows, width, k, Order::index)).first;
    };
    BOOST_TEST(form_of(1, 4096, 512).whole == 4096);
    BOOST_TEST(form_of(1, 4096, 512).sample == 0);
    BOOST_TEST(form_of(1, 4096, 4096).whole == 0); // all rows are short
    BOOST_TEST(form_of(1, 8192, 512).whole == 8192);
    BOOST_TEST(form_of(1, 8192, 512).threads == 512);    // 16 elements each
    BOOST_TEST(form_of(1024, 8192, 512).threads == 256); // 32
    BOOST_TEST(form_of(1, 16384, 512).whole == 16384);
    BOOST_TEST(form_of(1, 16384, 512).sample == 0);
    BOOST_TEST(form_of(1, 16385, 512).whole == 16384);
    BOOST_TEST(form_of(1, 16385, 512).sample > 0);
    BOOST_TEST(form_of(1024, 16385, 512).whole == 3072); // many rows: 192 threads hold no more
    // Under a limit on SMs, too, rows have a filter as long as some threads hold them.
    Wishes few_sms;
    few_sms.sms_max = 64;
    Plan limited;
    const Shape many = make_shape(f32, 1024, 4096, 512, Order::index);
    BOOST_REQUIRE(make_plan(many, *find_profile("h200"), few_sms, limited).code == StatusCode::ok);
    BOOST_TEST(limited.first.whole == 4096);
    BOOST_TEST(form_of(1, 1048576, 2048).sample > form_of(1, 65536, 2048).sample);
    BOOST_TEST(form_of(1, 65536, 2048).list_entries > form_of(1, 65536, 512).list_entries);
    BOOST_TEST(form_of(1, 65536, 60000).sample == 0); // a list of so many does not fit
}

BOOST_AUTO_TEST_CASE(digits_are_those_of_the_key) {
    BOOST_TEST(plan_of("h200", make_shape(f32, 1, 10, 1, Order::index)).digits ==
                   (std::vector<int>{11, 11, 10}),
               boost::test_tools::per_element());
    for (const ScoreType type : {ScoreType::float16, ScoreType::bfloat16})
        BOOST_TEST(plan_of("h200", make_shape(type, 1, 10, 1, Order::index)).digits ==
                       (std::vector<int>{8, 8}),
                   boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_cluster_falls_back_to_what_a_device_without_clusters_would_do) {
    const Plan few = plan_of("h200", make_shape(f32, 1, 65536, 512, Order::index));
    BOOST_TEST(few.has_fallback);
    BOOST_TEST(name(few.fallback.strategy) == name(grid));
    BOOST_TEST(few.fallback.ctas == 16);
    const Plan many = plan_of("h200", make_shape(f32, 66, 65536, 512, Order::index));
    BOOST_TEST(name(many.first.strategy) == name(cluster));
    BOOST_TEST(name(many.fallback.strategy) == name(cta));
    BOOST_TEST(workspace_bytes(few) == few.fallback.workspace_bytes);
    BOOST_TEST(workspace_bytes(few) > 0);
    BOOST_TEST(workspace_bytes(many) == 0);
}

BOOST_AUTO_TEST_CASE(rank_order_gets_room_to_sort_where_it_fits) {
    const auto room = [](const char *profile, ScoreType type, Order order) {
        const Form form = plan_of(profile, make_shape(type, 1, 16384, 16384, order)).first;
        return form.resident_keys * score_bytes[static_cast<int>(type)] + form.list_entries * 8;
    };
    const std::int64_t pairs = std::int64_t{16384} * 8;
    BOOST_TEST(room("h200", f32, Order::rank) >= pairs);
    BOOST_TEST(room("h200", f16, Order::rank) >= pairs);
    // Rank order never leaves less room than index order.
    const Form wide = plan_of("h200", make_shape(f16, 1, 20000, 8192, Order::index)).first;
    const Form ranked = plan_of("h200", make_shape(f16, 1, 20000, 8192, Order::rank)).first;
    BOOST_TEST(ranked.resident_keys >= wide.resident_keys);
    BOOST_TEST(room("gb10", f32, Order::rank) == room("gb10", f32, Order::index)); // 128 KiB do not fit there
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace exactk::device::tests
