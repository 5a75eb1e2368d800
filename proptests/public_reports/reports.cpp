// Each public bug report that a CPU can hold, as a test under its name.
// Spec: contract/C1 C2 C3 C4 C5 C6 C7 C15. Layer: proptests/public_reports.
#define BOOST_TEST_MODULE public_reports
#include <boost/test/unit_test.hpp>

#include <bit>
#include <cmath>
#include <numeric>

#include "lettered.hpp"
#include "subjects.hpp"

using namespace exactk;
using namespace exactk::public_reports;

namespace {

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

/// Runs the lettered inputs of that prefix everywhere and compares digests, first and last index.
void check_lettered(const std::string &prefix) {
    const std::vector<Lettered> inputs = lettered(prefix);
    BOOST_REQUIRE(!inputs.empty());
    for (const Lettered &input : inputs) {
        Asked asked;
        asked.type = input.type;
        asked.patterns = input.row;
        asked.width = input.width;
        asked.patterns.resize(static_cast<std::size_t>(input.width), bits_of(-INFINITY));
        if (input.width > static_cast<std::int64_t>(input.row.size())) {
            asked.lengths = {static_cast<std::int32_t>(input.row.size())};
        }
        asked.k = input.k;
        asked.options.nan_policy = input.nan_policy;
        for_every_implementation(asked,
                                 [&](const std::string &label, const std::vector<std::int32_t> &indices) {
                                     BOOST_TEST_CONTEXT(input.name << " on " << label) {
                                         BOOST_TEST(indices.front() == input.first);
                                         BOOST_TEST(indices.back() == input.last);
                                         BOOST_TEST(sha12(indices) == input.sha12);
                                     }
                                 });
    }
}

/// `count` indices from `first` on, then -1 up to k.
std::vector<std::int32_t> run_then_fill(std::int32_t first, std::int64_t count, std::int64_t k) {
    std::vector<std::int32_t> indices(static_cast<std::size_t>(k), -1);
    std::iota(indices.begin(), indices.begin() + count, first);
    return indices;
}

std::vector<std::int32_t> row_of(const std::vector<std::int32_t> &indices, std::int64_t row, std::int64_t k) {
    return {indices.begin() + row * k, indices.begin() + (row + 1) * k};
}

void check_rows(const Asked &asked, const std::vector<std::vector<std::int32_t>> &expected) {
    for_every_implementation(asked, [&](const std::string &label, const std::vector<std::int32_t> &indices) {
        for (std::int64_t row = 0; row < asked.rows; ++row) {
            BOOST_TEST_CONTEXT(label << " row " << row) {
                BOOST_TEST(row_of(indices, row, asked.k) == expected[static_cast<std::size_t>(row)],
                           boost::test_tools::per_element());
            }
        }
    });
}

/// Rows of the ramp 0, 1, 2, ...: the winners of a row of length n are its last k.
Asked ramps(std::int64_t rows, std::int64_t width, std::int64_t k, std::vector<std::int32_t> lengths) {
    Asked asked;
    asked.rows = rows;
    asked.width = width;
    asked.k = k;
    asked.lengths = std::move(lengths);
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t i = 0; i < width; ++i) {
            asked.patterns.push_back(bits_of(static_cast<float>(i)));
        }
    }
    return asked;
}

} // namespace

BOOST_AUTO_TEST_CASE(report_01_a_coarse_bin_with_more_scores_than_a_list_holds) {
    check_lettered("A1 ");
    check_lettered("A1p");
    check_lettered("A2");
    check_lettered("A2r8");
}

BOOST_AUTO_TEST_CASE(report_01_all_k_and_33_rows_of_a_narrow_range) {
    for (const std::int64_t k : {512, 1024, 2048}) {
        Asked asked;
        asked.rows = 33;
        asked.width = 16385;
        asked.k = k;
        const std::vector<std::uint32_t> row = lettered("A1 n=16385").front().row;
        for (std::int64_t copy = 0; copy < asked.rows; ++copy) {
            asked.patterns.insert(asked.patterns.end(), row.begin(), row.end());
        }
        const std::vector<std::int32_t> last_k = run_then_fill(static_cast<std::int32_t>(16385 - k), k, k);
        check_rows(asked, std::vector<std::vector<std::int32_t>>(33, last_k));
    }
}

BOOST_AUTO_TEST_CASE(report_02_bfloat16_ties_beyond_a_refine_buffer) { check_lettered("A6"); }

BOOST_AUTO_TEST_CASE(report_03_scores_that_share_their_upper_22_bits) { check_lettered("A4"); }

BOOST_AUTO_TEST_CASE(report_04_a_plateau_of_zeros_longer_than_a_tie_list) { check_lettered("A5"); }

BOOST_AUTO_TEST_CASE(report_04_infinite_scores_in_a_tie_plateau) {
    // 5 times +inf, then a plateau of zeros: the infinities and the lowest zeros win.
    Asked asked;
    asked.width = 8320;
    asked.k = 2048;
    asked.patterns.assign(8320, 0u);
    for (const std::size_t index :
         {std::size_t{8000}, std::size_t{8001}, std::size_t{8100}, std::size_t{8200}, std::size_t{8319}}) {
        asked.patterns[index] = bits_of(INFINITY);
    }
    std::vector<std::int32_t> expected = run_then_fill(0, 2043, 2048);
    expected[2043] = 8000;
    expected[2044] = 8001;
    expected[2045] = 8100;
    expected[2046] = 8200;
    expected[2047] = 8319;
    check_rows(asked, {expected});
}

BOOST_AUTO_TEST_CASE(report_05_a_wide_plateau_and_length_k_plus_1) {
    check_lettered("A8");
    // Length = k + 1 on an ascending ramp: only element 0 loses.
    check_rows(ramps(1, 4096, 2048, {2049}), {run_then_fill(1, 2048, 2048)});
}

BOOST_AUTO_TEST_CASE(report_06_ties_at_the_cut_give_the_same_bytes_on_every_call) {
    check_lettered("F3");
    check_lettered("F3"); // a second time: nothing may be left over from the first
}

BOOST_AUTO_TEST_CASE(report_07_the_best_one_is_the_first_of_the_best_two) {
    check_lettered("F1");
    check_lettered("F4");
    Asked asked;
    asked.width = 5;
    asked.patterns = {bits_of(1), bits_of(2), bits_of(5), bits_of(4), bits_of(5)};
    const std::vector<std::vector<std::int32_t>> nested = {
        {2}, {2, 4}, {2, 3, 4}, {1, 2, 3, 4}, {0, 1, 2, 3, 4}};
    for (std::size_t k = 1; k <= 5; ++k) {
        asked.k = static_cast<std::int64_t>(k);
        check_rows(asked, {nested[k - 1]});
    }
}

BOOST_AUTO_TEST_CASE(report_08_a_length_of_minus_one_is_an_empty_row) {
    const std::int64_t k = 512;
    std::vector<std::vector<std::int32_t>> expected(6, run_then_fill(16384 - 512, k, k));
    expected.push_back(run_then_fill(0, 0, k));
    expected.push_back(run_then_fill(0, 0, k));
    check_rows(ramps(8, 16384, k, {16384, 16384, 16384, 16384, 16384, 16384, -1, 0}), expected);
}

BOOST_AUTO_TEST_CASE(report_09_padded_rows_with_lengths_from_minus_4_to_1) {
    const std::int64_t k = 2048;
    std::vector<std::vector<std::int32_t>> expected(5, run_then_fill(0, 0, k));
    expected.push_back(run_then_fill(0, 1, k));
    check_rows(ramps(6, 8192, k, {-4, -3, -2, -1, 0, 1}), expected);
}

BOOST_AUTO_TEST_CASE(report_10_chunks_that_begin_beyond_a_short_row) {
    const std::int64_t k = 2048;
    check_rows(ramps(4, 131072, k, {131072, 100, 4096, 1}),
               {run_then_fill(131072 - 2048, k, k), run_then_fill(0, 100, k), run_then_fill(2048, k, k),
                run_then_fill(0, 1, k)});
}

BOOST_AUTO_TEST_CASE(report_11_k_above_the_row) { check_lettered("G5"); }

BOOST_AUTO_TEST_CASE(report_12_an_odd_k_equal_to_the_row) {
    check_lettered("G4");
    Asked asked;
    asked.rows = 235;
    asked.width = 705;
    asked.k = 705;
    const std::vector<std::uint32_t> row = lettered("G4").front().row;
    for (std::int64_t copy = 0; copy < asked.rows; ++copy) {
        asked.patterns.insert(asked.patterns.end(), row.begin(), row.end());
    }
    check_rows(asked, std::vector<std::vector<std::int32_t>>(235, run_then_fill(0, 705, 705)));
}

BOOST_AUTO_TEST_CASE(report_13_k_of_zero_is_an_empty_answer) {
    Asked asked;
    asked.width = 11;
    for (const float value : {1.f, 2.f, 3.f, 4.f, 5.f, 2.f, 1.f, -1.f, -4.f, 12.f, 4.f}) {
        asked.patterns.push_back(bits_of(value));
    }
    asked.k = 0;
    int runs = 0;
    for_every_implementation(asked, [&](const std::string &label, const std::vector<std::int32_t> &indices) {
        BOOST_TEST(indices.empty(), label);
        ++runs;
    });
    BOOST_TEST(runs == 15); // rank, sort, cpu and the model in 12 plans
}

BOOST_AUTO_TEST_CASE(report_14_minus_infinity_and_nan_are_elements) {
    check_lettered("C6");
    check_lettered("D1");
}

BOOST_AUTO_TEST_CASE(report_15_negative_bfloat16_scores) { check_lettered("G3"); }

BOOST_AUTO_TEST_CASE(report_16_rows_of_many_nans) {
    check_lettered("D4");
    check_lettered("D5");
}

BOOST_AUTO_TEST_CASE(report_17_more_rows_than_a_grid_dimension_holds) {
    // 65,536 rows x 1000, k = 10: each row a ramp, so the last ten win. Written without one buffer per row.
    const std::int64_t rows = 65536;
    std::vector<float> scores(static_cast<std::size_t>(rows * 1000));
    for (std::size_t i = 0; i < scores.size(); ++i) {
        scores[i] = static_cast<float>(i % 1000);
    }
    Problem problem;
    problem.scores = scores.data();
    problem.rows = rows;
    problem.width = 1000;
    problem.pitch = 1000;
    problem.k = 10;
    for (const char *name : {"sort", "cpu", "model"}) {
        std::vector<std::int32_t> indices(static_cast<std::size_t>(rows * 10), -7);
        Outputs outputs;
        outputs.indices = indices.data();
        outputs.index_pitch = 10;
        Plan plan;
        plan.ctas = 3;
        BOOST_TEST(describe(find_implementation(name)->run(problem, outputs, plan)) == "ok");
        std::int64_t wrong = 0;
        for (std::size_t slot = 0; slot < indices.size(); ++slot) {
            wrong += indices[slot] != static_cast<std::int32_t>(990 + slot % 10);
        }
        BOOST_TEST(wrong == 0, name);
    }
}

BOOST_AUTO_TEST_CASE(report_18_every_second_row_is_trivial) {
    const std::int64_t k = 512;
    std::vector<std::int32_t> lengths;
    std::vector<std::vector<std::int32_t>> expected;
    for (int row = 0; row < 6; ++row) {
        const std::int32_t length = row % 2 == 0 ? 60001 : 100 * row;
        lengths.push_back(length);
        const std::int64_t m = std::min<std::int64_t>(k, length);
        expected.push_back(run_then_fill(static_cast<std::int32_t>(length - m), m, k));
    }
    check_rows(ramps(6, 60001, k, lengths), expected);
}

BOOST_AUTO_TEST_CASE(report_19_five_calls_on_the_same_buffers_each_with_new_data) {
    for (const Implementation &implementation : implementations()) {
        std::vector<float> scores(1000);
        std::vector<std::int32_t> indices(129);
        for (std::size_t call = 0; call < 5; ++call) {
            for (std::size_t i = 0; i < scores.size(); ++i) {
                scores[(i + call * 137) % scores.size()] = static_cast<float>(i);
            }
            std::fill(indices.begin(), indices.end(), call % 2 == 0 ? -77 : 0x5A5A5A5A);
            Problem problem;
            problem.scores = scores.data();
            problem.rows = 1;
            problem.width = 1000;
            problem.pitch = 1000;
            problem.k = 129;
            problem.options.order = Order::rank;
            Outputs outputs;
            outputs.indices = indices.data();
            outputs.index_pitch = 129;
            Plan plan;
            plan.ctas = 7;
            BOOST_TEST(describe(implementation.run(problem, outputs, plan)) == "ok");
            for (std::size_t slot = 0; slot < indices.size(); ++slot) {
                BOOST_TEST(indices[slot] == static_cast<std::int32_t>((999 - slot + call * 137) % 1000),
                           implementation.name << " call " << call << " slot " << slot);
            }
        }
    }
}

// Report 20 (a shared-memory opt-in that a device does not have) needs a device: it is out of a CPU's reach.
