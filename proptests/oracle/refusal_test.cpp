// Every refusal of C18, and what is just short of one, for both oracles.
// Spec: contract/C11 C18. Layer: proptests/oracle.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "harness.hpp"

namespace {

using namespace exactk;
using namespace exactk::oracle::test;

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

/// A good call of two float32 rows with all outputs, in one block of memory: what lies outside the spans that
/// the call may write, and all of it after a refusal, must stay as it was.
struct Call {
    static constexpr std::size_t words = 128; // bound: the offsets below, with room to shift each array
    alignas(Certificate) std::uint32_t block[words];
    std::int32_t lengths[2] = {4, 3};
    Problem problem;
    Outputs outputs;

    Call() {
        std::fill(std::begin(block), std::end(block), 0xA5A5A5A5u);
        std::uint32_t *at =
            block; // Outputs lie first, so that the scores' extent can grow without meeting them.
        outputs.indices = reinterpret_cast<std::int32_t *>(at);
        outputs.index_pitch = 4;
        outputs.scores = at + 16;
        outputs.score_pitch = 5;
        outputs.certificates = reinterpret_cast<Certificate *>(at + 32);
        outputs.status = at + 48;
        outputs.digests = reinterpret_cast<std::uint64_t *>(at + 56);
        problem.scores = at + 64;
        problem.rows = 2;
        problem.width = 4;
        problem.pitch = 6;
        problem.lengths = lengths;
        problem.k = 3;
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;

    /// The good call without what is optional and without rows' content.
    void keep_only_counts() {
        problem = Problem{};
        outputs = Outputs{};
    }
};

template <class Pointer> void shift(Pointer &pointer, std::uintptr_t bytes) {
    pointer = reinterpret_cast<Pointer>(reinterpret_cast<std::uintptr_t>(pointer) + bytes);
}

template <class Pointer> void put(Pointer &pointer, const void *where) {
    pointer = reinterpret_cast<Pointer>(reinterpret_cast<std::uintptr_t>(where));
}

using Change = std::function<void(Call &)>;

constexpr std::int64_t any = -424242; // convention: a value that no refusal here has

void check_refused(StatusCode code, const std::string &argument, std::int64_t value, std::int64_t limit,
                   const Change &change) {
    for (const Oracle &oracle : oracles) {
        Call call;
        change(call);
        const std::vector<std::uint32_t> before(std::begin(call.block), std::end(call.block));
        const Status status = oracle.topk(call.problem, call.outputs);
        BOOST_TEST_CONTEXT(oracle.name << ": " << argument << " answered " << describe(status)) {
            BOOST_TEST(name(status.code) == name(code));
            BOOST_TEST((status.argument != nullptr && status.argument == argument));
            BOOST_TEST((value == any || status.value == value));
            BOOST_TEST((limit == any || status.limit == limit));
            BOOST_TEST(std::equal(before.begin(), before.end(), call.block));
        }
    }
}

void check_accepted(const Change &change) {
    for (const Oracle &oracle : oracles) {
        Call call;
        change(call);
        BOOST_TEST(describe(oracle.topk(call.problem, call.outputs)) == "ok");
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(the_unchanged_call_is_accepted) {
    check_accepted([](Call &) {});
}

BOOST_AUTO_TEST_CASE(needed_pointers_must_not_be_null) {
    const auto code = StatusCode::null_pointer;
    check_refused(code, "problem.scores", 0, any, [](Call &c) { c.problem.scores = nullptr; });
    check_refused(code, "outputs.indices", 0, any, [](Call &c) { c.outputs.indices = nullptr; });
    check_refused(code, "problem.scores", 0, any, [](Call &c) {
        c.problem.scores = nullptr;
        c.problem.k = 0;
    });
}

BOOST_AUTO_TEST_CASE(pointers_that_are_not_needed_may_be_null) {
    check_accepted(
        [](Call &c) { c.problem.rows = 0, c.problem.scores = nullptr, c.outputs.indices = nullptr; });
    check_accepted([](Call &c) { c.problem.width = 0, c.problem.scores = nullptr; });
    check_accepted([](Call &c) { c.problem.k = 0, c.outputs.indices = nullptr; });
    check_accepted([](Call &c) { c.problem.lengths = nullptr; });
    check_accepted([](Call &c) { c.outputs.scores = nullptr, c.outputs.score_pitch = -1; });
    check_accepted([](Call &c) { c.outputs.certificates = nullptr; });
    check_accepted([](Call &c) { c.outputs.status = nullptr; });
    check_accepted([](Call &c) { c.outputs.digests = nullptr; });
    check_accepted([](Call &c) { c.keep_only_counts(); });
}

BOOST_AUTO_TEST_CASE(counts_must_lie_within_their_limits) {
    const auto code = StatusCode::out_of_limits;
    check_refused(code, "problem.rows", -1, 0, [](Call &c) { c.problem.rows = -1; });
    check_refused(code, "problem.rows", -int64_max - 1, 0, [](Call &c) { c.problem.rows = -int64_max - 1; });
    check_refused(code, "problem.width", -1, 0, [](Call &c) { c.problem.width = -1; });
    check_refused(code, "problem.width", width_max + 1, width_max, [](Call &c) {
        c.problem.width = width_max + 1;
        c.problem.pitch = width_max + 1;
    });
    check_refused(code, "problem.k", -1, 0, [](Call &c) { c.problem.k = -1; });
    check_refused(code, "problem.k", k_max + 1, k_max, [](Call &c) {
        c.problem.k = k_max + 1;
        c.outputs.index_pitch = c.outputs.score_pitch = k_max + 1;
    });
    check_accepted([](Call &c) {
        c.problem.rows = 0, c.problem.width = c.problem.pitch = width_max;
        c.problem.k = c.outputs.index_pitch = c.outputs.score_pitch = k_max;
    });
}

BOOST_AUTO_TEST_CASE(pitches_must_hold_a_row) {
    const auto code = StatusCode::pitch_too_small;
    check_refused(code, "problem.pitch", 3, 4, [](Call &c) { c.problem.pitch = 3; });
    check_refused(code, "problem.pitch", -6, 4, [](Call &c) { c.problem.pitch = -6; });
    check_refused(code, "outputs.index_pitch", 2, 3, [](Call &c) { c.outputs.index_pitch = 2; });
    check_refused(code, "outputs.score_pitch", 2, 3, [](Call &c) { c.outputs.score_pitch = 2; });
    check_accepted([](Call &c) {
        c.problem.pitch = c.problem.width;
        c.outputs.index_pitch = c.outputs.score_pitch = c.problem.k;
    });
}

BOOST_AUTO_TEST_CASE(bases_must_be_aligned_to_their_element) {
    const auto code = StatusCode::misaligned;
    for (const std::uintptr_t bytes : {1u, 2u}) {
        check_refused(code, "problem.scores", any, 4, [=](Call &c) { shift(c.problem.scores, bytes); });
        check_refused(code, "problem.lengths", any, 4, [=](Call &c) { shift(c.problem.lengths, bytes); });
        check_refused(code, "outputs.indices", any, 4, [=](Call &c) { shift(c.outputs.indices, bytes); });
        check_refused(code, "outputs.scores", any, 4, [=](Call &c) { shift(c.outputs.scores, bytes); });
        check_refused(code, "outputs.status", any, 4, [=](Call &c) { shift(c.outputs.status, bytes); });
    }
    for (const std::uintptr_t bytes : {1u, 4u}) {
        check_refused(code, "outputs.certificates", any, 8,
                      [=](Call &c) { shift(c.outputs.certificates, bytes); });
        check_refused(code, "outputs.digests", any, 8, [=](Call &c) { shift(c.outputs.digests, bytes); });
    }
    for (const ScoreType type : {ScoreType::float16, ScoreType::bfloat16}) {
        check_refused(code, "problem.scores", any, 2, [=](Call &c) {
            c.problem.type = type;
            shift(c.problem.scores, 1);
        });
        check_refused(code, "outputs.scores", any, 2, [=](Call &c) {
            c.problem.type = type;
            shift(c.outputs.scores, 1);
        });
        check_accepted([=](Call &c) {
            c.problem.type = type;
            shift(c.problem.scores, 2);
            shift(c.outputs.scores, 2);
        });
    }
}

BOOST_AUTO_TEST_CASE(options_and_type_must_have_a_meaning) {
    const auto code = StatusCode::unknown_option;
    for (const int number : {2, 255}) {
        check_refused(code, "options.direction", number, 1,
                      [=](Call &c) { c.problem.options.direction = static_cast<Direction>(number); });
        check_refused(code, "options.ties", number, 1,
                      [=](Call &c) { c.problem.options.ties = static_cast<Ties>(number); });
        check_refused(code, "options.order", number, 1,
                      [=](Call &c) { c.problem.options.order = static_cast<Order>(number); });
        check_refused(code, "options.nan_policy", number, 1,
                      [=](Call &c) { c.problem.options.nan_policy = static_cast<NanPolicy>(number); });
    }
    for (const int number : {3, 255}) {
        check_refused(StatusCode::unsupported_type, "problem.type", number, 2,
                      [=](Call &c) { c.problem.type = static_cast<ScoreType>(number); });
    }
}

BOOST_AUTO_TEST_CASE(extents_must_fit_signed_64_bit_addressing) {
    const auto code = StatusCode::extent_overflow;
    for (const std::int64_t pitch : {int64_max, int64_max / 2, int64_max / 4, int64_max / 4 - 3}) {
        check_refused(code, "problem.scores", pitch, any, [=](Call &c) { c.problem.pitch = pitch; });
    }
    for (const std::int64_t pitch : {int64_max, int64_max / 4 - 2}) {
        check_refused(code, "outputs.indices", pitch, any, [=](Call &c) { c.outputs.index_pitch = pitch; });
        check_refused(code, "outputs.scores", pitch, any, [=](Call &c) { c.outputs.score_pitch = pitch; });
    }
    check_refused(code, "problem.scores", any, any, [](Call &c) { c.problem.rows = int64_max; });
    const auto many_rows = [code](const std::string &argument, std::int64_t rows, const Change &change) {
        check_refused(code, argument, any, any, [&](Call &c) {
            c.keep_only_counts();
            c.problem.rows = rows;
            change(c);
        });
    };
    many_rows("problem.lengths", int64_max / 4 + 1, [](Call &c) { c.problem.lengths = c.lengths; });
    many_rows("outputs.status", int64_max / 4 + 1, [](Call &c) { c.outputs.status = c.block; });
    many_rows("outputs.digests", int64_max / 8 + 1, [](Call &c) { put(c.outputs.digests, c.block); });
    many_rows("outputs.certificates", int64_max / 24 + 1,
              [](Call &c) { put(c.outputs.certificates, c.block); });
}

BOOST_AUTO_TEST_CASE(the_largest_extent_is_accepted) {
    // The second row lies where no memory is; its length of 0 keeps it unread.
    check_accepted([](Call &c) {
        c.problem.pitch = int64_max / 4 - 4;
        c.lengths[1] = 0;
    });
    check_accepted([](Call &c) {
        c.problem.type = ScoreType::float16;
        c.problem.pitch = int64_max / 2 - 4;
        c.lengths[1] = 0;
    });
}

BOOST_AUTO_TEST_CASE(outputs_must_not_overlap_the_input) {
    const auto code = StatusCode::overlap;
    // Offset 9 words is the last element of the second row: 6 for the pitch and 3 of the width.
    for (const std::size_t offset : {0u, 4u, 9u}) {
        const auto inside = [offset](const Call &c) {
            return static_cast<const std::uint32_t *>(c.problem.scores) + offset;
        };
        check_refused(code, "outputs.indices", any, any, [=](Call &c) { put(c.outputs.indices, inside(c)); });
        check_refused(code, "outputs.scores", any, any, [=](Call &c) { put(c.outputs.scores, inside(c)); });
        check_refused(code, "outputs.status", any, any, [=](Call &c) { put(c.outputs.status, inside(c)); });
    }
    const auto at = [](const Call &c, std::size_t word) { return c.block + word; };
    check_refused(code, "outputs.certificates", any, any,
                  [=](Call &c) { put(c.outputs.certificates, at(c, 72)); });
    check_refused(code, "outputs.digests", any, any, [=](Call &c) { put(c.outputs.digests, at(c, 72)); });
    check_refused(code, "outputs.certificates", any, any,
                  [=](Call &c) { put(c.outputs.certificates, at(c, 54)); });
    // The end of an output may be what overlaps: 4 + 3 words of indices reach one word into the scores.
    check_refused(code, "outputs.indices", any, any, [=](Call &c) { put(c.outputs.indices, at(c, 58)); });
    check_refused(code, "outputs.status", any, any, [](Call &c) { put(c.outputs.status, c.lengths + 1); });
    check_refused(code, "outputs.indices", any, any, [](Call &c) { put(c.outputs.indices, c.lengths + 1); });
}

BOOST_AUTO_TEST_CASE(outputs_must_not_overlap_each_other) {
    const auto code = StatusCode::overlap;
    check_refused(code, "outputs.scores", any, any, [](Call &c) { put(c.outputs.scores, c.block + 6); });
    check_refused(code, "outputs.certificates", any, any,
                  [](Call &c) { put(c.outputs.certificates, c.block + 6); });
    check_refused(code, "outputs.certificates", any, any,
                  [](Call &c) { put(c.outputs.certificates, c.block + 22); });
    check_refused(code, "outputs.status", any, any, [](Call &c) { put(c.outputs.status, c.block + 43); });
    check_refused(code, "outputs.digests", any, any, [](Call &c) { put(c.outputs.digests, c.block + 46); });
}

BOOST_AUTO_TEST_CASE(neighbours_inputs_and_empty_arrays_do_not_overlap) {
    check_accepted([](Call &c) { put(c.outputs.scores, c.block + 7); });
    check_accepted([](Call &c) { put(c.outputs.status, c.block + 44); });
    check_accepted([](Call &c) { put(c.outputs.status, c.block + 74); });
    check_accepted([](Call &c) { put(c.problem.lengths, c.problem.scores); });
    check_accepted([](Call &c) {
        c.problem.rows = 0;
        put(c.outputs.indices, c.problem.scores);
        put(c.outputs.digests, c.problem.scores);
    });
    check_accepted([](Call &c) {
        c.problem.k = 0;
        put(c.outputs.indices, c.problem.scores);
        put(c.outputs.scores, c.problem.scores);
    });
}

BOOST_AUTO_TEST_SUITE_END()
