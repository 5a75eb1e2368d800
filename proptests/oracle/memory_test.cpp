// No element outside [0, n) is read, unneeded scores are not read at all, and a lack of memory is a refusal.
// Spec: contract/C10 C18. Layer: proptests/oracle.
#include <cstdint>
#include <cstring>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "allocation.hpp"
#include "harness.hpp"

namespace {

using namespace exactk;
using namespace exactk::oracle::test;

/// Address space of which only the first part can be touched.
class Pages {
public:
    Pages(std::size_t readable_bytes, std::size_t all_bytes) : bytes_(all_bytes) {
        void *memory =
            mmap(nullptr, all_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        BOOST_REQUIRE(memory != MAP_FAILED);
        base_ = static_cast<unsigned char *>(memory);
        if (readable_bytes > 0) {
            BOOST_REQUIRE(mprotect(base_, readable_bytes, PROT_READ | PROT_WRITE) == 0);
        }
    }
    ~Pages() { munmap(base_, bytes_); }
    Pages(const Pages &) = delete;
    Pages &operator=(const Pages &) = delete;
    unsigned char *base() const { return base_; }

private:
    unsigned char *base_ = nullptr;
    std::size_t bytes_;
};

/// What the oracle answers to a batch of one row whose scores lie at `row`; the rest of the batch is not used.
Answer answer_at(const void *row, const Oracle &oracle, const Batch &batch) {
    const auto k = static_cast<std::size_t>(batch.k);
    const bool wide = batch.type == ScoreType::float32;
    Answer answer;
    answer.indices.assign(k, guard_int);
    std::vector<std::uint32_t> wide_scores(k, 0xA5A5A5A5u);
    std::vector<std::uint16_t> narrow_scores(k, 0xA5A5u);
    answer.certificates = {unwritten_facts};
    answer.status = {unwritten_facts.status};
    answer.digests = {unwritten_facts.pivot};
    const Problem problem{row,         batch.type,           1,       batch.width,
                          batch.width, batch.lengths.data(), batch.k, batch.options};
    const Outputs outputs{answer.indices.data(),
                          batch.k,
                          wide ? static_cast<void *>(wide_scores.data()) : narrow_scores.data(),
                          batch.k,
                          answer.certificates.data(),
                          answer.status.data(),
                          answer.digests.data()};
    BOOST_TEST(describe(oracle.topk(problem, outputs)) == "ok");
    for (std::size_t slot = 0; slot < k; ++slot) {
        answer.scores.push_back(wide ? wide_scores[slot] : narrow_scores[slot]);
    }
    return answer;
}

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

} // namespace

BOOST_AUTO_TEST_SUITE(memory)

BOOST_AUTO_TEST_CASE(a_row_may_end_at_an_unmapped_page) {
    const Pages pages(page_bytes(), 2 * page_bytes());
    const std::int32_t n = 37; // convention: any odd number, so that no vector width divides it
    for (const ScoreType type : all_types) {
        const auto bytes = static_cast<std::size_t>(score_bytes[static_cast<int>(type)]);
        unsigned char *const row = pages.base() + page_bytes() - n * bytes;
        Batch batch = row_of(type, std::vector<std::uint32_t>(100, 0x7F80u), 0); // +inf behind the length
        batch.lengths = {n};
        for (std::int32_t i = 0; i < n; ++i) {
            const std::uint32_t score = 0x3F80u - static_cast<std::uint32_t>(i % 5);
            std::memcpy(row + static_cast<std::size_t>(i) * bytes, &score, bytes);
            batch.bits[static_cast<std::size_t>(i)] = score;
        }
        for (const Options &options : all_options()) {
            for (const std::int64_t k : {std::int64_t{5}, std::int64_t{37}, std::int64_t{50}}) {
                batch.options = options;
                batch.k = k;
                const Answer expected = solve(oracles[0], batch); // the same row in ordinary memory
                for (const Oracle &oracle : oracles) {
                    BOOST_TEST(same(answer_at(row, oracle, batch), expected));
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_row_of_no_more_than_k_needs_no_scores_for_its_set) {
    const Pages pages(0, page_bytes());
    for (const Oracle &oracle : oracles) {
        for (const std::int32_t n : {0, 1, 7}) {
            std::vector<std::int32_t> indices(8, -9);
            std::uint64_t digest = 1;
            Problem problem{pages.base(), ScoreType::float32, 1, 100, 100, &n, 8, {}};
            const Outputs outputs{indices.data(), 8, nullptr, 0, nullptr, nullptr, &digest};
            BOOST_TEST(describe(oracle.topk(problem, outputs)) == "ok");
            for (std::int32_t slot = 0; slot < 8; ++slot) {
                BOOST_TEST(indices[static_cast<std::size_t>(slot)] == (slot < n ? slot : -1));
            }
            BOOST_TEST(digest != 1u);
        }
    }
}

BOOST_AUTO_TEST_CASE(no_slots_need_no_scores) {
    const Pages pages(0, page_bytes());
    for (const Oracle &oracle : oracles) {
        std::uint64_t digest = 1;
        const Problem problem{pages.base(), ScoreType::bfloat16, 1, 100, 100, nullptr, 0, {}};
        BOOST_TEST(describe(oracle.topk(problem, {nullptr, 0, nullptr, 0, nullptr, nullptr, &digest})) ==
                   "ok");
        BOOST_TEST(digest == 0u);
    }
}

BOOST_AUTO_TEST_CASE(a_lack_of_memory_is_refused_before_anything_is_written) {
    const std::size_t bytes = static_cast<std::size_t>(width_max) * 4;
    const Pages pages(0, bytes);
    for (const Oracle &oracle : oracles) {
        // The first row would be answered without scratch; nothing of it may be written either.
        const std::int32_t lengths[2] = {1, 2147483647};
        std::int32_t indices[4] = {-9, -9, -9, -9};
        std::uint64_t digests[2] = {9, 9};
        const Problem problem{pages.base(), ScoreType::float32, 2, width_max, width_max, lengths, 2, {}};
        allocation.limit = std::size_t{1} << 30; // convention: below any scratch for 2^31 elements
        const Status status = oracle.topk(problem, {indices, 2, nullptr, 0, nullptr, nullptr, digests});
        allocation.limit = allocation_unlimited;
        BOOST_TEST(name(status.code) == "out_of_memory");
        BOOST_TEST(status.argument == "scratch");
        for (const std::int32_t index : indices) {
            BOOST_TEST(index == -9);
        }
        BOOST_TEST(digests[0] == 9u);
        BOOST_TEST(digests[1] == 9u);
    }
}

BOOST_AUTO_TEST_CASE(the_sort_needs_no_memory_beyond_its_sequence) {
    const Batch batch = row_of(ScoreType::float16, std::vector<std::uint32_t>(1000, 0x3C00u), 300);
    const Answer expected = solve(oracles[0], batch);
    allocation.nothrow_fails = true;
    const Answer answer = solve(oracles[1], batch);
    allocation.nothrow_fails = false;
    BOOST_TEST(same(answer, expected));
}

BOOST_AUTO_TEST_SUITE_END()
