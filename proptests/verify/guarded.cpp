// Tests that guard bands, gaps and the input's image show every stray byte, and that written slots do not.
// Spec: contract/C8 C11. Layer: proptests/verify.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <exactk/verify/guarded.hpp>

#include "case.hpp"

using namespace exactk;
using namespace exactk::verify;
using namespace exactk::verify::test;

namespace {

constexpr Demand by_index{OrderDemand::index, TiesDemand::low, false};
constexpr float scores[] = {9, 5, 7, 1, 2, 3};
constexpr std::int64_t gap = 3; // convention: any gap above 0 shows a stray write

Problem two_rows() {
    Problem problem;
    problem.scores = scores;
    problem.rows = 2;
    problem.width = problem.pitch = 3;
    problem.k = 2;
    return problem;
}

GuardedShape shape(bool with_scores, bool facts) {
    return {2, 2, ScoreType::float32, gap, with_scores, facts};
}

/// Writes the right answer of two_rows().
void write(const Outputs &outputs) {
    const std::int32_t indices[] = {0, 2, 1, 2};
    for (std::int64_t at = 0; at < 4; ++at) {
        outputs.indices[at / 2 * outputs.index_pitch + at % 2] = indices[at];
        if (outputs.scores != nullptr)
            static_cast<float *>(outputs.scores)[at / 2 * outputs.score_pitch + at % 2] =
                scores[at / 2 * 3 + indices[at]];
    }
}

/// Flips the byte and judges, then flips it back.
Report with_flipped(const GuardedOutputs &guarded, std::byte *at) {
    *at ^= std::byte{1};
    const Report report = judge(two_rows(), guarded.answer(), by_index);
    *at ^= std::byte{1};
    return report;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_byte_before_after_or_in_the_gap_of_any_array_is_seen) {
    GuardedOutputs guarded(shape(true, true), std::byte{0xA5});
    const Outputs &outputs = guarded.outputs();
    write(outputs);
    BOOST_TEST(passes(judge(two_rows(), guarded.answer(), by_index)));
    struct Extent {
        void *start;
        std::int64_t bytes;
        const char *name;
    };
    const Extent extents[] = {{outputs.indices, 2 * outputs.index_pitch * 4, "indices"},
                              {outputs.scores, 2 * outputs.score_pitch * 4, "scores"},
                              {outputs.certificates, 2 * 24, "certificates"},
                              {outputs.status, 2 * 4, "status"},
                              {outputs.digests, 2 * 8, "digests"}};
    for (const Extent &extent : extents) {
        auto *start = static_cast<std::byte *>(extent.start);
        const Report before = with_flipped(guarded, start - 1);
        BOOST_TEST(names_only(before, Fault::wrote_outside, 1));
        BOOST_TEST(before.findings.front().rows_hit == 0);
        BOOST_TEST(before.findings.front().first.detail.find("before " + std::string(extent.name)) !=
                   std::string::npos);
        const Report after = with_flipped(guarded, start + extent.bytes);
        BOOST_TEST(names_only(after, Fault::wrote_outside, 1));
        BOOST_TEST(after.findings.front().first.detail ==
                   "byte 0 after " + std::string(extent.name) + " changed");
    }
    for (const Extent &extent : {extents[0], extents[1]}) {
        auto *start = static_cast<std::byte *>(extent.start);
        for (const std::int64_t row : {0, 1}) {
            for (std::int64_t byte = 2 * 4; byte < (2 + gap) * 4; ++byte) {
                const Report report = with_flipped(guarded, start + row * (2 + gap) * 4 + byte);
                BOOST_TEST(names_only(report, Fault::wrote_outside, 1));
                BOOST_TEST(report.findings.front().first.detail ==
                           "byte " + std::to_string(byte - 8) + " in the gap after row " +
                               std::to_string(row) + " of " + extent.name + " changed");
            }
        }
    }
    BOOST_TEST(passes(judge(two_rows(), guarded.answer(), by_index)));
}

BOOST_AUTO_TEST_CASE(regions_cover_all_bytes_but_the_slots_and_the_facts) {
    GuardedOutputs guarded(shape(true, true), std::byte{0x11});
    const Outputs &outputs = guarded.outputs();
    for (const PoisonedRegion &region : guarded.outside()) {
        const bool before = region.where.rfind("before", 0) == 0;
        if (before || region.where.rfind("after", 0) == 0)
            BOOST_TEST(region.count >= 64);
        else
            BOOST_TEST(region.count == gap * 4);
    }
    BOOST_TEST(guarded.outside().size() == 5u * 2 + 2 * 2);
    std::fill_n(outputs.certificates, 2, Certificate{});
    std::fill_n(outputs.status, 2, 0u);
    std::fill_n(outputs.digests, 2, std::uint64_t{0});
    write(outputs);
    BOOST_TEST(passes(judge(two_rows(), guarded.answer(), by_index)));
}

BOOST_AUTO_TEST_CASE(payloads_are_aligned_and_absent_parts_are_null) {
    GuardedOutputs all(shape(true, true), std::byte{0});
    for (const void *at :
         {static_cast<const void *>(all.outputs().indices), static_cast<const void *>(all.outputs().scores),
          static_cast<const void *>(all.outputs().certificates),
          static_cast<const void *>(all.outputs().status), static_cast<const void *>(all.outputs().digests)})
        BOOST_TEST(reinterpret_cast<std::uintptr_t>(at) % 64 == 0u);
    GuardedOutputs few(shape(false, false), std::byte{0});
    BOOST_TEST(few.outputs().indices != nullptr);
    BOOST_TEST(few.outputs().scores == nullptr);
    BOOST_TEST(few.outputs().certificates == nullptr);
    BOOST_TEST(few.outputs().status == nullptr);
    BOOST_TEST(few.outputs().digests == nullptr);
    BOOST_TEST(few.outputs().index_pitch == 2 + gap);
    BOOST_CHECK_THROW(GuardedOutputs({-1, 2, ScoreType::float32, 0, false, false}, std::byte{0}),
                      std::length_error);
    BOOST_CHECK_THROW(GuardedOutputs({INT64_MAX, 2, ScoreType::float32, 0, false, false}, std::byte{0}),
                      std::length_error);
}

BOOST_AUTO_TEST_CASE(untouched_slots_are_unwritten_under_each_pattern) {
    GuardedOutputs guarded(shape(false, false), std::byte{0xA5});
    BOOST_TEST(guarded.index_poison() == static_cast<std::int32_t>(0xA5A5A5A5u));
    BOOST_TEST(names_only(judge(two_rows(), guarded.answer(), by_index), Fault::slot_unwritten, 4));
    write(guarded.outputs());
    BOOST_TEST(passes(judge(two_rows(), guarded.answer(), by_index)));
    guarded.poison_all(std::byte{0x5A});
    BOOST_TEST(guarded.index_poison() == 0x5A5A5A5A);
    BOOST_TEST(names_only(judge(two_rows(), guarded.answer(), by_index), Fault::slot_unwritten, 4));
}

BOOST_AUTO_TEST_CASE(a_moved_holder_keeps_its_arrays) {
    GuardedOutputs first(shape(true, false), std::byte{0xA5});
    const std::int32_t *indices = first.outputs().indices;
    GuardedOutputs second(std::move(first));
    BOOST_TEST(second.outputs().indices == indices);
    write(second.outputs());
    BOOST_TEST(passes(judge(two_rows(), second.answer(), by_index)));
}

BOOST_AUTO_TEST_CASE(arrays_of_no_slots_have_bands_still) {
    GuardedOutputs guarded({2, 0, ScoreType::float16, 0, true, false}, std::byte{0xA5});
    Problem problem = two_rows();
    problem.k = 0;
    BOOST_TEST(passes(judge(problem, guarded.answer(), by_index)));
    *reinterpret_cast<std::byte *>(guarded.outputs().indices) = std::byte{0};
    BOOST_TEST(names_only(judge(problem, guarded.answer(), by_index), Fault::wrote_outside, 1));
}

BOOST_AUTO_TEST_CASE(every_changed_byte_of_the_input_is_counted) {
    GuardedOutputs guarded(shape(false, false), std::byte{0xA5});
    write(guarded.outputs());
    std::byte before[sizeof scores];
    std::byte now[sizeof scores];
    std::memcpy(before, scores, sizeof scores);
    std::memcpy(now, scores, sizeof scores);
    Answer answer = guarded.answer();
    answer.input = {{now, before, sizeof scores}, {before, before, sizeof scores}};
    BOOST_TEST(passes(judge(two_rows(), answer, by_index)));
    now[7] ^= std::byte{0x80};
    now[sizeof scores - 1] ^= std::byte{1};
    const Report report = judge(two_rows(), answer, by_index);
    BOOST_TEST(names_only(report, Fault::input_changed, 2));
    BOOST_TEST(report.findings.front().first.detail == "byte 7 of input 0 changed");
    BOOST_TEST(report.findings.front().rows_hit == 0);
}
