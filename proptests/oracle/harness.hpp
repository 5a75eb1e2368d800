// Runs an oracle on a small batch held in guarded, pitched arrays, and gives back what it wrote.
// Spec: contract/C8 C11. Layer: proptests/oracle.
#pragma once

#include <cstdint>
#include <cstring>
#include <ostream>
#include <utility>
#include <vector>

#include <exactk/contract/problem.hpp>
#include <exactk/contract/text.hpp>
#include <exactk/oracle.hpp>

#include <boost/test/unit_test.hpp>

namespace exactk::oracle::test {

struct Oracle {
    const char *name;
    Status (*topk)(const Problem &, const Outputs &);
};

inline constexpr Oracle oracles[] = {{"rank", rank_topk}, {"sort", sort_topk}};

/// A batch of bit patterns, one row after the other without gaps; the harness adds the gaps.
struct Batch {
    ScoreType type = ScoreType::float32;
    std::int64_t width = 0;
    std::vector<std::uint32_t> bits; ///< [rows * width]
    std::int64_t rows = 1;
    std::vector<std::int32_t> lengths; ///< [rows], or empty: not given
    std::int64_t k = 0;
    Options options;
};

struct Wanted {
    bool scores = true;
    bool certificates = true;
    bool status = true;
    bool digests = true;
};

/// What an oracle wrote, gaps removed. Outputs that were not wanted stay empty.
struct Answer {
    std::vector<std::int32_t> indices; ///< [rows * k]
    std::vector<std::uint32_t> scores; ///< [rows * k], zero-extended
    std::vector<Certificate> certificates;
    std::vector<std::uint32_t> status;
    std::vector<std::uint64_t> digests;
};

inline constexpr std::int64_t gap = 3;                 // convention: any gap shows a write beyond k
inline constexpr std::int32_t guard_int = -1515870811; // bound: four guard bytes, 0xA5A5A5A5

/// Facts that no test expects, so that a fact which is not written is seen.
inline constexpr Certificate unwritten_facts{0xA5A5A5A5A5A5A5A5u, 0xA5A5A5A5u, 0xA5A5A5A5u, 0xA5A5A5A5u,
                                             0xA5A5A5A5u}; // convention: any value but the right one

template <class Word> Answer solve_as(const Oracle &oracle, const Batch &batch, const Wanted &wanted) {
    const auto rows = static_cast<std::size_t>(batch.rows);
    const auto k = static_cast<std::size_t>(batch.k);
    const auto width = static_cast<std::size_t>(batch.width);
    const std::size_t pitch = width + gap, index_pitch = k + gap, score_pitch = k + gap + 1;
    constexpr Word guard = static_cast<Word>(0xA5A5A5A5u);
    std::vector<Word> input(rows * pitch + 1, guard);
    for (std::size_t i = 0; i < batch.bits.size(); ++i) {
        input[i / width * pitch + i % width] = static_cast<Word>(batch.bits[i]);
    }
    const std::vector<Word> input_before = input;
    std::vector<std::int32_t> indices(rows * index_pitch + 1, guard_int);
    std::vector<Word> scores(rows * score_pitch + 1, guard);
    Answer answer;
    answer.certificates.assign(wanted.certificates ? rows : 0, unwritten_facts);
    answer.status.assign(wanted.status ? rows : 0, unwritten_facts.status);
    answer.digests.assign(wanted.digests ? rows : 0, unwritten_facts.pivot);
    const Problem problem{input.data(),
                          batch.type,
                          batch.rows,
                          batch.width,
                          static_cast<std::int64_t>(pitch),
                          batch.lengths.empty() ? nullptr : batch.lengths.data(),
                          batch.k,
                          batch.options};
    const Outputs outputs{indices.data(),
                          static_cast<std::int64_t>(index_pitch),
                          wanted.scores ? scores.data() : nullptr,
                          wanted.scores ? static_cast<std::int64_t>(score_pitch) : -7,
                          wanted.certificates ? answer.certificates.data() : nullptr,
                          wanted.status ? answer.status.data() : nullptr,
                          wanted.digests ? answer.digests.data() : nullptr};
    const Status status = oracle.topk(problem, outputs);
    BOOST_REQUIRE_MESSAGE(status.code == StatusCode::ok, oracle.name << ": " << describe(status));
    BOOST_CHECK(input == input_before);
    bool gaps_kept = indices.back() == guard_int && scores.back() == guard;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t slot = 0; slot < index_pitch; ++slot) {
            const std::int32_t index = indices[row * index_pitch + slot];
            slot < k ? answer.indices.push_back(index) : void(gaps_kept = gaps_kept && index == guard_int);
        }
        for (std::size_t slot = 0; slot < score_pitch; ++slot) {
            const Word score = scores[row * score_pitch + slot];
            if (slot < k && wanted.scores) {
                answer.scores.push_back(score);
            } else {
                gaps_kept = gaps_kept && score == guard;
            }
        }
    }
    BOOST_CHECK_MESSAGE(gaps_kept, oracle.name << " wrote outside the slots");
    return answer;
}

/// Runs the oracle and checks what holds for every call: it succeeds, leaves the input and all gaps alone.
inline Answer solve(const Oracle &oracle, const Batch &batch, const Wanted &wanted = {}) {
    return batch.type == ScoreType::float32 ? solve_as<std::uint32_t>(oracle, batch, wanted)
                                            : solve_as<std::uint16_t>(oracle, batch, wanted);
}

/// One row without gaps of the given type.
inline Batch row_of(ScoreType type, std::vector<std::uint32_t> bits, std::int64_t k, Options options = {}) {
    Batch batch;
    batch.type = type;
    batch.width = static_cast<std::int64_t>(bits.size());
    batch.bits = std::move(bits);
    batch.k = k;
    batch.options = options;
    return batch;
}

inline bool same(const Certificate &a, const Certificate &b) {
    return a.pivot == b.pivot && a.above == b.above && a.population == b.population && a.quota == b.quota &&
           a.status == b.status;
}

inline bool same(const Answer &a, const Answer &b) {
    bool equal = a.indices == b.indices && a.scores == b.scores && a.status == b.status &&
                 a.digests == b.digests && a.certificates.size() == b.certificates.size();
    for (std::size_t row = 0; equal && row < a.certificates.size(); ++row) {
        equal = same(a.certificates[row], b.certificates[row]);
    }
    return equal;
}

/// All option sets that differ in an enum: direction, ties, order and NaN policy.
inline std::vector<Options> all_options() {
    std::vector<Options> all;
    for (int choice = 0; choice < 16; ++choice) {
        Options options;
        options.direction = static_cast<Direction>(choice & 1);
        options.ties = static_cast<Ties>(choice >> 1 & 1);
        options.order = static_cast<Order>(choice >> 2 & 1);
        options.nan_policy = static_cast<NanPolicy>(choice >> 3 & 1);
        all.push_back(options);
    }
    return all;
}

inline constexpr ScoreType all_types[] = {ScoreType::float32, ScoreType::float16, ScoreType::bfloat16};

} // namespace exactk::oracle::test
