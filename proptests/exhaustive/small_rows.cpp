// Every row up to length 6 over five values, every k, every option and every chunking: all four agree.
// Spec: contract/C1 to C15, algorithm/S3 S8 F1 F6 F7. Layer: proptests/exhaustive.
#define BOOST_TEST_MODULE small_rows
#include <boost/test/unit_test.hpp>

#include <exactk/campaign/small_rows.hpp>
#include <exactk/contract/text.hpp>

#include "parallel.hpp"

using namespace exactk;
using namespace exactk::campaign;
using exactk::exhaustive::Failures;

namespace {

void check_all(ScoreType type, std::int64_t length_max, int parts) {
    const std::vector<Implementation> implementations = {
        *find_implementation("rank"), *find_implementation("sort"), *find_implementation("cpu"),
        *find_implementation("model")};
    std::vector<SmallScope> scopes;
    std::int64_t rows = 0;
    for (std::int64_t length = length_max; length >= 0; --length) { // longest first: the cores end together
        for (std::int64_t k = 0; k <= length + 1; ++k) {
            for (int bits = 0; bits < small_option_count; ++bits) {
                scopes.push_back({type, length, k, small_options(bits)});
                rows += length == 0 ? 0 : small_row_count(length); // that can be listed
            }
        }
    }
    Failures failures;
    std::atomic<std::int64_t> runs{0};
    std::atomic<std::int64_t> listed_runs{0};
    exhaustive::for_all(scopes.size(), [&](std::size_t number) {
        const SmallScope &scope = scopes[number];
        const std::int64_t all = small_row_count(scope.length);
        const SmallRuns done =
            compare_small_rows(scope, parts, 0, all, implementations, [&](const SmallFailure &failure) {
                failures.add(failure.implementation + " " + failure.words);
            });
        runs += all + done.compared; // the truth is a run, too
        listed_runs += done.listed;
    });
    BOOST_TEST(failures.count() == 0u, failures.count() << failures.text());
    BOOST_TEST_MESSAGE(name(type) << ": " << scopes.size() << " scopes, " << runs << " row runs compared, "
                                  << listed_runs << " of them with a filter");
    // 19,531 rows up to length 6; had the loops not covered them, this would be smaller.
    BOOST_TEST(runs > (type == ScoreType::float32 ? 100'000'000 : 1'000'000));
    BOOST_TEST(listed_runs == 2 * rows); // every row that can be, in both emissions
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
