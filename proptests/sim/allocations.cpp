// What a call allocates: all of it before the first row, and nothing in a model that was warmed up.
// Spec: contract/C8 C18, algorithm/F2 F5. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>
#include <vector>

#include <exactk/sim.hpp>

namespace {
std::atomic<std::int64_t> allocations{0};

void *counted(std::size_t bytes) {
    ++allocations;
    void *const memory = std::malloc(bytes == 0 ? 1 : bytes);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}
} // namespace

void *operator new(std::size_t bytes) { return counted(bytes); }
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
    ++allocations;
    return std::malloc(bytes == 0 ? 1 : bytes);
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace exactk;

/// Forty rows of 100 to 139 scores, k = 5: some listed whole, some sampled and listed, some falling back.
struct Call {
    std::vector<float> scores;
    std::vector<std::int32_t> lengths;
    std::vector<std::int32_t> indices = std::vector<std::int32_t>(200);
    Problem problem;
    Outputs outputs;
    Plan plan;

    Call() {
        for (std::int32_t r = 0; r < 40; ++r) {
            lengths.push_back(100 + r);
            for (std::int32_t i = 0; i < 140; ++i) {
                scores.push_back(r % 3 == 0 ? std::numeric_limits<float>::infinity()
                                            : static_cast<float>(i * 57 % 139));
            }
        }
        problem = {scores.data(), ScoreType::float32, 40, 140, 140, lengths.data(), 5, {}};
        outputs.indices = indices.data();
        outputs.index_pitch = 5;
        plan.ctas = 3;
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
};

std::int64_t allocations_of(sim::Model &model, const Call &call, std::vector<RowTrace> *traces) {
    const std::int64_t before = allocations;
    const Status status = model.topk(call.problem, call.outputs, call.plan, traces);
    const std::int64_t after = allocations;
    BOOST_TEST((status.code == StatusCode::ok));
    return after - before;
}

} // namespace

BOOST_AUTO_TEST_SUITE(allocation)

BOOST_AUTO_TEST_CASE(a_warm_model_allocates_nothing_for_rows) {
    for (const FilterPlan &filter : {FilterPlan{}, FilterPlan{0, 110, 64, false, 0},
                                     FilterPlan{120, 110, 64, false, 0}, FilterPlan{120, 110, 64, true, 7}}) {
        Call call;
        call.plan.filter = filter;
        call.plan.ctas = filter.whole > 0 ? 1 : 3; // several CTAs list no row whole
        for (const Plan::Emission emission : {Plan::Emission::direct, Plan::Emission::merge}) {
            call.plan.emission = emission;
            sim::Model model;
            BOOST_TEST(allocations_of(model, call, nullptr) > 0); // the count counts
            BOOST_TEST(allocations_of(model, call, nullptr) == 0);
        }
    }
}

BOOST_AUTO_TEST_CASE(traces_are_given_their_room_before_the_first_row) {
    // An array of traces, and per row one of rounds, one of CTAs and a histogram for each round that may come.
    const auto expect = [](const FilterPlan &filter, int ctas, std::int64_t per_row) {
        Call call;
        call.plan.filter = filter;
        call.plan.ctas = ctas;
        sim::Model model;
        allocations_of(model, call, nullptr);
        std::vector<RowTrace> traces;
        BOOST_TEST(allocations_of(model, call, &traces) == 1 + 40 * per_row);
        return traces;
    };
    expect({}, 3, 2 + 4);                    // four digits of eight bits
    expect({200, 0, 0, false, 0}, 1, 2 + 3); // listed whole: three digits of eleven bits
    const std::vector<RowTrace> sampled = expect({0, 64, 64, false, 0}, 3, 2 + 4); // either
    int listed = 0;
    int fell_back = 0;
    for (const RowTrace &trace : sampled) {
        listed += trace.filter.used && !trace.filter.fell_back ? 1 : 0;
        fell_back += trace.filter.fell_back ? 1 : 0;
    }
    BOOST_TEST(listed > 0);
    BOOST_TEST(fell_back > 0);
}

BOOST_AUTO_TEST_SUITE_END()
