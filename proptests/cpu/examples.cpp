// The worked examples of the contract, with the contract's own numbers.
// Spec: contract/C1 to C14. Layer: proptests/cpu.
#define BOOST_TEST_MODULE cpu
#include <bit>
#include <initializer_list>
#include <limits>

#include <boost/test/unit_test.hpp>

#include "batch.hpp"
#include "truth.hpp"

using namespace exactk;
using namespace cpu_test;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

std::vector<std::uint32_t> bits_of(std::initializer_list<float> numbers) {
    std::vector<std::uint32_t> bits;
    for (const float number : numbers) {
        bits.push_back(std::bit_cast<std::uint32_t>(number));
    }
    return bits;
}

std::vector<std::int32_t> indices(std::initializer_list<float> scores, std::int64_t k,
                                  const Options &options = {}) {
    return run(one_row(bits_of(scores), k, options)).indices;
}

using Indices = std::vector<std::int32_t>;

Options with(Direction direction, NanPolicy policy) {
    Options options;
    options.direction = direction;
    options.nan_policy = policy;
    return options;
}

} // namespace

BOOST_AUTO_TEST_SUITE(examples)

BOOST_AUTO_TEST_CASE(c1_the_length_is_clamped_to_the_width) {
    Batch batch = one_row(bits_of({1, 2, 3, 4}), 1);
    batch.lengths = std::vector<std::int32_t>{-1};
    Answer answer = run(batch);
    BOOST_TEST(answer.indices == (Indices{-1}));
    BOOST_TEST(answer.status[0] == 0x13u);
    batch.lengths = std::vector<std::int32_t>{9};
    answer = run(batch);
    BOOST_TEST(answer.indices == (Indices{3}));
    BOOST_TEST(answer.status[0] == 0x10u);
}

BOOST_AUTO_TEST_CASE(c2_k_may_exceed_the_row) {
    BOOST_TEST(indices({7, 8, 9}, 5) == (Indices{0, 1, 2, -1, -1}));
}

BOOST_AUTO_TEST_CASE(c3_nan_stands_where_policy_and_direction_put_it) {
    const auto row = {0.5f, not_a_number, -inf};
    BOOST_TEST(indices(row, 1, with(Direction::largest, NanPolicy::largest)) == (Indices{1}));
    BOOST_TEST(indices(row, 1, with(Direction::largest, NanPolicy::smallest)) == (Indices{0}));
    BOOST_TEST(indices(row, 1, with(Direction::smallest, NanPolicy::largest)) == (Indices{2}));
    BOOST_TEST(indices(row, 1, with(Direction::smallest, NanPolicy::smallest)) == (Indices{1}));
}

BOOST_AUTO_TEST_CASE(c4_zeros_are_equal_and_the_tie_rule_decides) {
    Options high;
    high.ties = Ties::high;
    BOOST_TEST(indices({1.0f, -0.0f, 0.0f, 1.0f}, 3) == (Indices{0, 1, 3}));
    BOOST_TEST(indices({1.0f, -0.0f, 0.0f, 1.0f}, 3, high) == (Indices{0, 2, 3}));
    const Answer low = run(one_row(bits_of({1.0f, -0.0f, 0.0f, 1.0f}), 3));
    BOOST_TEST(low.scores == (std::vector<std::uint32_t>{0x3F800000u, 0x80000000u, 0x3F800000u}));
}

BOOST_AUTO_TEST_CASE(c5_the_set_grows_by_rank) {
    BOOST_TEST(indices({1, 2, 5, 4, 5}, 1) == (Indices{2}));
    BOOST_TEST(indices({1, 2, 5, 4, 5}, 2) == (Indices{2, 4}));
    BOOST_TEST(indices({1, 2, 5, 4, 5}, 3) == (Indices{2, 3, 4}));
}

BOOST_AUTO_TEST_CASE(c6_slots_follow_index_or_rank) {
    Options rank;
    rank.order = Order::rank;
    BOOST_TEST(indices({1, 2, 5, 4, 5}, 3, rank) == (Indices{2, 4, 3}));
    rank.ties = Ties::high;
    BOOST_TEST(indices({1, 2, 5, 4, 5}, 3, rank) == (Indices{4, 2, 3}));
}

BOOST_AUTO_TEST_CASE(c7_fill_follows_the_elements) {
    Answer answer = run(one_row(bits_of({0.5f, -inf, -inf}), 4));
    BOOST_TEST(answer.indices == (Indices{0, 1, 2, -1}));
    BOOST_TEST(answer.scores ==
               (std::vector<std::uint32_t>{0x3F000000u, 0xFF800000u, 0xFF800000u, 0xFF800000u}));
    Options options;
    options.direction = Direction::smallest;
    answer = run(one_row(bits_of({0.5f}), 2, options));
    BOOST_TEST(answer.scores == (std::vector<std::uint32_t>{0x3F000000u, 0x7F800000u}));
    options.fill_index = 77;
    options.fill_score_given = true;
    options.fill_score_bits = 0x7FA00003u;
    answer = run(one_row(bits_of({0.5f}), 2, options));
    BOOST_TEST(answer.indices == (Indices{0, 77}));
    BOOST_TEST(answer.scores == (std::vector<std::uint32_t>{0x3F000000u, 0x7FA00003u}));
}

BOOST_AUTO_TEST_CASE(c9_a_signalling_nan_keeps_its_bits) {
    const Answer answer = run(one_row({0x3F800000u, 0x7FA00001u, 0x40000000u}, 1));
    BOOST_TEST(answer.scores == (std::vector<std::uint32_t>{0x7FA00001u}));
}

BOOST_AUTO_TEST_CASE(c12_the_certificate_of_a_boundary_tie) {
    for (const Order order : {Order::index, Order::rank}) {
        Options options;
        options.order = order;
        const Certificate c = run(one_row(bits_of({1, 1, 2, 1}), 2, options)).certificates[0];
        BOOST_TEST(c.pivot == 0xBF800000u);
        BOOST_TEST(c.above == 1u);
        BOOST_TEST(c.population == 3u);
        BOOST_TEST(c.quota == 1u);
        BOOST_TEST(c.status == 0x20u);
    }
}

BOOST_AUTO_TEST_CASE(c13_empty_and_all_selected_are_told_apart) {
    BOOST_TEST(run(one_row({}, 2)).status[0] == 0x3u);
    BOOST_TEST(run(one_row({}, 0)).status[0] == 0x3u);
    BOOST_TEST(run(one_row(bits_of({1, 2}), 0)).status[0] == 0x1u);
    BOOST_TEST(run(one_row(bits_of({not_a_number, inf}), 0)).status[0] == 0xDu);
    BOOST_TEST(run(one_row(bits_of({not_a_number, -inf}), 2)).status[0] == 0xEu);
}

BOOST_AUTO_TEST_CASE(c14_digests_are_the_golden_ones) {
    BOOST_TEST(run(one_row(bits_of({1, 2}), 0)).digests[0] == 0x0000000000000000u);
    BOOST_TEST(run(one_row(bits_of({1}), 1)).digests[0] == 0x5692161D100B05E5u);
    const std::uint64_t three = run(one_row(bits_of({1, 2, 5, 4, 5}), 3)).digests[0];
    const std::uint64_t filled = run(one_row(bits_of({0.5f, -inf, -inf}), 4)).digests[0];
    BOOST_TEST(three == 0x7C8979DE4A022761u);
    BOOST_TEST(filled == 0xA57C87422AF856A5u);
    BOOST_TEST(batch_digest({three, filled}) == 0x8D561335C2DC5547u);
}

BOOST_AUTO_TEST_SUITE_END()
