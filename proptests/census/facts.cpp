// Every number of the census against a recount, on rows that are hard to count.
// Spec: contract/C1 C2 C3 C5 C12. Layer: proptests/census.
#include <boost/test/unit_test.hpp>

#include <rapidcheck.h>

#include "rows_gen.hpp"
#include "sample.hpp"

using namespace exactk;
using rows_gen::Style;
using slow::Question;

namespace {

std::int64_t drawn_k(std::int64_t n, int choice, std::int64_t any) {
    switch (choice) {
    case 0: return 0;
    case 1: return 1;
    case 2: return std::max<std::int64_t>(0, n - 1);
    case 3: return n;
    case 4: return n + 1;
    case 5: return n / 2;
    case 6: return n / 64;
    default: return any % (n + 1);
    }
}

/// What the census and the recount differ in, or "".
std::string recount(const Question &asked, const std::vector<slow::Row> &rows) {
    census::Counter counter(asked.type, asked.options(), asked.k);
    census::Facts expected;
    for (const slow::Row &row : rows) {
        slow::add(counter, asked.type, row);
        slow::count(asked, row, expected);
    }
    return slow::difference(counter.facts(), expected);
}

std::string recount_one(const Question &asked, const std::vector<std::uint32_t> &bits) {
    return recount(asked, {{bits, {0, 0, 0}}});
}

Question drawn_question() {
    Question asked;
    asked.type = static_cast<ScoreType>(*rc::gen::inRange(0, 3));
    asked.direction = *rc::gen::element(Direction::largest, Direction::smallest);
    asked.nan = *rc::gen::element(NanPolicy::largest, NanPolicy::smallest);
    return asked;
}

Style drawn_style() { return static_cast<Style>(*rc::gen::inRange(0, static_cast<int>(Style::count))); }

} // namespace

BOOST_AUTO_TEST_SUITE(facts)

BOOST_AUTO_TEST_CASE(drawn_rows_are_counted_as_by_the_book) {
    BOOST_TEST(rc::check("short rows", [] {
        Question asked = drawn_question();
        const std::int64_t longest = *rc::gen::inRange<std::int64_t>(0, 900);
        asked.k = drawn_k(longest, *rc::gen::inRange(0, 9), *rc::gen::inRange<std::int64_t>(0, 1000));
        std::vector<slow::Row> rows;
        const int count = *rc::gen::inRange(1, 6);
        for (int r = 0; r < count; ++r) {
            const std::int64_t n = *rc::gen::inRange<std::int64_t>(0, longest + 1);
            rows.push_back({rows_gen::row(asked.type, drawn_style(), n, *rc::gen::arbitrary<std::uint32_t>()),
                            {*rc::gen::inRange(0, 2), *rc::gen::inRange(0, 3), r}});
        }
        const std::string words = recount(asked, rows);
        RC_LOG() << words << std::endl;
        RC_ASSERT(words.empty());
    }));
}

/// Long enough for a sample, for more candidates than there is room for, and for several stretches.
BOOST_AUTO_TEST_CASE(long_rows_are_counted_as_by_the_book) {
    BOOST_TEST(rc::check("long rows", [] {
        Question asked = drawn_question();
        const std::int64_t n = *rc::gen::inRange<std::int64_t>(3000, 40000);
        asked.k = drawn_k(n, *rc::gen::inRange(0, 9), *rc::gen::inRange<std::int64_t>(0, 40000));
        const std::string words = recount_one(
            asked, rows_gen::row(asked.type, drawn_style(), n, *rc::gen::arbitrary<std::uint32_t>()));
        RC_LOG() << words << std::endl;
        RC_ASSERT(words.empty());
    }));
}

/// Every style, type, direction and policy, at the sizes where another path is taken.
BOOST_AUTO_TEST_CASE(every_style_is_counted_at_the_sizes_that_matter) {
    for (int type = 0; type < score_type_count; ++type) {
        for (int style = 0; style < static_cast<int>(Style::count); ++style) {
            for (int which = 0; which < 4; ++which) {
                Question asked;
                asked.type = static_cast<ScoreType>(type);
                asked.direction = which % 2 == 0 ? Direction::largest : Direction::smallest;
                asked.nan = which / 2 == 0 ? NanPolicy::largest : NanPolicy::smallest;
                for (const std::int64_t n : {0, 1, 33, 511, 512, 2047, 2048, 2049, 24000}) {
                    for (const std::int64_t k : {0, 1, 2, 32, 300, 2048}) {
                        asked.k = k;
                        const std::string words =
                            recount_one(asked, rows_gen::row(asked.type, static_cast<Style>(style), n,
                                                             static_cast<std::uint32_t>(n)));
                        BOOST_TEST(words.empty(), words << " of type " << type << " style " << style << " n "
                                                        << n << " k " << k << " which " << which);
                    }
                }
            }
        }
    }
}

/// The first scores, which a sample by a step alone would meet more often than others, are no guide to the row.
BOOST_AUTO_TEST_CASE(a_sample_that_misleads_costs_time_and_no_truth) {
    for (const std::int64_t period : {2, 16, 64, 128, 256}) {
        std::vector<std::uint32_t> bits(32768, 0xBF800000u);
        for (std::size_t i = 0; i < bits.size(); ++i) {
            if (static_cast<std::int64_t>(i) % period == 0)
                bits[i] = 0x3F800000u + static_cast<std::uint32_t>(i);
        }
        for (const std::int64_t k : {1, 100, 127, 128, 129, 5000, 32767})
            BOOST_TEST(recount_one({ScoreType::float32, Direction::largest, NanPolicy::largest, k}, bits) ==
                       "");
        // All large ones in one place.
        std::sort(bits.begin(), bits.end());
        BOOST_TEST(recount_one({ScoreType::float32, Direction::largest, NanPolicy::largest, 100}, bits) ==
                   "");
    }
}

/// Every score that the sample meets is better than all others: it promises far more than there is.
BOOST_AUTO_TEST_CASE(a_sample_of_the_best_alone_is_found_out) {
    for (const std::int64_t n : {4096, 16384, 50000}) {
        std::vector<std::uint32_t> bits(static_cast<std::size_t>(n));
        for (std::size_t i = 0; i < bits.size(); ++i)
            bits[i] = i % 3 == 0 ? 0 : i % 3 == 1 ? 0xFFC00000u : 0x3F800000u + static_cast<std::uint32_t>(i);
        for (std::int64_t i = 0; i < census::sample_size_of(n); ++i)
            bits[static_cast<std::size_t>(census::sampled_place(i, n))] =
                0x50000000u + static_cast<std::uint32_t>(i);
        for (const std::int64_t k : {n / 8, n / 4, n / 2})
            BOOST_TEST(recount_one({ScoreType::float32, Direction::largest, NanPolicy::smallest, k}, bits) ==
                           "",
                       "n " << n << " k " << k);
    }
}

BOOST_AUTO_TEST_CASE(the_worst_row_is_the_first_of_those_with_the_most) {
    const std::vector<std::uint32_t> two_zeros = {0, 0x80000000u, 0x3F800000u};
    census::Counter counter(ScoreType::float32, {}, 1);
    const census::RowName names[] = {{1, 0, 0}, {0, 2, 1}, {0, 2, 0}, {0, 3, 0}};
    for (const census::RowName &name : names)
        slow::add(counter, ScoreType::float32, {two_zeros, name});
    slow::add(counter, ScoreType::float32, {{0}, {0, 0, 0}});
    const census::Occurrence &zeros = counter.facts().zeros.rows;
    BOOST_TEST(zeros.rows == 5);
    BOOST_TEST((zeros.first == census::RowName{0, 0, 0}));
    BOOST_TEST((zeros.worst == census::RowName{0, 2, 0}));
    BOOST_TEST(zeros.worst_elements == 2);
}

BOOST_AUTO_TEST_CASE(the_contracts_example_of_c12_has_its_tie) {
    census::Counter counter(ScoreType::float32, {}, 2);
    slow::add(counter, ScoreType::float32, {{0x3F800000u, 0x3F800000u, 0x40000000u, 0x3F800000u}, {0, 3, 9}});
    const census::Facts &facts = counter.facts();
    BOOST_TEST(facts.ties.rows == 1);
    BOOST_TEST(facts.ties.worst_elements == 3);
    BOOST_TEST(facts.ties.first.call == 3);
    BOOST_TEST(facts.ties.first.row == 9);
    BOOST_TEST(facts.plateau.greatest() == 3);
    BOOST_TEST(facts.bins[3].above.greatest() == 1);
}

/// The public report's row: one bin of 8 bits holds one element more than there is room for.
BOOST_AUTO_TEST_CASE(capacities_are_exceeded_by_one_element_more_and_not_by_as_many) {
    for (const std::int64_t n : {16384, 16385}) {
        // 2048 values of one float16 bin of 8 bits; none of 12 bits holds so many.
        std::vector<std::uint32_t> bits(static_cast<std::size_t>(n));
        for (std::size_t i = 0; i < bits.size(); ++i)
            bits[i] = 0x3F800000u + static_cast<std::uint32_t>(i * 125);
        census::Counter counter(ScoreType::float32, {}, 2048);
        slow::add(counter, ScoreType::float32, {bits, {}});
        const census::Facts &facts = counter.facts();
        for (std::size_t i = 0; i < facts.exceeded.size(); ++i) {
            const census::Capacity &known = census::capacities()[i];
            if (known.bits != 8 || known.from > n || known.to < n)
                continue;
            BOOST_TEST(facts.exceeded[i].rows == (n > known.slots ? 1 : 0), known.name << " at " << n);
        }
    }
}

BOOST_AUTO_TEST_CASE(rows_take_a_path_by_their_length_to_the_last_element) {
    for (const std::int64_t n : {2049, 8192, 8193, 16384, 16385, 32768, 32769})
        BOOST_TEST(recount_one({ScoreType::float32, Direction::largest, NanPolicy::largest, 2048},
                               rows_gen::row(ScoreType::float32, Style::near, n, 8)) == "");
}

BOOST_AUTO_TEST_CASE(capacities_are_told_apart_and_fit_the_widths) {
    std::vector<std::string> names;
    for (const census::Capacity &known : census::capacities()) {
        names.emplace_back(known.name);
        BOOST_TEST(std::count(std::begin(census::bin_widths), std::end(census::bin_widths), known.bits) == 1);
        BOOST_TEST(known.slots > 0);
        BOOST_TEST(known.from <= known.to);
        BOOST_TEST(std::string(known.seen_in).find('/') != std::string::npos);
    }
    std::sort(names.begin(), names.end());
    BOOST_TEST((std::adjacent_find(names.begin(), names.end()) == names.end()));
}

BOOST_AUTO_TEST_SUITE_END()
