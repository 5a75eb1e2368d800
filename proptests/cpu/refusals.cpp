// Every refusal by code, argument, value and limit, with all outputs left as they were.
// Spec: contract/C18. Layer: proptests/cpu.
#include <cstring>
#include <functional>
#include <string>

#include <boost/test/unit_test.hpp>
#include <exactk/cpu.hpp>

#include "batch.hpp"

using namespace exactk;
using namespace cpu_test;

namespace {

constexpr std::int64_t huge = 9223372036854775807; // bound: the largest signed 64-bit number

/// A call that is right in everything, in one block of memory so that overlaps can be made.
struct Call {
    alignas(8) unsigned char memory[1024];
    Problem problem;
    Outputs outputs;

    Call() {
        std::memset(memory, 0x11, sizeof memory);
        problem.scores = memory;
        problem.rows = 2;
        problem.width = 4;
        problem.pitch = 5;
        problem.lengths = reinterpret_cast<const std::int32_t *>(memory + 64);
        problem.k = 3;
        outputs.indices = at<std::int32_t>(128);
        outputs.index_pitch = 4;
        outputs.scores = memory + 256;
        outputs.score_pitch = 4;
        outputs.certificates = at<Certificate>(384);
        outputs.status = at<std::uint32_t>(512);
        outputs.digests = at<std::uint64_t>(640);
    }
    template <class Element> Element *at(std::size_t offset) {
        return reinterpret_cast<Element *>(memory + offset);
    }
};

std::int64_t address(const void *pointer) {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

/// Makes one change to the right call and expects exactly this refusal, and no byte written.
void refused(StatusCode code, const std::string &argument, const std::function<void(Call &)> &change,
             std::function<std::int64_t(const Call &)> value,
             std::function<std::int64_t(const Call &)> limit) {
    BOOST_TEST_INFO_SCOPE("argument " << argument << " code " << static_cast<int>(code));
    Call call;
    change(call);
    const Status status = cpu::topk(call.problem, call.outputs);
    BOOST_TEST(static_cast<int>(status.code) == static_cast<int>(code));
    BOOST_REQUIRE(status.argument != nullptr);
    BOOST_TEST(status.argument == argument);
    BOOST_TEST(status.value == value(call));
    BOOST_TEST(status.limit == limit(call));
    for (const unsigned char byte : call.memory) {
        BOOST_REQUIRE_EQUAL(int{byte}, 0x11);
    }
}

void refused(StatusCode code, const std::string &argument, const std::function<void(Call &)> &change,
             std::int64_t value, std::int64_t limit) {
    refused(
        code, argument, change, [=](const Call &) { return value; }, [=](const Call &) { return limit; });
}

/// The refused thing is an address.
void refused_pointer(StatusCode code, const std::string &argument, const std::function<void(Call &)> &change,
                     const std::function<const void *(const Call &)> &pointer, std::int64_t limit) {
    refused(
        code, argument, change, [=](const Call &c) { return address(pointer(c)); },
        [=](const Call &) { return limit; });
}

template <class Element> Element *shifted(Element *pointer, std::intptr_t bytes) {
    return reinterpret_cast<Element *>(reinterpret_cast<std::intptr_t>(pointer) + bytes);
}

} // namespace

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(the_unchanged_call_is_accepted) {
    Call call;
    BOOST_TEST((cpu::topk(call.problem, call.outputs).code == StatusCode::ok));
    BOOST_TEST(call.outputs.status[0] == row_length_clamped + row_boundary_tie);
}

BOOST_AUTO_TEST_CASE(counts_outside_their_limits_are_refused) {
    const StatusCode code = StatusCode::out_of_limits;
    refused(
        code, "problem.rows", [](Call &c) { c.problem.rows = -1; }, -1, 0);
    refused(
        code, "problem.width", [](Call &c) { c.problem.width = -1; }, -1, 0);
    refused(
        code, "problem.width", [](Call &c) { c.problem.width = 2147483648; }, 2147483648, 2147483647);
    refused(
        code, "problem.k", [](Call &c) { c.problem.k = -1; }, -1, 0);
    refused(
        code, "problem.k", [](Call &c) { c.problem.k = 2147483648; }, 2147483648, 2147483647);
}

BOOST_AUTO_TEST_CASE(unknown_types_and_options_are_refused) {
    refused(
        StatusCode::unsupported_type, "problem.type", [](Call &c) { c.problem.type = ScoreType{3}; }, 3, 2);
    const StatusCode code = StatusCode::unknown_option;
    refused(
        code, "options.direction", [](Call &c) { c.problem.options.direction = Direction{2}; }, 2, 1);
    refused(
        code, "options.ties", [](Call &c) { c.problem.options.ties = Ties{2}; }, 2, 1);
    refused(
        code, "options.order", [](Call &c) { c.problem.options.order = Order{255}; }, 255, 1);
    refused(
        code, "options.nan_policy", [](Call &c) { c.problem.options.nan_policy = NanPolicy{9}; }, 9, 1);
}

BOOST_AUTO_TEST_CASE(pitches_that_are_too_small_are_refused) {
    const StatusCode code = StatusCode::pitch_too_small;
    refused(
        code, "problem.pitch", [](Call &c) { c.problem.pitch = 3; }, 3, 4);
    refused(
        code, "problem.pitch", [](Call &c) { c.problem.pitch = -huge; }, -huge, 4);
    refused(
        code, "outputs.index_pitch", [](Call &c) { c.outputs.index_pitch = 2; }, 2, 3);
    refused(
        code, "outputs.score_pitch", [](Call &c) { c.outputs.score_pitch = 2; }, 2, 3);
    Call call;
    call.outputs.scores = nullptr;
    call.outputs.score_pitch = -5; // not looked at without scores
    BOOST_TEST((cpu::topk(call.problem, call.outputs).code == StatusCode::ok));
}

BOOST_AUTO_TEST_CASE(null_pointers_are_refused_where_an_array_is_needed) {
    const StatusCode code = StatusCode::null_pointer;
    refused(
        code, "problem.scores", [](Call &c) { c.problem.scores = nullptr; }, 0, 0);
    refused(
        code, "outputs.indices", [](Call &c) { c.outputs.indices = nullptr; }, 0, 0);
    Call call;
    call.problem.lengths = nullptr;
    call.outputs = Outputs{call.outputs.indices, 4, nullptr, 0, nullptr, nullptr, nullptr};
    BOOST_TEST((cpu::topk(call.problem, call.outputs).code == StatusCode::ok));
}

BOOST_AUTO_TEST_CASE(misaligned_bases_are_refused) {
    const StatusCode code = StatusCode::misaligned;
    refused_pointer(
        code, "problem.scores", [](Call &c) { c.problem.scores = c.memory + 2; },
        [](const Call &c) { return c.problem.scores; }, 4);
    refused_pointer(
        code, "problem.scores",
        [](Call &c) {
            c.problem.type = ScoreType::bfloat16;
            c.problem.scores = c.memory + 1;
        },
        [](const Call &c) { return c.problem.scores; }, 2);
    refused_pointer(
        code, "problem.lengths", [](Call &c) { c.problem.lengths = shifted(c.problem.lengths, 1); },
        [](const Call &c) { return c.problem.lengths; }, 4);
    refused_pointer(
        code, "outputs.indices", [](Call &c) { c.outputs.indices = shifted(c.outputs.indices, 2); },
        [](const Call &c) { return c.outputs.indices; }, 4);
    refused_pointer(
        code, "outputs.scores", [](Call &c) { c.outputs.scores = c.memory + 257; },
        [](const Call &c) { return c.outputs.scores; }, 4);
    refused_pointer(
        code, "outputs.certificates",
        [](Call &c) { c.outputs.certificates = shifted(c.outputs.certificates, 4); },
        [](const Call &c) { return c.outputs.certificates; }, 8);
    refused_pointer(
        code, "outputs.status", [](Call &c) { c.outputs.status = shifted(c.outputs.status, 2); },
        [](const Call &c) { return c.outputs.status; }, 4);
    refused_pointer(
        code, "outputs.digests", [](Call &c) { c.outputs.digests = shifted(c.outputs.digests, 4); },
        [](const Call &c) { return c.outputs.digests; }, 8);
}

BOOST_AUTO_TEST_CASE(extents_beyond_64_bit_addressing_are_refused) {
    const StatusCode code = StatusCode::extent_overflow;
    refused(
        code, "problem.scores", [](Call &c) { c.problem.pitch = huge; }, huge, huge);
    refused(
        code, "problem.scores", [](Call &c) { c.problem.pitch = huge / 4; }, huge / 4, huge);
    refused(
        code, "outputs.indices", [](Call &c) { c.outputs.index_pitch = huge / 4 - 2; }, huge / 4 - 2, huge);
    refused(
        code, "outputs.scores", [](Call &c) { c.outputs.score_pitch = huge; }, huge, huge);
    const auto rows_alone = [](Call &c) {
        c.problem.rows = huge / 8 + 1;
        c.problem.width = c.problem.pitch = c.problem.k = c.outputs.index_pitch = c.outputs.score_pitch = 0;
        c.problem.lengths = nullptr;
        c.outputs.certificates = nullptr;
        c.outputs.status = nullptr;
    };
    refused(code, "outputs.digests", rows_alone, 1, huge);
    // The bytes fit a signed number but the last row would lie beyond the end of the address space.
    refused(
        code, "problem.scores",
        [](Call &c) {
            c.problem.scores = reinterpret_cast<const void *>(~std::uintptr_t{15});
            c.problem.pitch = 100;
        },
        100, huge);
}

BOOST_AUTO_TEST_CASE(overlaps_are_refused) {
    const auto overlap = [](const std::string &argument, const std::function<void(Call &)> &change,
                            const std::function<const void *(const Call &)> &pointer,
                            const std::function<const void *(const Call &)> &other) {
        refused(
            StatusCode::overlap, argument, change, [=](const Call &c) { return address(pointer(c)); },
            [=](const Call &c) { return address(other(c)); });
    };
    const auto indices = [](const Call &c) -> const void * { return c.outputs.indices; };
    const auto scores = [](const Call &c) -> const void * { return c.problem.scores; };
    const auto lengths = [](const Call &c) -> const void * { return c.problem.lengths; };
    // The scores end at byte 36, the lengths lie in [64, 72), the indices in [128, 156).
    overlap(
        "outputs.indices", [](Call &c) { c.outputs.indices = c.at<std::int32_t>(32); }, indices, scores);
    overlap(
        "outputs.indices", [](Call &c) { c.outputs.indices = c.at<std::int32_t>(68); }, indices, lengths);
    overlap(
        "outputs.indices", [](Call &c) { c.outputs.indices = c.at<std::int32_t>(40); }, indices, lengths);
    const auto output_scores = [](const Call &c) -> const void * { return c.outputs.scores; };
    overlap(
        "outputs.scores", [](Call &c) { c.outputs.scores = c.memory + 152; }, output_scores, indices);
    overlap(
        "outputs.scores", [](Call &c) { c.outputs.scores = c.memory; }, output_scores, scores);
    const auto certificates = [](const Call &c) -> const void * { return c.outputs.certificates; };
    overlap(
        "outputs.certificates", [](Call &c) { c.outputs.certificates = c.at<Certificate>(88); }, certificates,
        indices);
    const auto status = [](const Call &c) -> const void * { return c.outputs.status; };
    overlap(
        "outputs.status", [](Call &c) { c.outputs.status = c.at<std::uint32_t>(428); }, status, certificates);
    const auto digests = [](const Call &c) -> const void * { return c.outputs.digests; };
    overlap(
        "outputs.digests", [](Call &c) { c.outputs.digests = c.at<std::uint64_t>(512); }, digests, status);
    overlap(
        "outputs.digests", [](Call &c) { c.outputs.digests = c.at<std::uint64_t>(64); }, digests, lengths);
}

BOOST_AUTO_TEST_CASE(neighbours_that_only_touch_are_accepted) {
    Call call;
    call.problem.lengths = call.at<std::int32_t>(36);   // right after the scores
    call.outputs.indices = call.at<std::int32_t>(44);   // right after the lengths
    call.outputs.scores = call.memory + 72;             // right after the indices
    call.outputs.status = call.at<std::uint32_t>(100);  // right after the output scores
    call.outputs.digests = call.at<std::uint64_t>(112); // anywhere free
    BOOST_TEST((cpu::topk(call.problem, call.outputs).code == StatusCode::ok));
    call.problem.k = 0; // arrays without elements overlap nothing, wherever they point
    call.outputs.indices = call.at<std::int32_t>(16);
    BOOST_TEST((cpu::topk(call.problem, call.outputs).code == StatusCode::ok));
    call.problem.k = 3;
    call.problem.rows = 0;
    BOOST_TEST((cpu::topk(call.problem, call.outputs).code == StatusCode::ok));
}

BOOST_AUTO_TEST_CASE(typed_calls_refuse_by_the_same_names) {
    std::uint16_t bits[4] = {};
    std::int32_t indices[2] = {7, 7};
    Status status = cpu::topk(bits, ScoreType::float32, 1, 2, 2, 1, indices, 1);
    BOOST_TEST((status.code == StatusCode::unsupported_type));
    BOOST_TEST(std::string(status.argument) == "problem.type");
    float scores[4] = {};
    float values[4] = {};
    status = cpu::topk(scores, 1, 4, 4, 2, indices, 2, values, 1);
    BOOST_TEST((status.code == StatusCode::pitch_too_small));
    BOOST_TEST(std::string(status.argument) == "outputs.score_pitch");
    BOOST_TEST(indices[0] == 7);
}

BOOST_AUTO_TEST_SUITE_END()
