// Every refusal, by code, argument, value and limit, with nothing written.
// Spec: contract/C8 C11 C18, algorithm/S3 S4 F1 F2. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <array>
#include <functional>
#include <limits>
#include <string>

#include <exactk/contract.hpp>
#include <exactk/sim.hpp>

namespace {

using namespace exactk;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

/// A call that is accepted: 3 rows of 8 scores, k = 2, everything asked for. `memory` backs all arrays.
struct Call {
    alignas(16) std::array<float, 24> scores{};
    std::array<std::int32_t, 3> lengths{8, 8, 8};
    alignas(16) std::array<std::int32_t, 6> indices{};
    alignas(16) std::array<float, 6> out_scores{};
    std::array<Certificate, 3> certificates{};
    std::array<std::uint32_t, 3> status{};
    std::array<std::uint64_t, 3> digests{};
    Problem problem;
    Outputs outputs;
    Plan plan;

    Call() {
        indices.fill(-9);
        problem = {scores.data(), ScoreType::float32, 3, 8, 8, lengths.data(), 2, {}};
        outputs = {indices.data(), 2, out_scores.data(), 2, certificates.data(), status.data(),
                   digests.data()};
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
};

/// Breaks a call in one place, and expects the refusal with nothing written.
void expect(const char *argument, StatusCode code, const std::function<void(Call &)> &spoil) {
    Call call;
    spoil(call);
    std::vector<RowTrace> traces(7);
    const Status status = sim::topk(call.problem, call.outputs, call.plan, &traces);
    BOOST_TEST_CONTEXT(argument << " " << name(code) << ", got " << describe(status)) {
        BOOST_TEST((status.code == code));
        BOOST_TEST(std::string(status.argument != nullptr ? status.argument : "") == argument);
        BOOST_TEST(call.indices[0] == -9);
        BOOST_TEST(call.digests[0] == 0u);
        BOOST_TEST(traces.size() == 7u);
    }
}

void expect_numbers(std::int64_t value, std::int64_t limit, const std::function<void(Call &)> &spoil) {
    Call call;
    spoil(call);
    const Status status = sim::topk(call.problem, call.outputs, call.plan);
    BOOST_TEST_CONTEXT(describe(status)) {
        BOOST_TEST((status.code != StatusCode::ok));
        BOOST_TEST(status.value == value);
        BOOST_TEST(status.limit == limit);
    }
}

template <class Pointer> Pointer shifted(Pointer pointer, std::size_t bytes) {
    return reinterpret_cast<Pointer>(reinterpret_cast<std::uintptr_t>(pointer) + bytes);
}

} // namespace

BOOST_AUTO_TEST_SUITE(refusals)

BOOST_AUTO_TEST_CASE(the_unspoilt_call_is_accepted) {
    Call call;
    BOOST_TEST((sim::topk(call.problem, call.outputs, call.plan).code == StatusCode::ok));
    BOOST_TEST(call.indices[0] == 0);
}

BOOST_AUTO_TEST_CASE(null_pointers_are_refused_where_needed_only) {
    expect("problem.scores", StatusCode::null_pointer, [](Call &c) { c.problem.scores = nullptr; });
    expect("outputs.indices", StatusCode::null_pointer, [](Call &c) { c.outputs.indices = nullptr; });
    const auto accepted = [](const std::function<void(Call &)> &change) {
        Call call;
        change(call);
        BOOST_TEST((sim::topk(call.problem, call.outputs, call.plan).code == StatusCode::ok));
    };
    accepted([](Call &c) { c.problem.rows = 0, c.problem.scores = nullptr, c.outputs.indices = nullptr; });
    accepted([](Call &c) { c.problem.width = 0, c.problem.scores = nullptr; });
    accepted([](Call &c) { c.problem.k = 0, c.outputs.indices = nullptr; });
    accepted([](Call &c) {
        c.problem.lengths = nullptr, c.outputs.scores = nullptr, c.outputs.certificates = nullptr;
        c.outputs.status = nullptr, c.outputs.digests = nullptr, c.outputs.score_pitch = 0;
    });
}

BOOST_AUTO_TEST_CASE(counts_outside_their_limits_are_refused) {
    constexpr StatusCode code = StatusCode::out_of_limits;
    expect("problem.rows", code, [](Call &c) { c.problem.rows = -1; });
    expect("problem.width", code, [](Call &c) { c.problem.width = -1; });
    expect("problem.width", code, [](Call &c) { c.problem.width = c.problem.pitch = width_max + 1; });
    expect("problem.k", code, [](Call &c) { c.problem.k = -1; });
    expect("problem.k", code, [](Call &c) { c.problem.k = k_max + 1; });
    expect_numbers(-1, 0, [](Call &c) { c.problem.k = -1; });
    expect_numbers(k_max + 1, k_max, [](Call &c) { c.problem.k = k_max + 1; });
}

BOOST_AUTO_TEST_CASE(pitches_that_are_too_small_are_refused) {
    constexpr StatusCode code = StatusCode::pitch_too_small;
    expect("problem.pitch", code, [](Call &c) { c.problem.pitch = 7; });
    expect("outputs.index_pitch", code, [](Call &c) { c.outputs.index_pitch = 1; });
    expect("outputs.score_pitch", code, [](Call &c) { c.outputs.score_pitch = 1; });
    expect_numbers(7, 8, [](Call &c) { c.problem.pitch = 7; });
}

BOOST_AUTO_TEST_CASE(bases_that_are_not_aligned_are_refused) {
    constexpr StatusCode code = StatusCode::misaligned;
    expect("problem.scores", code, [](Call &c) { c.problem.scores = shifted(c.problem.scores, 2); });
    expect("problem.scores", code, [](Call &c) {
        c.problem.type = ScoreType::bfloat16, c.problem.scores = shifted(c.problem.scores, 1);
    });
    expect("problem.lengths", code, [](Call &c) { c.problem.lengths = shifted(c.problem.lengths, 1); });
    expect("outputs.indices", code, [](Call &c) { c.outputs.indices = shifted(c.outputs.indices, 2); });
    expect("outputs.scores", code, [](Call &c) { c.outputs.scores = shifted(c.outputs.scores, 2); });
    expect("outputs.certificates", code,
           [](Call &c) { c.outputs.certificates = shifted(c.outputs.certificates, 4); });
    expect("outputs.status", code, [](Call &c) { c.outputs.status = shifted(c.outputs.status, 2); });
    expect("outputs.digests", code, [](Call &c) { c.outputs.digests = shifted(c.outputs.digests, 4); });
}

BOOST_AUTO_TEST_CASE(options_without_a_meaning_are_refused) {
    constexpr StatusCode code = StatusCode::unknown_option;
    expect("options.direction", code,
           [](Call &c) { c.problem.options.direction = static_cast<Direction>(2); });
    expect("options.ties", code, [](Call &c) { c.problem.options.ties = static_cast<Ties>(2); });
    expect("options.order", code, [](Call &c) { c.problem.options.order = static_cast<Order>(255); });
    expect("options.nan_policy", code,
           [](Call &c) { c.problem.options.nan_policy = static_cast<NanPolicy>(2); });
    expect("problem.type", StatusCode::unsupported_type,
           [](Call &c) { c.problem.type = static_cast<ScoreType>(3); });
    expect_numbers(255, 1, [](Call &c) { c.problem.options.order = static_cast<Order>(255); });
}

BOOST_AUTO_TEST_CASE(extents_beyond_64_bits_are_refused) {
    constexpr StatusCode code = StatusCode::extent_overflow;
    expect("problem.scores", code, [](Call &c) { c.problem.pitch = most; });
    expect("problem.scores", code, [](Call &c) { c.problem.pitch = most / 8; }); // 2 * pitch + 8 floats
    expect("outputs.indices", code, [](Call &c) { c.outputs.index_pitch = most / 4; });
    expect("outputs.scores", code, [](Call &c) { c.outputs.score_pitch = most / 4; });
    const auto many = [](Call &c) {
        c.problem.rows = most;
        c.problem.width = c.problem.pitch = c.problem.k = 0;
        c.outputs = {};
        c.problem.lengths = nullptr;
        c.problem.scores = nullptr;
    };
    expect("problem.lengths", code, [&](Call &c) { many(c), c.problem.lengths = c.lengths.data(); });
    expect("outputs.certificates", code,
           [&](Call &c) { many(c), c.outputs.certificates = c.certificates.data(); });
    expect("outputs.status", code, [&](Call &c) { many(c), c.outputs.status = c.status.data(); });
    expect("outputs.digests", code, [&](Call &c) { many(c), c.outputs.digests = c.digests.data(); });
}

BOOST_AUTO_TEST_CASE(the_greatest_extent_that_fits_is_not_called_too_large) {
    // (2 - 1) * pitch + 8 floats end exactly at the last byte that 64 bits can count, or 4 bytes behind it.
    // Such an array is not there, so the first call is kept from running by a fault that is looked at later.
    Call call;
    call.problem.rows = 2;
    call.problem.pitch = most / 4 - 8;
    call.outputs.digests = shifted(call.outputs.digests, 4);
    BOOST_TEST((sim::topk(call.problem, call.outputs, call.plan).code == StatusCode::misaligned));
    call.problem.pitch += 1;
    BOOST_TEST((sim::topk(call.problem, call.outputs, call.plan).code == StatusCode::extent_overflow));
}

BOOST_AUTO_TEST_CASE(outputs_that_overlap_are_refused) {
    constexpr StatusCode code = StatusCode::overlap;
    const auto raw = [](Call &c) { return c.scores.data(); };
    expect("outputs.indices", code, [&](Call &c) {
        c.outputs.indices = reinterpret_cast<std::int32_t *>(raw(c) + 23); // the last score
    });
    expect("outputs.scores", code, [&](Call &c) { c.outputs.scores = raw(c); });
    expect("outputs.certificates", code,
           [&](Call &c) { c.outputs.certificates = reinterpret_cast<Certificate *>(raw(c) + 2); });
    expect("outputs.status", code,
           [](Call &c) { c.outputs.status = reinterpret_cast<std::uint32_t *>(c.lengths.data() + 2); });
    expect("outputs.status", code,
           [](Call &c) { c.outputs.status = reinterpret_cast<std::uint32_t *>(c.indices.data() + 5); });
    expect("outputs.digests", code,
           [](Call &c) { c.outputs.digests = reinterpret_cast<std::uint64_t *>(c.certificates.data() + 2); });
    expect("outputs.scores", code, [](Call &c) { c.outputs.scores = c.indices.data(); });
}

BOOST_AUTO_TEST_CASE(outputs_that_touch_the_input_are_accepted) {
    alignas(8) std::array<float, 40> arena{};
    Call call;
    call.problem.scores = arena.data() + 6;
    call.outputs.indices = reinterpret_cast<std::int32_t *>(arena.data());      // ends where the scores begin
    call.outputs.scores = reinterpret_cast<std::uint32_t *>(arena.data() + 30); // begins where the scores end
    BOOST_TEST((sim::topk(call.problem, call.outputs, call.plan).code == StatusCode::ok));
}

BOOST_AUTO_TEST_CASE(illegal_plans_are_refused) {
    constexpr StatusCode code = StatusCode::illegal_plan;
    expect("plan.ctas", code, [](Call &c) { c.plan.ctas = 0; });
    expect("plan.ctas", code, [](Call &c) { c.plan.ctas = -5; });
    expect("plan.ctas", code, [](Call &c) { c.plan.ctas = 1025; });
    expect("sum of plan.digits", code, [](Call &c) { c.plan.digits = {8, 8, 8}; });
    expect("sum of plan.digits", code, [](Call &c) { c.plan.digits = {8, 8, 8, 9}; });
    expect("plan.digits", code, [](Call &c) { c.plan.digits = {17, 15}; });
    expect("plan.digits", code, [](Call &c) { c.plan.digits = {16, 0, 16}; });
    expect("plan.digits", code, [](Call &c) { c.plan.digits = {16, 16, 1, -1}; });
    expect("sum of plan.digits", code, [](Call &c) {
        c.problem.type = ScoreType::float16, c.plan.digits = {8, 8, 8, 8};
    });
    expect("size of plan.bounds", code, [](Call &c) { c.plan.bounds = {0, 4, 8}; });
    expect("plan.bounds", code, [](Call &c) { c.plan.bounds = {1, 8}; });
    expect("plan.bounds", code, [](Call &c) { c.plan.bounds = {0, 7}; });
    expect("plan.bounds", code, [](Call &c) { c.plan.ctas = 3, c.plan.bounds = {0, 5, 4, 8}; });
    expect("plan.emission", StatusCode::unknown_option,
           [](Call &c) { c.plan.emission = static_cast<Plan::Emission>(2); });
    expect_numbers(1025, 1024, [](Call &c) { c.plan.ctas = 1025; });
    expect_numbers(24, 32, [](Call &c) { c.plan.digits = {8, 8, 8}; });
}

BOOST_AUTO_TEST_CASE(illegal_filters_are_refused_with_the_nearest_legal_value) {
    const auto refused = [](const char *argument, std::int64_t list, std::int64_t sample, std::int64_t value,
                            std::int64_t limit) {
        const auto spoil = [&](Call &c) { c.plan.filter.list = list, c.plan.filter.sample = sample; };
        expect(argument, StatusCode::illegal_plan, spoil);
        expect_numbers(value, limit, spoil);
    };
    const auto refused_whole = [](std::int64_t whole, std::int64_t limit) {
        const auto spoil = [&](Call &c) { c.plan.filter.whole = whole; };
        expect("plan.filter.whole", StatusCode::illegal_plan, spoil);
        expect_numbers(whole, limit, spoil);
    };
    refused_whole(-1, 0);
    refused_whole(width_max + 1, width_max);
    refused_whole(most, width_max);
    refused("plan.filter.list", -1, 0, -1, 0);
    refused("plan.filter.list", width_max + 1, 0, width_max + 1, width_max);
    refused("plan.filter.list", most, 32, most, width_max);
    refused("plan.filter.sample", 100, -1, -1, 0);
    refused("plan.filter.sample", 100, -32, -32, 0);
    refused("plan.filter.sample", 100, 33, 33, 32);
    refused("plan.filter.sample", 100, 31, 31, 0);
    refused("plan.filter.sample", 100, 128, 128, 64);
    refused("plan.filter.sample", 100, 96, 96, 64);
    refused("plan.filter.sample", 1000, 160, 160, 128);
    refused("plan.filter.sample", 0, 32, 32, 0);
    refused("plan.filter.sample", width_max, most, most, std::int64_t{1} << 30);
    for (const FilterPlan &filter :
         {FilterPlan{0, 100, 64, true, 0xFFFFFFFFu}, FilterPlan{}, FilterPlan{0, 32, 32, false, 0},
          FilterPlan{7, 31, 0, true, 0}, FilterPlan{width_max, width_max, std::int64_t{1} << 30, true, 1}}) {
        Call call;
        call.plan.filter = filter;
        BOOST_TEST((sim::topk(call.problem, call.outputs, call.plan).code == StatusCode::ok));
    }
}

BOOST_AUTO_TEST_CASE(illegal_plans_are_described_by_what_would_be_legal) {
    const auto described = [](const std::function<void(Call &)> &spoil) {
        Call call;
        spoil(call);
        return describe(sim::topk(call.problem, call.outputs, call.plan));
    };
    // Many values are legal here, and the limit is one of them.
    BOOST_TEST(described([](Call &c) { c.plan.ctas = 0; }) == "illegal_plan: plan.ctas is 0; the limit is 1");
    BOOST_TEST(described([](Call &c) { c.plan.ctas = 1025; }) ==
               "illegal_plan: plan.ctas is 1025; the limit is 1024");
    BOOST_TEST(described([](Call &c) {
                   c.plan.digits = {17, 15};
               }) == "illegal_plan: plan.digits is 17; the limit is 16");
    BOOST_TEST(described([](Call &c) {
                   c.plan.bounds = {0, 7};
               }) == "illegal_plan: plan.bounds is 7; the limit is 8");
    // Here one value alone is legal.
    BOOST_TEST(described([](Call &c) {
                   c.plan.digits = {8, 8, 8};
               }) == "illegal_plan: sum of plan.digits is 24; it must be 32");
    BOOST_TEST(described([](Call &c) {
                   c.plan.bounds = {0, 4, 8};
               }) == "illegal_plan: size of plan.bounds is 3; it must be 2");
}

BOOST_AUTO_TEST_CASE(without_anything_to_write_no_number_of_rows_costs_anything) {
    Call call;
    call.problem = Problem{};
    call.outputs = Outputs{};
    call.problem.rows = most;
    BOOST_TEST((sim::topk(call.problem, call.outputs, call.plan).code == StatusCode::ok));
    call.plan.ctas = 0; // a refusal comes first
    BOOST_TEST((sim::topk(call.problem, call.outputs, call.plan).code == StatusCode::illegal_plan));
}

BOOST_AUTO_TEST_SUITE_END()
