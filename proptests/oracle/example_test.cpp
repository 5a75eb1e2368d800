// Every worked example and every golden digest of the contract, for both oracles.
// Spec: contract/C1 to C14. Layer: proptests/oracle.
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "harness.hpp"

namespace {

using namespace exactk;
using namespace exactk::oracle::test;
using Indices = std::vector<std::int32_t>;
using Bits = std::vector<std::uint32_t>;

constexpr std::uint32_t nan_bits = 0x7FC00000u;  // bound: the default NaN of float32
constexpr std::uint32_t down = 0xFF800000u;      // bound: -inf of float32
constexpr std::uint32_t half_bits = 0x3F000000u; // bound: 0.5 in float32

Bits bits_of(const std::vector<float> &numbers) {
    Bits bits;
    for (const float number : numbers) {
        bits.push_back(std::bit_cast<std::uint32_t>(number));
    }
    return bits;
}

Options options_with(Direction direction, NanPolicy policy) {
    Options options;
    options.direction = direction;
    options.nan_policy = policy;
    return options;
}

Options options_with(Order order, Ties ties) {
    Options options;
    options.order = order;
    options.ties = ties;
    return options;
}

void check_indices(const Batch &batch, const Indices &expected) {
    for (const Oracle &oracle : oracles) {
        BOOST_TEST_CONTEXT(oracle.name) {
            BOOST_TEST(solve(oracle, batch).indices == expected, boost::test_tools::per_element());
        }
    }
}

Batch float_row(const std::vector<float> &numbers, std::int64_t k, Options options = {}) {
    return row_of(ScoreType::float32, bits_of(numbers), k, options);
}

} // namespace

BOOST_AUTO_TEST_SUITE(examples)

BOOST_AUTO_TEST_CASE(c1_lengths_are_clamped) {
    Batch batch = float_row({1, 2, 3, 4}, 4);
    batch.lengths = {-1};
    check_indices(batch, {-1, -1, -1, -1});
    batch.lengths = {9};
    check_indices(batch, {0, 1, 2, 3});
    for (const Oracle &oracle : oracles) {
        batch.lengths = {std::numeric_limits<std::int32_t>::min()};
        BOOST_TEST(solve(oracle, batch).status[0] == (row_empty | row_all_selected | row_length_clamped));
        batch.lengths = {std::numeric_limits<std::int32_t>::max()};
        BOOST_TEST(solve(oracle, batch).status[0] == (row_all_selected | row_length_clamped));
        batch.lengths = {4};
        BOOST_TEST(solve(oracle, batch).status[0] == row_all_selected);
    }
}

BOOST_AUTO_TEST_CASE(c2_k_above_n_selects_all) { check_indices(float_row({5, 1, 3}, 5), {0, 1, 2, -1, -1}); }

BOOST_AUTO_TEST_CASE(c3_nan_policy_and_direction_place_the_nan) {
    for (const std::uint32_t nan : {nan_bits, 0xFFC00000u, 0x7F800001u, 0xFFFFFFFFu}) {
        const auto row = [nan](Direction direction, NanPolicy policy) {
            return row_of(ScoreType::float32, {half_bits, nan, down}, 1, options_with(direction, policy));
        };
        check_indices(row(Direction::largest, NanPolicy::largest), {1});
        check_indices(row(Direction::largest, NanPolicy::smallest), {0});
        check_indices(row(Direction::smallest, NanPolicy::largest), {2});
        check_indices(row(Direction::smallest, NanPolicy::smallest), {1});
    }
}

BOOST_AUTO_TEST_CASE(c4_only_the_index_decides_among_zeros) {
    Batch batch = float_row({1.0f, -0.0f, 0.0f, 1.0f}, 3, options_with(Order::index, Ties::low));
    check_indices(batch, {0, 1, 3});
    batch.options.ties = Ties::high;
    check_indices(batch, {0, 2, 3});
    for (const Oracle &oracle : oracles) {
        batch.options.ties = Ties::low;
        BOOST_TEST(solve(oracle, batch).scores[1] == 0x80000000u);
        batch.options.ties = Ties::high;
        BOOST_TEST(solve(oracle, batch).scores[1] == 0x00000000u);
    }
}

BOOST_AUTO_TEST_CASE(c5_the_set_is_the_first_m_of_the_total_order) {
    check_indices(float_row({1, 2, 5, 4, 5}, 1), {2});
    check_indices(float_row({1, 2, 5, 4, 5}, 2), {2, 4});
    check_indices(float_row({1, 2, 5, 4, 5}, 3), {2, 3, 4});
}

BOOST_AUTO_TEST_CASE(c6_slots_follow_the_index_or_the_rank) {
    check_indices(float_row({1, 2, 5, 4, 5}, 3, options_with(Order::index, Ties::low)), {2, 3, 4});
    check_indices(float_row({1, 2, 5, 4, 5}, 3, options_with(Order::index, Ties::high)), {2, 3, 4});
    check_indices(float_row({1, 2, 5, 4, 5}, 3, options_with(Order::rank, Ties::low)), {2, 4, 3});
    check_indices(float_row({1, 2, 5, 4, 5}, 3, options_with(Order::rank, Ties::high)), {4, 2, 3});
}

BOOST_AUTO_TEST_CASE(c7_fill_stands_behind_real_infinities) {
    const Batch batch = row_of(ScoreType::float32, {half_bits, down, down}, 4);
    check_indices(batch, {0, 1, 2, -1});
    for (const Oracle &oracle : oracles) {
        BOOST_TEST(solve(oracle, batch).scores == (Bits{half_bits, down, down, down}),
                   boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(c7_fill_is_what_the_caller_sets_or_the_worst_infinity) {
    for (const Oracle &oracle : oracles) {
        for (const ScoreType type : all_types) {
            Batch batch = row_of(type, {0u}, 2);
            BOOST_TEST(solve(oracle, batch).scores[1] == negative_infinity_bits[static_cast<int>(type)]);
            batch.options.direction = Direction::smallest;
            BOOST_TEST(solve(oracle, batch).scores[1] == positive_infinity_bits[static_cast<int>(type)]);
            batch.options.fill_score_given = true;
            batch.options.fill_score_bits = 0x7E01u;
            batch.options.fill_index = 77;
            const Answer answer = solve(oracle, batch);
            BOOST_TEST(answer.scores[1] == 0x7E01u);
            BOOST_TEST(answer.indices[1] == 77);
        }
    }
}

BOOST_AUTO_TEST_CASE(c9_a_signalling_nan_survives) {
    for (const Oracle &oracle : oracles) {
        BOOST_TEST(solve(oracle, row_of(ScoreType::float32, {0u, 0x7FA00001u}, 1)).scores[0] == 0x7FA00001u);
    }
}

BOOST_AUTO_TEST_CASE(c12_the_certificate_counts_the_ties_at_the_cut) {
    for (const Oracle &oracle : oracles) {
        const Answer answer = solve(oracle, float_row({1, 1, 2, 1}, 2));
        BOOST_TEST(same(answer.certificates[0], {0xBF800000u, 1, 3, 1, 0x20u}));
        BOOST_TEST(answer.status[0] == 0x20u);
    }
}

BOOST_AUTO_TEST_CASE(c12_short_rows_have_a_certificate_and_empty_ones_zeros) {
    for (const Oracle &oracle : oracles) {
        BOOST_TEST(same(solve(oracle, float_row({1, 1, 2}, 3)).certificates[0],
                        {0xBF800000u, 1, 2, 2, row_all_selected}));
        BOOST_TEST(same(solve(oracle, float_row({1, 1, 2}, 0)).certificates[0], {0, 0, 0, 0, row_empty}));
        Batch empty = float_row({1}, 1);
        empty.lengths = {0};
        BOOST_TEST(same(solve(oracle, empty).certificates[0], {0, 0, 0, 0, row_empty | row_all_selected}));
    }
}

BOOST_AUTO_TEST_CASE(c13_status_tells_of_all_eligible_elements_and_of_no_other) {
    for (const Oracle &oracle : oracles) {
        for (const Options &options : all_options()) {
            const auto status_of = [&](Bits bits, std::int32_t length, std::int64_t k) {
                Batch batch = row_of(ScoreType::float32, std::move(bits), k, options);
                batch.lengths = {length};
                return solve(oracle, batch).status[0];
            };
            const std::uint32_t up = 0x7F800000u;
            BOOST_TEST(status_of({1, 2, nan_bits, up}, 2, 1) == 0u);
            BOOST_TEST(status_of({1, 2, nan_bits, up}, 3, 1) == row_nan_present);
            BOOST_TEST(status_of({1, 2, up, nan_bits}, 3, 1) == row_inf_present);
            BOOST_TEST(status_of({1, 2, down, nan_bits}, 3, 1) == row_inf_present);
            BOOST_TEST(status_of({1, 2, down, nan_bits}, 4, 1) == (row_inf_present | row_nan_present));
            BOOST_TEST(status_of({nan_bits, up}, 2, 0) == (row_inf_present | row_nan_present | row_empty));
            BOOST_TEST(status_of({nan_bits, nan_bits}, 2, 1) == (row_nan_present | row_boundary_tie));
            BOOST_TEST(status_of({1, 1, 2}, 3, 3) == row_all_selected);
        }
    }
}

BOOST_AUTO_TEST_CASE(c14_digests_are_the_golden_ones) {
    for (const Oracle &oracle : oracles) {
        const auto digest = [&](const std::vector<float> &numbers, std::int64_t k) {
            return solve(oracle, float_row(numbers, k)).digests[0];
        };
        const std::uint64_t third = digest({1, 2, 5, 4, 5}, 3);
        const std::uint64_t fourth = digest({1, 2, 3}, 4);
        BOOST_TEST(digest({1}, 0) == 0x0000000000000000u);
        BOOST_TEST(digest({1}, 1) == 0x5692161D100B05E5u);
        BOOST_TEST(third == 0x7C8979DE4A022761u);
        BOOST_TEST(fourth == 0xA57C87422AF856A5u);
        const auto mix64 = [](std::uint64_t z) {
            z ^= z >> 30;
            z *= 0xBF58476D1CE4E5B9u;
            z ^= z >> 27;
            z *= 0x94D049BB133111EBu;
            return z ^ (z >> 31);
        };
        BOOST_TEST(mix64(third ^ mix64(0)) + mix64(fourth ^ mix64(1)) == 0x8D561335C2DC5547u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
