// Spreads against sorted lists; censuses that do not hang on threads, blocks and order.
// Spec: contract/C2 C3. Layer: proptests/census.
#include <boost/test/unit_test.hpp>

#include <random>
#include <thread>

#include <rapidcheck.h>

#include "rows_gen.hpp"

using namespace exactk;

namespace {

std::vector<slow::Row> rows_of(ScoreType type, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<slow::Row> rows;
    for (int r = 0; r < 40; ++r) {
        const auto n = static_cast<std::int64_t>(random() % 700);
        const auto style =
            static_cast<rows_gen::Style>(random() % static_cast<unsigned>(rows_gen::Style::count));
        // Several rows are alike, so that the worst is decided by its name.
        rows.push_back(
            {rows_gen::row(type, style, n, static_cast<std::uint32_t>(random() % 3)), {r % 3, r % 7, r}});
    }
    return rows;
}

/// Numbers of all sizes, near powers of two more often than elsewhere.
std::vector<std::int64_t> drawn_numbers() {
    return *rc::gen::container<std::vector<std::int64_t>>(
        rc::gen::mapcat(rc::gen::inRange(0, 32), [](int power) {
            const std::int64_t about = std::int64_t{1} << power;
            return rc::gen::map(rc::gen::inRange<std::int64_t>(-40, 41), [about](std::int64_t off) {
                return std::clamp<std::int64_t>(about + off, 0, 2147483647);
            });
        }));
}

} // namespace

BOOST_AUTO_TEST_SUITE(merging)

BOOST_AUTO_TEST_CASE(censuses_of_threads_add_up_to_that_of_one) {
    for (int type = 0; type < score_type_count; ++type) {
        const auto score_type = static_cast<ScoreType>(type);
        const std::vector<slow::Row> rows = rows_of(score_type, 5);
        const slow::Question asked{score_type, Direction::largest, NanPolicy::largest, 100};
        census::Counter one(score_type, asked.options(), asked.k);
        for (const slow::Row &row : rows)
            slow::add(one, score_type, row);
        for (const std::size_t threads : {2, 3, 8}) {
            std::vector<census::Counter> counters;
            for (std::size_t t = 0; t < threads; ++t)
                counters.emplace_back(score_type, asked.options(), asked.k);
            std::vector<std::thread> running;
            for (std::size_t t = 0; t < threads; ++t)
                running.emplace_back([&, t] {
                    for (std::size_t r = t; r < rows.size(); r += threads)
                        slow::add(counters[t], score_type, rows[r]);
                });
            for (std::thread &thread : running)
                thread.join();
            for (std::size_t t = 1; t < threads; ++t)
                counters[0].merge(counters[t]);
            BOOST_TEST(slow::difference(counters[0].facts(), one.facts()) == "");
        }
    }
}

BOOST_AUTO_TEST_CASE(the_order_of_rows_and_of_merges_is_without_effect) {
    BOOST_TEST(rc::check("any order", [] {
        const auto type = static_cast<ScoreType>(*rc::gen::inRange(0, 3));
        std::vector<slow::Row> rows = rows_of(type, *rc::gen::arbitrary<std::uint32_t>());
        const std::int64_t k = *rc::gen::inRange(0, 300);
        census::Counter whole(type, {}, k);
        for (const slow::Row &row : rows)
            slow::add(whole, type, row);
        std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
        std::shuffle(rows.begin(), rows.end(), random);
        census::Counter left(type, {}, k);
        census::Counter right(type, {}, k);
        for (const slow::Row &row : rows)
            slow::add(random() % 2 == 0 ? left : right, type, row);
        right.merge(left);
        RC_ASSERT(std::string(slow::difference(right.facts(), whole.facts())).empty());
    }));
}

BOOST_AUTO_TEST_CASE(spreads_know_their_ranks_as_sorted_lists_do) {
    BOOST_TEST(rc::check("ranks", [] {
        std::vector<std::int64_t> numbers = drawn_numbers();
        census::Spread spread;
        std::int64_t sum = 0;
        for (const std::int64_t number : numbers) {
            spread.add(number);
            sum += number;
        }
        std::sort(numbers.begin(), numbers.end());
        const auto size = static_cast<std::int64_t>(numbers.size());
        RC_ASSERT(spread.rows() == size);
        RC_ASSERT(spread.sum() == sum);
        if (numbers.empty())
            return;
        RC_ASSERT(spread.least() == numbers.front());
        RC_ASSERT(spread.greatest() == numbers.back());
        for (const int percent : {0, 1, 50, 90, 99, 100}) {
            // The first of the list that has percent of all at or before it.
            std::int64_t at = 0;
            while ((at + 1) * 100 < size * percent)
                ++at;
            const std::int64_t right = numbers[static_cast<std::size_t>(at)];
            const census::Range range = spread.percentile(percent);
            RC_ASSERT(range.least <= right && right <= range.greatest);
            RC_ASSERT((range.greatest - range.least) * 32 <= right);
        }
    }));
}

BOOST_AUTO_TEST_CASE(buckets_hold_every_row_once) {
    BOOST_TEST(rc::check("buckets", [] {
        const std::vector<std::int64_t> numbers = drawn_numbers();
        census::Spread left;
        census::Spread right;
        census::Spread whole;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            (i % 2 == 0 ? left : right).add(numbers[i]);
            whole.add(numbers[i]);
        }
        left.merge(right);
        RC_ASSERT(left == whole);
        std::int64_t expected_first = -1;
        for (const census::Bucket &bucket : whole.buckets()) {
            RC_ASSERT(expected_first < 0 || bucket.range.least == expected_first);
            expected_first = bucket.range.greatest + 1;
            RC_ASSERT(bucket.rows == std::count_if(numbers.begin(), numbers.end(), [&](std::int64_t number) {
                          return number >= bucket.range.least && number <= bucket.range.greatest;
                      }));
        }
        if (!numbers.empty())
            RC_ASSERT(whole.buckets().front().rows > 0 && whole.buckets().back().rows > 0);
    }));
}

BOOST_AUTO_TEST_SUITE_END()
