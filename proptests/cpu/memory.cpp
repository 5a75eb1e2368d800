// What may be read and written: rows up to an unmapped page, short rows, gaps, typed calls.
// Spec: contract/C8 C10 C11. Layer: proptests/cpu.
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <exactk/cpu.hpp>

#include "truth.hpp"

using namespace exactk;
using namespace cpu_test;

namespace {

/// Readable pages followed by one that no access survives. The first `readable` pages may be 0.
class Fence {
public:
    explicit Fence(std::size_t readable) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        size_ = (readable + 1) * page_;
        base_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        BOOST_REQUIRE(base_ != MAP_FAILED);
        fence_ = static_cast<unsigned char *>(base_) + readable * page_;
        BOOST_REQUIRE_EQUAL(mprotect(fence_, page_, PROT_NONE), 0);
    }
    ~Fence() { munmap(base_, size_); }
    Fence(const Fence &) = delete;
    Fence &operator=(const Fence &) = delete;

    unsigned char *fence() const { return fence_; }

private:
    std::size_t page_;
    std::size_t size_ = 0;
    void *base_ = nullptr;
    unsigned char *fence_ = nullptr;
};

std::vector<std::uint32_t> some_scores(std::size_t n) {
    std::vector<std::uint32_t> scores;
    for (std::size_t i = 0; i < n; ++i) {
        scores.push_back(static_cast<std::uint32_t>(i * 7919 % 61) + 0x3C00u);
    }
    return scores;
}

} // namespace

BOOST_AUTO_TEST_SUITE(memory)

BOOST_AUTO_TEST_CASE(nothing_beyond_the_length_is_read) {
    for (const std::int64_t n : {1, 5, 63, 64, 65, 1000, 4099}) {
        for (const std::int64_t k : {std::int64_t{1}, n / 2, n, n + 2}) {
            for (const Order order : {Order::index, Order::rank}) {
                Batch batch = one_row(some_scores(static_cast<std::size_t>(n)), k);
                batch.options.order = order;
                const Answer expected = truth(batch);
                const Fence fence(8);
                unsigned char *scores = fence.fence() - n * 4;
                std::memcpy(scores, batch.scores.data(), static_cast<std::size_t>(n) * 4);
                Answer found = expected;
                found.indices.assign(found.indices.size(), canary_index);
                const auto length = static_cast<std::int32_t>(n);
                // The row is wider than its length and its rest lies behind the fence.
                const Problem problem{scores, ScoreType::float32, 1, n + 5000, n + 5000, &length,
                                      k,      batch.options};
                const Outputs outputs{found.indices.data(),      k,
                                      found.scores.data(),       k,
                                      found.certificates.data(), found.status.data(),
                                      found.digests.data()};
                BOOST_REQUIRE(cpu::topk(problem, outputs).code == StatusCode::ok);
                BOOST_TEST(difference(found, expected) == "");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_sampled_row_reads_nothing_beyond_the_length) {
    const std::int64_t n = 70001; // convention: long enough to be sampled, no multiple of anything
    const Batch batch = one_row(some_scores(static_cast<std::size_t>(n)), 16);
    const Fence fence(100);
    unsigned char *scores = fence.fence() - n * 4;
    std::memcpy(scores, batch.scores.data(), static_cast<std::size_t>(n) * 4);
    std::vector<std::int32_t> found(16, canary_index);
    const Problem problem{scores, ScoreType::float32, 1, n, n, nullptr, 16, {}};
    Outputs outputs;
    outputs.indices = found.data();
    outputs.index_pitch = 16;
    BOOST_REQUIRE(cpu::topk(problem, outputs).code == StatusCode::ok);
    BOOST_TEST(found == truth(batch).indices);
}

BOOST_AUTO_TEST_CASE(a_short_row_reads_no_score_for_its_set) {
    const Fence fence(0);
    const std::vector<std::int32_t> lengths = {3, 0, 2, -5};
    std::vector<std::int32_t> found(4 * 4, canary_index);
    std::vector<std::uint64_t> digests(4);
    const Problem problem{fence.fence(), ScoreType::float32, 4, 3, 3, lengths.data(), 3, {}};
    Outputs outputs;
    outputs.indices = found.data();
    outputs.index_pitch = 4;
    outputs.digests = digests.data();
    BOOST_REQUIRE(cpu::topk(problem, outputs).code == StatusCode::ok);
    const std::int32_t c = canary_index;
    BOOST_TEST(found == (std::vector<std::int32_t>{0, 1, 2, c, -1, -1, -1, c, 0, 1, -1, c, -1, -1, -1, c}));
    BOOST_TEST(digests[2] == row_digest(found.data() + 8, 3));
}

BOOST_AUTO_TEST_CASE(k_of_zero_reads_no_score_and_writes_no_slot) {
    const Fence fence(0);
    std::vector<std::uint64_t> digests(2, 1);
    const Problem problem{fence.fence(), ScoreType::float16, 2, 100, 100, nullptr, 0, {}};
    Outputs outputs;
    outputs.digests = digests.data();
    BOOST_REQUIRE(cpu::topk(problem, outputs).code == StatusCode::ok);
    BOOST_TEST(digests == (std::vector<std::uint64_t>{0, 0}));
}

BOOST_AUTO_TEST_CASE(empty_batches_need_no_arrays_and_end_at_once) {
    Problem problem;
    BOOST_TEST((cpu::topk(problem, Outputs{}).code == StatusCode::ok));
    problem.rows = 9223372036854775807; // bound: the most rows there can be, each of them empty
    BOOST_TEST((cpu::topk(problem, Outputs{}).code == StatusCode::ok));
    problem.rows = 2;
    problem.k = 2;
    std::vector<std::int32_t> found(4, canary_index);
    Outputs outputs;
    outputs.indices = found.data();
    outputs.index_pitch = 2;
    BOOST_TEST((cpu::topk(problem, outputs).code == StatusCode::ok));
    BOOST_TEST(found == (std::vector<std::int32_t>{-1, -1, -1, -1}));
}

BOOST_AUTO_TEST_CASE(typed_calls_answer_as_the_general_one) {
    const float scores[2][4] = {{1, 3, 2, -1}, {0, 5, 5, -1}};
    std::int32_t indices[2][3] = {};
    float values[2][3] = {{9, 9, 9}, {9, 9, 9}};
    BOOST_TEST((cpu::topk(scores[0], 2, 3, 4, 2, indices[0], 3, values[0], 3).code == StatusCode::ok));
    const std::int32_t expected[2][3] = {{1, 2, 0}, {1, 2, 0}};
    const float expected_values[2][3] = {{3, 2, 9}, {5, 5, 9}};
    BOOST_TEST(std::memcmp(indices, expected, sizeof indices) == 0);
    BOOST_TEST(std::memcmp(values, expected_values, sizeof values) == 0);

    const std::uint16_t halves[4] = {0x3C00, 0xBC00, 0x7C00, 0x0001}; // 1, -1, +inf, the least subnormal
    Options options;
    options.direction = Direction::smallest;
    options.order = Order::rank;
    const std::int32_t length = 2;
    std::int32_t found[3] = {};
    std::uint16_t bits[3] = {};
    const Status status =
        cpu::topk(halves, ScoreType::float16, 1, 4, 4, 3, found, 3, bits, 3, options, &length);
    BOOST_TEST((status.code == StatusCode::ok));
    const std::int32_t expected_found[3] = {1, 0, -1};
    const std::uint16_t expected_bits[3] = {0xBC00, 0x3C00, 0x7C00};
    BOOST_TEST(std::memcmp(found, expected_found, sizeof found) == 0);
    BOOST_TEST(std::memcmp(bits, expected_bits, sizeof bits) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
