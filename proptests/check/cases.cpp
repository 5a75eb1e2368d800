// A case is what its seed, family and number say, on any machine, and lies in memory as it says.
// Spec: contract/C11 C15. Layer: proptests/check.
#include <boost/test/unit_test.hpp>

#include <cstdint>

#include <exactk/cases/case.hpp>

using namespace exactk;

BOOST_AUTO_TEST_CASE(scores_begin_where_the_case_says) {
    std::int64_t seen[2] = {0, 0};
    for (int number = 0; number < 40; ++number) {
        const cases::Case one = cases::make_case(5, cases::Family::all_equal, number);
        const cases::Batch batch(one);
        const auto address = reinterpret_cast<std::uintptr_t>(batch.problem().scores);
        const int bytes = score_bytes[static_cast<int>(one.type)];
        BOOST_TEST(address % 64 == (one.misaligned_rows ? static_cast<std::uintptr_t>(bytes) : 0u));
        ++seen[one.misaligned_rows ? 1 : 0];
    }
    BOOST_TEST(seen[0] > 5);
    BOOST_TEST(seen[1] > 5);
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_cases_and_another_seed_others) {
    for (int family = 0; family < cases::family_count; ++family) {
        const cases::Case one = cases::make_case(5, static_cast<cases::Family>(family), 3);
        const cases::Batch first(one);
        const cases::Batch second(cases::make_case(5, static_cast<cases::Family>(family), 3));
        BOOST_TEST((first.bytes() == second.bytes()));
        BOOST_TEST(cases::describe(one) == cases::describe(cases::make_case(5, one.family, 3)));
        cases::Family parsed{};
        int number = 0;
        BOOST_TEST(cases::parse_id(cases::id(one), parsed, number));
        BOOST_TEST((parsed == one.family && number == 3));
    }
    // Pinned on any machine: the seed names the case, so the case may not drift.
    const cases::Case pinned = cases::make_case(1, cases::Family::boundary_ties, 0);
    BOOST_TEST(cases::describe(pinned) ==
               "float32 rows=3 width=13 k=30 largest ties=low order=rank nan=smallest population=31");
    BOOST_TEST((cases::Batch(cases::make_case(6, cases::Family::normal, 3)).bytes() !=
                cases::Batch(cases::make_case(5, cases::Family::normal, 3)).bytes()));
}
