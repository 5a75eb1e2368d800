// The model against sorting the whole row, over hostile rows, options and plans.
// Spec: contract/C1 to C15, algorithm/S0 to S12. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <rapidcheck.h>

#include "brute.hpp"
#include "plans.hpp"

namespace {

using namespace exactk;

void model_equals_sorting() {
    const scene::Case c = plans::hostile_case();
    const Plan plan = plans::plan(c.type, c.width);
    RC_LOG() << c << " ctas " << plan.ctas << std::endl;
    RC_ASSERT(scene::run(c, plan) == brute::answer(c));
}

#if defined(__SSE2__)
unsigned control_word() { return __builtin_ia32_stmxcsr(); }
void set_control_word(unsigned word) { __builtin_ia32_ldmxcsr(word); }
constexpr unsigned flush_bits = 0x8040u; // bound: FTZ and DAZ in the MXCSR of x86
#elif defined(__aarch64__)
unsigned control_word() {
    std::uint64_t word = 0;
    asm volatile("mrs %0, fpcr" : "=r"(word));
    return static_cast<unsigned>(word);
}
void set_control_word(unsigned word) { asm volatile("msr fpcr, %0" ::"r"(std::uint64_t{word})); }
constexpr unsigned flush_bits = 0x1000000u; // bound: FZ in the FPCR of AArch64
#else
#error "Say how denormals are flushed on this machine, so that contract C15 is tested on it."
#endif

/// Flushes denormals while it lives.
class FlushedDenormals {
public:
    FlushedDenormals() : before_(control_word()) { set_control_word(before_ | flush_bits); }
    ~FlushedDenormals() { set_control_word(before_); }
    FlushedDenormals(const FlushedDenormals &) = delete;
    FlushedDenormals &operator=(const FlushedDenormals &) = delete;

private:
    unsigned before_;
};

/// Calls visit(case) for every row of `n` letters of a five-letter alphabet, every k up to n + 1 and all
/// options.
template <class Visit> void for_every_small_row(std::int64_t n, Visit visit) {
    constexpr std::uint32_t letters[] = {0x7E01u, 0x8000u, 0x0000u, 0x3C00u, 0x3C01u};
    int rows = 1;
    for (std::int64_t i = 0; i < n; ++i) {
        rows *= 5;
    }
    for (int number = 0; number < rows; ++number) {
        std::vector<std::uint32_t> patterns;
        for (int rest = number; static_cast<std::int64_t>(patterns.size()) < n; rest /= 5) {
            patterns.push_back(letters[rest % 5]);
        }
        for (std::int64_t k = 0; k <= n + 1; ++k) {
            for (int choice = 0; choice < 16; ++choice) {
                Options options;
                options.direction = static_cast<Direction>(choice & 1);
                options.ties = static_cast<Ties>(choice >> 1 & 1);
                options.order = static_cast<Order>(choice >> 2 & 1);
                options.nan_policy = static_cast<NanPolicy>(choice >> 3 & 1);
                visit(scene::row_case(ScoreType::float16, patterns, k, options));
            }
        }
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(properties)

BOOST_AUTO_TEST_CASE(the_model_equals_sorting_the_whole_row) {
    BOOST_TEST(rc::check("model equals sorting", model_equals_sorting));
}

BOOST_AUTO_TEST_CASE(flushed_denormals_change_nothing) {
    const FlushedDenormals flushed;
    volatile float smallest = 0x1p-130f;
    BOOST_REQUIRE(smallest * 1.0f == 0.0f); // flushing is really on
    BOOST_TEST(rc::check("model equals sorting, denormals flushed", model_equals_sorting));
}

BOOST_AUTO_TEST_CASE(every_small_row_is_answered_as_by_sorting) {
    std::uint64_t wrong = 0;
    std::uint64_t seen = 0;
    for (std::int64_t n = 0; n <= 4; ++n) {
        for_every_small_row(n, [&](const scene::Case &c) {
            Plan plan;
            plan.ctas = static_cast<int>(seen % 3) + 1;
            plan.emission = static_cast<Plan::Emission>(seen / 3 % 2);
            wrong += scene::run(c, plan) == brute::answer(c) ? 0 : 1;
            ++seen;
        });
    }
    BOOST_TEST(wrong == 0u);
    BOOST_TEST(seen == 16u * (1 * 2 + 5 * 3 + 25 * 4 + 125 * 5 + 625 * 6));
}

BOOST_AUTO_TEST_CASE(a_row_is_answered_alike_in_any_batch) {
    BOOST_TEST(rc::check("row alone equals row in batch", [] {
        const scene::Case c = plans::hostile_case();
        const Plan plan = plans::plan(c.type, c.width);
        const scene::Answer batch = scene::run(c, plan);
        for (std::int64_t r = 0; r < c.rows; ++r) {
            // Alone, as narrow as its length, and under another plan.
            const std::int64_t n = std::clamp<std::int64_t>(c.length(r), 0, c.width);
            const auto first = c.patterns.begin() + r * c.pitch;
            const scene::Case alone =
                scene::row_case(c.type, std::vector<std::uint32_t>(first, first + n), c.k, c.options);
            const scene::Answer answer = scene::run(alone, plans::plan(c.type, n));
            const auto row = static_cast<std::size_t>(r);
            const auto k = static_cast<std::ptrdiff_t>(c.k);
            RC_ASSERT(
                std::equal(answer.indices.begin(), answer.indices.end(), batch.indices.begin() + r * k));
            RC_ASSERT(std::equal(answer.scores.begin(), answer.scores.end(), batch.scores.begin() + r * k));
            RC_ASSERT(answer.digests[0] == batch.digests[row]);
            RC_ASSERT(answer.status[0] == (batch.status[row] & ~std::uint32_t{row_length_clamped}));
            RC_ASSERT(answer.certificates[0].pivot == batch.certificates[row].pivot);
        }
    }));
}

BOOST_AUTO_TEST_CASE(outputs_that_are_not_asked_for_change_nothing) {
    BOOST_TEST(rc::check("indices alone equal indices with everything", [] {
        const scene::Case c = plans::hostile_case();
        const Plan plan = plans::plan(c.type, c.width);
        const std::vector<std::byte> scores = scene::packed(c.patterns, c.type);
        std::vector<std::int32_t> indices(static_cast<std::size_t>(c.rows * c.k));
        std::vector<std::uint32_t> status(static_cast<std::size_t>(c.rows));
        Problem problem{scores.data(), c.type,   c.rows,
                        c.width,       c.pitch,  c.lengths.empty() ? nullptr : c.lengths.data(),
                        c.k,           c.options};
        Outputs outputs;
        outputs.indices = indices.data();
        outputs.index_pitch = c.k;
        RC_ASSERT(sim::topk(problem, outputs, plan).code == StatusCode::ok);
        const scene::Answer all = scene::run(c, plan);
        RC_ASSERT(indices == all.indices);
        outputs.status = status.data();
        RC_ASSERT(sim::topk(problem, outputs, plan).code == StatusCode::ok);
        RC_ASSERT(status == all.status);
    }));
}

BOOST_AUTO_TEST_SUITE_END()
