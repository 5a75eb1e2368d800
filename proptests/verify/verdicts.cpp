// Tests how verdicts combine, over all of them, and that every verdict and fault has words.
// Spec: contract/C1 to C18. Layer: proptests/verify.
#define BOOST_TEST_MODULE verify
#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

#include <exactk/verify/verdict.hpp>

using namespace exactk::verify;

namespace {

constexpr Verdict all_verdicts[] = {Verdict::passed, Verdict::unsupported, Verdict::inconclusive,
                                    Verdict::failed};

int weight(Verdict verdict) {
    switch (verdict) {
    case Verdict::passed: return 0;
    case Verdict::unsupported: return 1;
    case Verdict::inconclusive: return 2;
    case Verdict::failed: return 3;
    }
    return -1;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_heavier_verdict_is_kept_and_nothing_returns_to_passed) {
    for (const Verdict one : all_verdicts) {
        for (const Verdict other : all_verdicts) {
            const Verdict both = combine(one, other);
            BOOST_TEST(weight(both) == std::max(weight(one), weight(other)));
            BOOST_TEST((both == combine(other, one)));
            if (both == Verdict::passed)
                BOOST_TEST((one == Verdict::passed && other == Verdict::passed));
            for (const Verdict third : all_verdicts)
                BOOST_TEST((combine(both, third) == combine(one, combine(other, third))));
        }
        BOOST_TEST((combine(one, one) == one));
    }
}

BOOST_AUTO_TEST_CASE(every_verdict_and_fault_has_its_own_name_and_every_fault_its_clauses) {
    std::set<std::string> names;
    for (const Verdict verdict : all_verdicts)
        names.insert(name(verdict));
    BOOST_TEST(names.size() == 4u);
    BOOST_TEST((names.count("passed") == 1 && names.count("failed") == 1));
    const char *const clauses_in_order[fault_count] = {"C8", "C1", "C5", "C7", "C3 C5", "C4",
                                                       "C6", "C9", "C8", "C8", "C15"};
    for (int at = 0; at < fault_count; ++at) {
        names.insert(name(static_cast<Fault>(at)));
        BOOST_TEST(clauses(static_cast<Fault>(at)) == std::string(clauses_in_order[at]));
    }
    BOOST_TEST(names.size() == 4u + fault_count);
    BOOST_TEST(name(Fault::missing_winner) == std::string("missing_winner"));
    BOOST_TEST(name(Fault::not_repeatable) == std::string("not_repeatable"));
    BOOST_TEST(name(static_cast<Fault>(fault_count)) == std::string("unknown"));
}
