// A replay says what is wrong with an implementation and which clause it breaks, and blames no other.
// Spec: contract/C1 to C15. Layer: proptests/casefile.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <exactk/casefile/input.hpp>
#include <exactk/casefile/replay.hpp>

using namespace exactk;
using casefile::CaseFile;
using casefile::Run;

namespace {

/// Scores 1 2 5 4 5 of a row of width 7, k 2, expected indices 2 and 4.
CaseFile example() {
    CaseFile one;
    one.width = 7;
    one.pitch = 9;
    one.lengths = {5};
    one.k = 2;
    one.wants_scores = true;
    one.wants_facts = true;
    one.plan.ctas = 3;
    one.scores = {{0x3F800000, 0x40000000, 0x40A00000, 0x40800000, 0x40A00000}};
    one.expected.kind = casefile::Expected::Kind::indices;
    one.expected.indices = {{2, 4}};
    return one;
}

std::vector<Run> replay(const CaseFile &one, const std::vector<const Implementation *> &list) {
    std::unique_ptr<casefile::Input> input;
    const casefile::Defect bad = casefile::materialise(one, input);
    BOOST_REQUIRE_MESSAGE(!bad, casefile::describe(bad));
    return casefile::replay(one, *input, list);
}

std::vector<const Implementation *> all() {
    std::vector<const Implementation *> list;
    for (const Implementation &implementation : implementations()) {
        list.push_back(&implementation);
    }
    return list;
}

/// The CPU path with something done to its answer.
template <class Damage> Implementation broken(Damage damage) {
    return {"broken", "planted fault", false, false,
            [damage](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                const Status status = find_implementation("cpu")->run(problem, outputs, plan);
                damage(problem, outputs);
                return status;
            }};
}

Run replay_broken(const CaseFile &one, const Implementation &implementation) {
    return replay(one, {&implementation}).front();
}

} // namespace

BOOST_AUTO_TEST_CASE(every_implementation_passes_and_the_model_follows_the_plan) {
    const std::vector<Run> runs = replay(example(), all());
    BOOST_TEST(runs.size() == 4u);
    for (const Run &run : runs) {
        BOOST_TEST((run.result == Run::Result::passed), run.implementation);
        BOOST_TEST(run.recorded.indices == (std::vector<std::int32_t>{2, 4}),
                   boost::test_tools::per_element());
    }
    BOOST_TEST(runs.back().plan == "ctas 3 digits default direct");
    BOOST_TEST(runs.front().plan == "");
}

BOOST_AUTO_TEST_CASE(a_fault_is_told_with_its_clauses) {
    const Run swapped = replay_broken(example(), broken([](const Problem &, const Outputs &outputs) {
                                          std::swap(outputs.indices[0], outputs.indices[1]);
                                      }));
    BOOST_TEST((swapped.result == Run::Result::failed));
    BOOST_TEST(swapped.clauses == (std::vector<int>{6}), boost::test_tools::per_element());
    BOOST_TEST(swapped.words.back() == "row 0 slot 0 holds 4, the file expects 2");
    const Run certificate = replay_broken(example(), broken([](const Problem &, const Outputs &outputs) {
                                              outputs.certificates[0].quota += 1;
                                          }));
    BOOST_TEST(certificate.clauses == (std::vector<int>{12}), boost::test_tools::per_element());
    BOOST_TEST(certificate.words.front() == "certificates differ from the truth");
}

BOOST_AUTO_TEST_CASE(a_refusal_is_a_failure_of_the_clause_that_speaks_of_it) {
    const Implementation refuses = {"refuses", "planted fault", false, false,
                                    [](const Problem &, const Outputs &, const Plan &) {
                                        return Status{StatusCode::out_of_limits, "problem.k", 2, 1};
                                    }};
    const Run run = replay_broken(example(), refuses);
    BOOST_TEST((run.result == Run::Result::failed));
    BOOST_TEST(run.clauses == (std::vector<int>{18}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(reading_beyond_the_length_is_seen) {
    // Reads the whole width: it finds the poison, which every row prefers.
    const Implementation greedy = {"greedy", "planted fault", false, false,
                                   [](const Problem &problem, const Outputs &outputs, const Plan &plan) {
                                       Problem longer = problem;
                                       longer.lengths = nullptr;
                                       return find_implementation("cpu")->run(longer, outputs, plan);
                                   }};
    for (int choice = 0; choice < 4; ++choice) {
        CaseFile one = example();
        one.options.direction = static_cast<Direction>(choice & 1);
        one.options.nan_policy = static_cast<NanPolicy>(choice >> 1);
        one.expected = {};
        const Run run = replay_broken(one, greedy);
        BOOST_TEST((run.result == Run::Result::failed));
        BOOST_TEST(run.words.front().find("out_of_range (C1)") != std::string::npos, run.words.front());
    }
}

BOOST_AUTO_TEST_CASE(a_changed_input_is_seen) {
    const Run run = replay_broken(example(), broken([](const Problem &problem, const Outputs &) {
                                      *static_cast<std::uint32_t *>(const_cast<void *>(problem.scores)) = 7;
                                  }));
    BOOST_TEST((run.result == Run::Result::failed));
    BOOST_TEST(run.words.front().find("input_changed (C8)") != std::string::npos, run.words.front());
}

BOOST_AUTO_TEST_CASE(an_answer_that_the_file_does_not_expect_is_a_failure_of_its_clause) {
    CaseFile one = example();
    one.expected.indices = {{2, 3}};
    one.clauses = {4};
    for (const Run &run : replay(one, all())) {
        BOOST_TEST((run.result == Run::Result::failed), run.implementation);
        BOOST_TEST(run.clauses == one.clauses, boost::test_tools::per_element());
        BOOST_TEST(run.words.front() == "row 0 slot 1 holds 4, the file expects 3");
    }
    one.expected.kind = casefile::Expected::Kind::digests;
    one.expected.indices.clear();
    one.expected.digests = {1};
    BOOST_TEST(replay(one, all()).front().words.front() == "row 0 has not the digest that the file expects");
}

BOOST_AUTO_TEST_CASE(rows_too_long_for_a_quadratic_implementation_are_not_run_and_this_is_said) {
    CaseFile one = example();
    one.width = one.pitch = 3000;
    one.lengths.clear();
    one.scores.clear();
    one.generated = true;
    one.generator = {"numbers", {"0", "1"}, 0};
    BOOST_TEST(!casefile::hash_of(one, one.generator.hash));
    one.expected = {};
    for (const Run &run : replay(one, all())) {
        const bool rank = run.implementation == "rank";
        BOOST_TEST((run.result == (rank ? Run::Result::not_run : Run::Result::passed)), run.implementation);
        BOOST_TEST(run.words.empty() == !rank);
    }
}

BOOST_AUTO_TEST_CASE(the_right_answer_is_told_by_digests) {
    std::unique_ptr<casefile::Input> input;
    BOOST_REQUIRE(!casefile::materialise(example(), input));
    const casefile::Expected expected = casefile::right_answer(input->problem());
    const std::int32_t right[] = {2, 4};
    BOOST_TEST((expected.kind == casefile::Expected::Kind::digests));
    BOOST_TEST(expected.digests.at(0) == casefile::row_digest(right, 2));
}

BOOST_AUTO_TEST_CASE(poison_is_what_every_row_prefers) {
    for (int type = 0; type < score_type_count; ++type) {
        for (int choice = 0; choice < 4; ++choice) {
            CaseFile one;
            one.type = static_cast<ScoreType>(type);
            one.options.direction = static_cast<Direction>(choice & 1);
            one.options.nan_policy = static_cast<NanPolicy>(choice >> 1);
            const std::uint32_t poison = casefile::poison_bits(one.type, one.options);
            const std::uint32_t low = negative_infinity_bits[type];
            const std::uint32_t high = positive_infinity_bits[type];
            one.width = one.pitch = 4;
            one.k = 1;
            one.options.ties = Ties::high;
            one.scores = {{low, high, 0, poison}};
            one.expected.kind = casefile::Expected::Kind::indices;
            one.expected.indices = {{3}};
            BOOST_TEST((replay(one, {find_implementation("sort")}).front().result == Run::Result::passed));
        }
    }
}
