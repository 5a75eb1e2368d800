// Promises: what is read is what was written, what is wrong is named, and what is asked follows.
// Spec: contract/C3 C4 C6 C7 C15. Layer: proptests/foreign.
#define BOOST_TEST_MODULE foreign
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <limits>
#include <vector>

#include <exactk/promise.hpp>

using namespace exactk;

namespace {

template <class Value> std::optional<Value> maybe(bool *none) {
    const int which = *rc::gen::inRange(0, none == nullptr ? 3 : 4);
    if (none != nullptr) {
        *none = which == 3;
    }
    return which == 1 || which == 2 ? std::optional<Value>(static_cast<Value>(which - 1)) : std::nullopt;
}

Range any_range() {
    const auto least = *rc::gen::inRange<std::int64_t>(0, 5000);
    return {least, *rc::gen::inRange<std::int64_t>(least, 9000)};
}

Promise any_promise() {
    Promise promise;
    do {
        for (bool &type : promise.types) {
            type = *rc::gen::arbitrary<bool>();
        }
    } while (promise.types == std::array<bool, 3>{});
    promise.direction = maybe<Direction>(nullptr);
    promise.exact = *rc::gen::arbitrary<bool>();
    promise.ties = maybe<Ties>(&promise.ties_any);
    promise.order = maybe<Order>(&promise.order_any);
    promise.repeatable = static_cast<Promise::Repeatable>(*rc::gen::inRange(0, 3));
    promise.nan = maybe<NanPolicy>(&promise.nan_undefined);
    promise.scores = *rc::gen::arbitrary<bool>();
    promise.lengths = static_cast<Promise::Lengths>(*rc::gen::inRange(0, 3));
    promise.fill = static_cast<Promise::Fill>(*rc::gen::inRange(0, 3));
    promise.pitch_any = *rc::gen::arbitrary<bool>();
    promise.alignment = *rc::gen::element<std::int64_t>(0, 1, 16, 4096);
    promise.reads_width = *rc::gen::arbitrary<bool>();
    promise.k = any_range();
    promise.n = any_range();
    promise.rows = any_range();
    promise.short_rows = *rc::gen::arbitrary<bool>();
    promise.graph = *rc::gen::arbitrary<bool>();
    return promise;
}

} // namespace

RC_BOOST_PROP(a_promise_is_what_its_text_is_read_as, ()) {
    const Promise promise = any_promise();
    Promise read;
    RC_ASSERT(parse(to_text(promise), read) == "");
    RC_ASSERT(read == promise);
}

BOOST_AUTO_TEST_CASE(a_text_changes_only_its_keys) {
    Promise promise;
    BOOST_TEST(parse("ties any # as the stack does\n\n  k 1 2048\n", promise) == "");
    BOOST_TEST(parse("order rank\n", promise) == "");
    BOOST_TEST(promise.ties_any);
    BOOST_TEST((promise.order == Order::rank));
    BOOST_TEST(promise.k.most == 2048);
    BOOST_TEST(to_text(Promise{}) == "");
    BOOST_TEST(describe(promise) == "ties any, order rank, k 1 2048");
    BOOST_TEST(describe(Promise{}) == "the full contract");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_named_with_its_line_and_changes_nothing) {
    const struct {
        const char *text;
        const char *words;
    } wrong[] = {
        {"colour red", "line 1: colour is no key of a promise"},
        {"\nties some", "line 2: ties wants one of asked, low, high, any"},
        {"order rank\norder rank", "line 2: order is there twice"},
        {"k 5", "line 1: k wants two whole numbers, the least and the greatest"},
        {"k 5 4", "line 1: k wants two whole numbers, the least and the greatest"},
        {"k -1 4", "line 1: k wants two whole numbers, the least and the greatest"},
        {"alignment 24", "line 1: alignment wants a power of two up to 4096"},
        {"types", "line 1: types wants at least one of float32, float16, bfloat16"},
        {"types float64", "line 1: types wants one of float32, float16, bfloat16"},
        {"ties low high", "line 1: ties wants one of asked, low, high, any"},
    };
    for (const auto &one : wrong) {
        Promise promise;
        BOOST_TEST(parse(one.text, promise) == one.words);
        BOOST_TEST((promise == Promise{}));
    }
}

BOOST_AUTO_TEST_CASE(what_a_promise_does_not_speak_of_is_not_asked) {
    const std::vector<float> scores = {1, 2, std::numeric_limits<float>::quiet_NaN(), 4, 5, 6, 7, 8};
    const std::vector<std::int32_t> lengths = {4, -1};
    Problem problem;
    problem.scores = scores.data();
    problem.rows = 2;
    problem.width = 4;
    problem.pitch = 4;
    problem.k = 2;
    problem.lengths = lengths.data();
    const struct {
        const char *text;
        const char *words;
    } outside_of[] = {
        {"", ""},
        {"types float16", "scores are float32"},
        {"k 3 9", "k 2 is below 3"},
        {"n 1 3", "width 4 is above 3"},
        {"rows 1 1", "rows 2 is above 1"},
        {"lengths no", "lengths are given"},
        {"lengths inside", "row 1 has length -1 in a width of 4"},
        {"short_rows no", "row 1 has 0 elements, fewer than k 2"},
        {"nan undefined", "there is a NaN"},
        {"alignment 32", "rows lie 16 bytes apart, no multiple of 32"},
        {"alignment 16", ""},
        {"pitch dense", ""},
        {"nan smallest", ""},
    };
    for (const auto &one : outside_of) {
        Promise promise;
        BOOST_REQUIRE(parse(one.text, promise) == "");
        BOOST_TEST(outside(promise, problem) == one.words);
    }
    problem.pitch = 3;
    Promise dense;
    BOOST_REQUIRE(parse("pitch dense", dense) == "");
    BOOST_TEST(outside(dense, problem) == "pitch 3 is not the width 4");
    // NaNs beyond a row's length are none of its own.
    problem.pitch = 4;
    const std::vector<std::int32_t> shorter = {2, 4};
    problem.lengths = shorter.data();
    Promise without;
    BOOST_REQUIRE(parse("nan undefined", without) == "");
    BOOST_TEST(outside(without, problem) == "");
    // Nor is an infinity one.
    const std::vector<float> infinities(8, std::numeric_limits<float>::infinity());
    problem.scores = infinities.data();
    BOOST_TEST(outside(without, problem) == "");
}

BOOST_AUTO_TEST_CASE(a_rule_of_ones_own_is_the_question_that_is_asked) {
    Problem problem;
    problem.rows = 1;
    problem.width = 3;
    problem.pitch = 9;
    problem.options = {Direction::largest, Ties::low, Order::index, NanPolicy::largest, 7, true, 5};
    Promise promise;
    BOOST_REQUIRE(
        parse("direction smallest\nties high\norder rank\nnan smallest\nfill minus_one\npitch dense",
              promise) == "");
    const Problem asked = as_asked(promise, problem);
    BOOST_TEST((asked.options.direction == Direction::smallest));
    BOOST_TEST((asked.options.ties == Ties::high));
    BOOST_TEST((asked.options.order == Order::rank));
    BOOST_TEST((asked.options.nan_policy == NanPolicy::smallest));
    BOOST_TEST(asked.options.fill_index == -1);
    BOOST_TEST(fill_score(asked) == 0x7F800000u);
    BOOST_TEST(asked.pitch == 3);
    const Problem same = as_asked(Promise{}, problem);
    BOOST_TEST(same.options.fill_index == 7);
    BOOST_TEST(fill_score(same) == 5u);
    BOOST_TEST(same.pitch == 9);
}
