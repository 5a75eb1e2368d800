// Every row up to length 6 over five values, every k, every option and every chunking: all four agree.
// Spec: contract/C1 to C15, algorithm/S3 S8 F1 F6 F7. Layer: proptests/exhaustive.
#define BOOST_TEST_MODULE small_rows
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstring>

#include <exactk/implementations.hpp>
#include <exactk/verify.hpp>

#include "parallel.hpp"

using namespace exactk;
using exactk::exhaustive::Failures;

namespace {

constexpr std::int64_t symbols = 5; // bound: entries of the alphabets below

/// -inf, -0, +0, 1, NaN in each type.
constexpr std::array<std::array<std::uint32_t, symbols>, score_type_count> alphabets = {{
    {0xFF800000u, 0x80000000u, 0x00000000u, 0x3F800000u, 0x7FC00000u},
    {0xFC00u, 0x8000u, 0x0000u, 0x3C00u, 0x7E00u},
    {0xFF80u, 0x8000u, 0x0000u, 0x3F80u, 0x7FC0u},
}};

std::int64_t power(std::int64_t base, std::int64_t exponent) {
    std::int64_t product = 1;
    for (std::int64_t factor = 0; factor < exponent; ++factor) {
        product *= base;
    }
    return product;
}

/// All rows of that length, as one dense batch.
std::vector<std::byte> all_rows(ScoreType type, std::int64_t length) {
    const std::size_t element = static_cast<std::size_t>(score_bytes[static_cast<int>(type)]);
    std::vector<std::byte> bytes;
    for (std::int64_t number = 0; number < power(symbols, length); ++number) {
        std::int64_t left = number;
        for (std::int64_t index = 0; index < length; ++index, left /= symbols) {
            const std::uint32_t bits =
                alphabets[static_cast<std::size_t>(type)][static_cast<std::size_t>(left % symbols)];
            for (std::size_t byte = 0; byte < element; ++byte) {
                bytes.push_back(static_cast<std::byte>(bits >> (8 * byte)));
            }
        }
    }
    return bytes;
}

/// All ways to cut [0, length) into at most `parts` chunks, empty chunks included.
std::vector<std::vector<std::int64_t>> chunkings(std::int64_t length, int parts) {
    std::vector<std::vector<std::int64_t>> list = {{0, length}};
    for (std::int64_t one = 0; parts >= 2 && one <= length; ++one) {
        list.push_back({0, one, length});
        for (std::int64_t two = one; parts >= 3 && two <= length; ++two) {
            list.push_back({0, one, two, length});
        }
    }
    return list;
}

std::vector<Options> all_options() {
    std::vector<Options> list;
    for (int bits = 0; bits < 16; ++bits) {
        Options options;
        options.direction = static_cast<Direction>(bits & 1);
        options.ties = static_cast<Ties>((bits >> 1) & 1);
        options.order = static_cast<Order>((bits >> 2) & 1);
        options.nan_policy = static_cast<NanPolicy>((bits >> 3) & 1);
        list.push_back(options);
    }
    return list;
}

/// Every output of one call over all rows.
struct Record {
    std::vector<std::int32_t> indices;
    std::vector<std::byte> scores;
    std::vector<Certificate> certificates;
    std::vector<std::uint32_t> status;
    std::vector<std::uint64_t> digests;
};

/// What facts hold before a call; no row has so many elements.
constexpr Certificate unwritten{0x5A5A5A5A5A5A5A5Au, 0x5A5A5A5Au, 0x5A5A5A5Au, 0x5A5A5A5Au,
                                0x5A5A5A5Au}; // convention: any value that no row has

/// Runs with all outputs, or with indices alone.
Record run(const Implementation &implementation, const Problem &problem, const Plan &plan, bool all_outputs,
           Failures &failures) {
    const std::size_t rows = static_cast<std::size_t>(problem.rows);
    const std::size_t slots = rows * static_cast<std::size_t>(problem.k);
    Record record;
    record.indices.assign(slots, 0x5A5A5A5A);
    Outputs outputs;
    outputs.indices = record.indices.data();
    outputs.index_pitch = problem.k;
    if (all_outputs) {
        record.scores.assign(slots * static_cast<std::size_t>(score_bytes[static_cast<int>(problem.type)]),
                             std::byte{0x5A});
        // Facts start as no row's, so that one which is not written differs from the truth.
        record.certificates.assign(rows, unwritten);
        record.status.assign(rows, unwritten.status);
        record.digests.assign(rows, unwritten.pivot);
        outputs.scores = problem.k == 0 ? nullptr : record.scores.data();
        outputs.score_pitch = problem.k;
        outputs.certificates = record.certificates.data();
        outputs.status = record.status.data();
        outputs.digests = record.digests.data();
    }
    const Status status = implementation.run(problem, outputs, plan);
    if (status.code != StatusCode::ok) {
        failures.add(implementation.name + " refused: " + describe(status));
    }
    return record;
}

template <class T> bool same(const std::vector<T> &one, const std::vector<T> &other) {
    return one.size() == other.size() &&
           (one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(T)) == 0);
}

bool same(const Record &one, const Record &other, bool all_outputs) {
    return same(one.indices, other.indices) &&
           (!all_outputs || (same(one.scores, other.scores) && same(one.certificates, other.certificates) &&
                             same(one.status, other.status) && same(one.digests, other.digests)));
}

void judge_truth(const Problem &problem, const Record &truth, const std::string &what, Failures &failures) {
    verify::Answer answer;
    answer.indices = truth.indices.data();
    answer.index_pitch = problem.k;
    answer.index_run_pitch = problem.rows * problem.k;
    answer.scores = problem.k == 0 ? nullptr : truth.scores.data();
    answer.score_pitch = problem.k;
    answer.score_run_pitch = problem.rows * problem.k;
    answer.index_poison = {0x5A5A5A5A};
    verify::Demand demand;
    demand.order =
        problem.options.order == Order::index ? verify::OrderDemand::index : verify::OrderDemand::rank;
    demand.ties = problem.options.ties == Ties::low ? verify::TiesDemand::low : verify::TiesDemand::high;
    const verify::Report report = verify::judge(problem, answer, demand);
    if (report.verdict != verify::Verdict::passed) {
        failures.add("the judge does not accept the truth: " + what);
    }
}

struct Scope {
    ScoreType type;
    std::int64_t length;
    std::int64_t k;
    Options options;
};

std::string describe(const Scope &scope) {
    return std::string(name(scope.type)) + " length " + std::to_string(scope.length) + " k " +
           std::to_string(scope.k) + " " + name(scope.options.direction) + " ties " +
           name(scope.options.ties) + " order " + name(scope.options.order) + " nan " +
           name(scope.options.nan_policy);
}

/// Digit plans taken in turn, so that every chunking meets several.
std::vector<int> digits_for(ScoreType type, std::size_t turn) {
    static const std::vector<std::vector<int>> plans32 = {
        {8, 8, 8, 8}, {11, 11, 10}, {4, 4, 4, 4, 4, 4, 4, 4}, {12, 12, 8}, {2, 6, 1, 7, 5, 3, 8}};
    static const std::vector<std::vector<int>> plans16 = {{8, 8}, {11, 5}, {4, 4, 4, 4}, {1, 10, 5}};
    const auto &plans = type == ScoreType::float32 ? plans32 : plans16;
    return plans[turn % plans.size()];
}

/// All rows of one length under one k and one set of options. Returns how many row runs were compared; adds those
/// under a filter to `listed_runs`.
std::int64_t check_scope(const Scope &scope, int parts, Failures &failures,
                         std::atomic<std::int64_t> &listed_runs) {
    const std::vector<std::byte> bytes = all_rows(scope.type, scope.length);
    Problem problem;
    problem.scores = bytes.data();
    problem.type = scope.type;
    problem.rows = power(symbols, scope.length);
    problem.width = scope.length;
    problem.pitch = scope.length;
    problem.k = scope.k;
    problem.options = scope.options;
    const std::string what = describe(scope);
    const Record truth = run(*find_implementation("rank"), problem, Plan{}, true, failures);
    judge_truth(problem, truth, what, failures);
    std::int64_t runs = problem.rows;
    for (const char *other : {"rank", "sort", "cpu"}) {
        for (const bool all_outputs : {true, false}) {
            if (!same(run(*find_implementation(other), problem, Plan{}, all_outputs, failures), truth,
                      all_outputs)) {
                failures.add(std::string(other) + " differs: " + what);
            }
            runs += problem.rows;
        }
    }
    const Implementation &model = *find_implementation("model");
    std::size_t turn = 0;
    for (const std::vector<std::int64_t> &bounds : chunkings(scope.length, parts)) {
        Plan plan;
        plan.ctas = static_cast<int>(bounds.size()) - 1;
        plan.bounds = bounds;
        // Every chunking runs in both emissions, with every output and with indices alone.
        for (const bool all_outputs : {true, false}) {
            plan.digits = digits_for(scope.type, turn++);
            plan.emission = all_outputs ? Plan::Emission::direct : Plan::Emission::merge;
            if (!same(run(model, problem, plan, all_outputs, failures), truth, all_outputs)) {
                failures.add("model differs in chunking " + std::to_string(turn) + ": " + what);
            }
            runs += problem.rows;
        }
    }
    // Rows that one CTA does can be listed whole, which leaves nothing to the digit plan; rows this short have no sample.
    for (const bool all_outputs : {true, false}) {
        Plan plan;
        plan.emission = all_outputs ? Plan::Emission::direct : Plan::Emission::merge;
        plan.filter.whole = scope.length;
        if (!same(run(model, problem, plan, all_outputs, failures), truth, all_outputs)) {
            failures.add("model differs on lists: " + what);
        }
        runs += problem.rows;
        listed_runs += problem.rows;
    }
    return runs;
}

void check_all(ScoreType type, std::int64_t length_max, int parts) {
    std::vector<Scope> scopes;
    std::int64_t rows = 0;
    for (std::int64_t length = length_max; length >= 0; --length) { // longest first: the cores end together
        for (std::int64_t k = 0; k <= length + 1; ++k) {
            for (const Options &options : all_options()) {
                scopes.push_back({type, length, k, options});
                rows += power(symbols, length);
            }
        }
    }
    Failures failures;
    std::atomic<std::int64_t> runs{0};
    std::atomic<std::int64_t> listed_runs{0};
    exhaustive::for_all(scopes.size(), [&](std::size_t number) {
        runs += check_scope(scopes[number], parts, failures, listed_runs);
    });
    BOOST_TEST(failures.count() == 0u, failures.count() << failures.text());
    BOOST_TEST_MESSAGE(name(type) << ": " << scopes.size() << " scopes, " << runs << " row runs compared, "
                                  << listed_runs << " of them with a filter");
    // 19,531 rows up to length 6; had the loops not covered them, this would be smaller.
    BOOST_TEST(runs > (type == ScoreType::float32 ? 100'000'000 : 1'000'000));
    BOOST_TEST(listed_runs == 2 * rows); // every row in both emissions
}

} // namespace

BOOST_AUTO_TEST_CASE(every_float32_row_to_length_6_in_every_chunking_into_3) {
    check_all(ScoreType::float32, 6, 3);
}

BOOST_AUTO_TEST_CASE(every_float16_row_to_length_5_in_every_chunking_into_2) {
    check_all(ScoreType::float16, 5, 2);
}

BOOST_AUTO_TEST_CASE(every_bfloat16_row_to_length_5_in_every_chunking_into_2) {
    check_all(ScoreType::bfloat16, 5, 2);
}
