// Tests that what cannot be judged is unsupported with a reason, and read nowhere.
// Spec: contract/C1 C2 C11 C18. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>

#include <functional>
#include <string>

#include "case.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

struct Question {
    Problem problem;
    Answer answer;
    Demand demand;
};

constexpr float scores[] = {9, 5, 7, 1, 2, 3};
constexpr std::int32_t indices[] = {0, 2, 1, 2, 0, 2, 1, 2};
constexpr std::uint32_t output_scores[] = {0x41100000u, 0x40E00000u, 0x40000000u, 0x40400000u,
                                           0x41100000u, 0x40E00000u, 0x40000000u, 0x40400000u};

/// Where the last `count` bytes of the address space begin.
template <class Element = void> const Element *last_bytes(std::uintptr_t count) {
    return reinterpret_cast<const Element *>(std::uintptr_t{0} - count);
}

Question good() {
    Question question;
    question.problem.scores = scores;
    question.problem.rows = 2;
    question.problem.width = question.problem.pitch = 3;
    question.problem.k = 2;
    question.answer.runs = 2;
    question.answer.indices = indices;
    question.answer.index_pitch = 2;
    question.answer.index_run_pitch = 4;
    question.answer.scores = output_scores;
    question.answer.score_pitch = 2;
    question.answer.score_run_pitch = 4;
    return question;
}

} // namespace

BOOST_AUTO_TEST_CASE(what_cannot_be_judged_is_unsupported_and_says_why) {
    const auto judged = [](const Question &question) {
        return judge(question.problem, question.answer, question.demand);
    };
    BOOST_TEST(passes(judged(good())));
    struct Spoilt {
        const char *word;
        std::function<void(Question &)> by;
    };
    const Spoilt all[] = {
        {"type", [](Question &q) { q.problem.type = static_cast<ScoreType>(3); }},
        {"direction", [](Question &q) { q.problem.options.direction = static_cast<Direction>(2); }},
        {"NaN policy", [](Question &q) { q.problem.options.nan_policy = static_cast<NanPolicy>(2); }},
        {"order", [](Question &q) { q.demand.order = static_cast<OrderDemand>(3); }},
        {"ties", [](Question &q) { q.demand.ties = static_cast<TiesDemand>(3); }},
        {"index type", [](Question &q) { q.answer.index_type = static_cast<IndexType>(2); }},
        {"rows", [](Question &q) { q.problem.rows = -1; }},
        {"width", [](Question &q) { q.problem.width = -1; }},
        {"width", [](Question &q) { q.problem.width = q.problem.pitch = width_max + 1; }},
        {"k is", [](Question &q) { q.problem.k = -1; }},
        {"k is", [](Question &q) { q.problem.k = q.answer.index_pitch = k_max + 1; }},
        {"pitch of the scores", [](Question &q) { q.problem.pitch = 2; }},
        {"scores is null", [](Question &q) { q.problem.scores = nullptr; }},
        {"extent of the scores", [](Question &q) { q.problem.pitch = INT64_MAX / 2; }},
        {"no run", [](Question &q) { q.answer.runs = 0; }},
        {"indices is null", [](Question &q) { q.answer.indices = nullptr; }},
        {"pitch of the indices", [](Question &q) { q.answer.index_pitch = 1; }},
        {"run pitch of the indices", [](Question &q) { q.answer.index_run_pitch = 3; }},
        {"run pitch of the indices", [](Question &q) { q.answer.index_run_pitch = 0; }},
        // The bytes fit a signed number, but the array would run past the end of the address space.
        {"extent of the scores", [](Question &q) { q.problem.scores = last_bytes(16); }},
        {"extent of the scores", [](Question &q) { q.problem.scores = last_bytes(24); }},
        {"extent of the lengths", [](Question &q) { q.problem.lengths = last_bytes<std::int32_t>(8); }},
        {"extent of the lengths",
         [](Question &q) {
             q.problem.rows = INT64_MAX / 2;
             q.problem.width = q.problem.pitch = q.problem.k = 0;
             q.problem.lengths = reinterpret_cast<const std::int32_t *>(scores);
         }},
        {"extent of the indices", [](Question &q) { q.answer.indices = last_bytes(32); }},
        {"extent of the output scores", [](Question &q) { q.answer.scores = last_bytes(32); }},
        {"extent of the indices", [](Question &q) { q.answer.index_pitch = INT64_MAX; }},
        {"extent of the indices", [](Question &q) { q.answer.index_run_pitch = INT64_MAX; }},
        {"pitch of the output scores", [](Question &q) { q.answer.score_pitch = 1; }},
        {"run pitch of the output scores", [](Question &q) { q.answer.score_run_pitch = 3; }},
        {"index_poison", [](Question &q) { q.answer.index_poison = {1}; }},
        {"region",
         [](Question &q) {
             q.answer.outside = {{nullptr, 1, std::byte{0}, ""}};
         }},
        {"image",
         [](Question &q) {
             q.answer.input = {{nullptr, nullptr, 1}};
         }},
    };
    for (const Spoilt &spoilt : all) {
        Question question = good();
        spoilt.by(question);
        const Report report = judged(question);
        BOOST_TEST_CONTEXT(spoilt.word) {
            BOOST_TEST((report.verdict == Verdict::unsupported));
            BOOST_TEST(report.findings.empty());
            BOOST_TEST(report.reason.find(spoilt.word) != std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_problems_own_order_and_ties_are_not_looked_at) {
    Question question = good();
    question.problem.options.order = static_cast<Order>(9);
    question.problem.options.ties = static_cast<Ties>(9);
    BOOST_TEST(passes(judge(question.problem, question.answer, question.demand)));
}

BOOST_AUTO_TEST_CASE(empty_problems_are_judged_and_read_nothing) {
    Question question = good();
    question.problem.rows = 0;
    question.problem.scores = nullptr;
    question.answer.indices = nullptr;
    BOOST_TEST(passes(judge(question.problem, question.answer, question.demand)));
    question = good();
    question.problem.width = question.problem.pitch = 0;
    question.problem.scores = nullptr;
    const std::int32_t fills[] = {-1, -1, -1, -1};
    question.answer.runs = 1;
    question.answer.indices = fills;
    question.answer.scores = nullptr;
    BOOST_TEST(passes(judge(question.problem, question.answer, question.demand)));
    question.problem.k = 0;
    question.answer.indices = nullptr;
    BOOST_TEST(passes(judge(question.problem, question.answer, question.demand)));
}

BOOST_AUTO_TEST_CASE(without_slots_no_number_of_rows_or_runs_costs_anything) {
    constexpr std::int64_t many = 2'000'000'000'000'000'000; // convention: no loop over so many ever ends
    Question question = good();
    question.problem.k = 0;
    question.answer.runs = many;
    BOOST_TEST(passes(judge(question.problem, question.answer, question.demand)));
    question.problem.rows = many;
    question.problem.width = question.problem.pitch = 0;
    question.answer.runs = 1;
    BOOST_TEST(passes(judge(question.problem, question.answer, question.demand)));
    question.demand.repeatable = true;
    BOOST_TEST((judge(question.problem, question.answer, question.demand).verdict == Verdict::inconclusive));
    // Memory around the outputs is judged all the same.
    const std::byte changed{7};
    question.answer.outside = {{&changed, 1, std::byte{8}, "after indices"}};
    BOOST_TEST((judge(question.problem, question.answer, question.demand).verdict == Verdict::failed));
}
