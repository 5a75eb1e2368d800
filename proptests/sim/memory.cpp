// What is read: nothing outside a row's eligible elements, and no scores where the set needs none.
// Spec: contract/C8 C10 C11. Layer: proptests/sim.
#include <boost/test/unit_test.hpp>

#include <cstring>
#include <stdexcept>

#include <sys/mman.h>
#include <unistd.h>

#include "brute.hpp"
#include "scene.hpp"

namespace {

using namespace exactk;

/// One readable page between two pages that end the process when touched.
class GuardedPage {
public:
    GuardedPage() : size_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        void *const base = mmap(nullptr, 3 * size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (base == MAP_FAILED) {
            throw std::runtime_error("no pages");
        }
        base_ = static_cast<std::byte *>(base);
        if (mprotect(base_ + size_, size_, PROT_READ | PROT_WRITE) != 0) {
            throw std::runtime_error("no readable page");
        }
    }
    ~GuardedPage() { munmap(base_, 3 * size_); }
    GuardedPage(const GuardedPage &) = delete;
    GuardedPage &operator=(const GuardedPage &) = delete;

    std::byte *begin() const { return base_ + size_; }
    std::byte *end() const { return base_ + 2 * size_; }
    std::byte *forbidden() const { return base_; }
    std::size_t size() const { return size_; }

private:
    std::byte *base_ = nullptr;
    std::size_t size_;
};

std::vector<std::uint32_t> ramp(std::size_t n, ScoreType type) {
    std::vector<std::uint32_t> patterns;
    const std::uint32_t one = type == ScoreType::float32 ? 0x3F800000u : 0x3C00u;
    for (std::size_t i = 0; i < n; ++i) {
        patterns.push_back(one + static_cast<std::uint32_t>(i * 7 % 5));
    }
    return patterns;
}

} // namespace

BOOST_AUTO_TEST_SUITE(memory)

BOOST_AUTO_TEST_CASE(a_row_may_end_at_an_unmapped_page) {
    const GuardedPage page;
    for (const ScoreType type : {ScoreType::float32, ScoreType::float16, ScoreType::bfloat16}) {
        for (const std::size_t n : {1u, 7u, 64u, 255u}) {
            const std::vector<std::uint32_t> patterns = ramp(n, type);
            const std::vector<std::byte> bytes = scene::packed(patterns, type);
            std::byte *const row = page.end() - bytes.size();
            std::memcpy(row, bytes.data(), bytes.size());
            scene::Case c = scene::row_case(type, patterns, static_cast<std::int64_t>(n / 2 + 1));
            const scene::Answer expected = brute::answer(c);
            std::vector<std::int32_t> indices(static_cast<std::size_t>(c.k));
            std::vector<std::uint32_t> scores(static_cast<std::size_t>(c.k));
            Certificate certificate;
            // The width and so the second half of the row reach far into the forbidden page.
            const auto length = static_cast<std::int32_t>(n);
            const Problem problem{row, type, 1, 2 * length + 9, 2 * length + 9, &length, c.k, {}};
            Outputs outputs;
            outputs.indices = indices.data();
            outputs.index_pitch = c.k;
            outputs.scores = scores.data();
            outputs.score_pitch = c.k;
            outputs.certificates = &certificate;
            std::vector<RowTrace> traces;
            Plan plan;
            plan.ctas = 3;
            BOOST_TEST((sim::topk(problem, outputs, plan, &traces).code == StatusCode::ok));
            BOOST_TEST(indices == expected.indices);
            BOOST_TEST(scene::same(certificate, expected.certificates[0]));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_row_may_begin_at_an_unmapped_page) {
    const GuardedPage page;
    const std::vector<std::uint32_t> patterns = ramp(33, ScoreType::float16);
    const std::vector<std::byte> bytes = scene::packed(patterns, ScoreType::float16);
    std::memcpy(page.begin(), bytes.data(), bytes.size());
    std::vector<std::int32_t> indices(5);
    const Problem problem{page.begin(), ScoreType::float16, 1, 33, 33, nullptr, 5, {}};
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = 5;
    BOOST_TEST((sim::topk(problem, outputs, Plan{}).code == StatusCode::ok));
    BOOST_TEST(indices == brute::answer(scene::row_case(ScoreType::float16, patterns, 5)).indices);
}

BOOST_AUTO_TEST_CASE(a_short_row_reads_no_scores_for_its_set_and_its_digest) {
    const GuardedPage page;
    std::vector<std::int32_t> indices(6);
    std::uint64_t digest = 0;
    const Problem problem{page.forbidden(), ScoreType::float32, 1, 4, 4, nullptr, 6, {}};
    Outputs outputs;
    outputs.indices = indices.data();
    outputs.index_pitch = 6;
    outputs.digests = &digest;
    BOOST_TEST((sim::topk(problem, outputs, Plan{}).code == StatusCode::ok));
    BOOST_TEST(indices == (std::vector<std::int32_t>{0, 1, 2, 3, -1, -1}));
    BOOST_TEST(digest != 0u);
}

BOOST_AUTO_TEST_CASE(a_row_of_length_zero_reads_nothing_whatever_is_asked) {
    const GuardedPage page;
    const std::int32_t length = 0;
    std::vector<std::int32_t> indices(2);
    std::vector<float> scores(2);
    Certificate certificate;
    Options options;
    options.order = Order::rank;
    const Problem problem{page.forbidden(), ScoreType::float32, 1, 4, 4, &length, 2, options};
    Outputs outputs{indices.data(), 2, scores.data(), 2, &certificate, nullptr, nullptr};
    std::vector<RowTrace> traces;
    BOOST_TEST((sim::topk(problem, outputs, Plan{}, &traces).code == StatusCode::ok));
    BOOST_TEST(certificate.status == (row_empty | row_all_selected));
}

BOOST_AUTO_TEST_CASE(k_zero_without_facts_reads_no_scores) {
    const GuardedPage page;
    const Problem problem{page.forbidden(), ScoreType::float32, 1, 4, 4, nullptr, 0, {}};
    BOOST_TEST((sim::topk(problem, Outputs{}, Plan{}).code == StatusCode::ok));
}

BOOST_AUTO_TEST_CASE(a_base_aligned_to_its_element_only_is_enough) {
    const GuardedPage page;
    const std::vector<std::uint32_t> patterns = ramp(40, ScoreType::float32);
    const std::vector<std::byte> bytes = scene::packed(patterns, ScoreType::float32);
    for (std::size_t shift = 4; shift <= 64; shift += 4) {
        std::memcpy(page.begin() + shift, bytes.data(), bytes.size());
        std::vector<std::int32_t> indices(9);
        const Problem problem{page.begin() + shift, ScoreType::float32, 1, 40, 40, nullptr, 9, {}};
        Outputs outputs;
        outputs.indices = indices.data();
        outputs.index_pitch = 9;
        BOOST_TEST((sim::topk(problem, outputs, Plan{}).code == StatusCode::ok));
        BOOST_TEST(indices == brute::answer(scene::row_case(ScoreType::float32, patterns, 9)).indices);
    }
}

BOOST_AUTO_TEST_SUITE_END()
