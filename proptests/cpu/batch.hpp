// A batch that owns its memory, and the call of the CPU path on it with every gap watched.
// Spec: contract/C8 C11. Layer: proptests/cpu.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <exactk/contract/problem.hpp>

namespace cpu_test {

/// What a call is made with. Scores are bit patterns, [rows * pitch], the gaps between rows included.
struct Batch {
    exactk::ScoreType type = exactk::ScoreType::float32;
    std::int64_t rows = 1;
    std::int64_t width = 0;
    std::int64_t pitch = 0;
    std::int64_t k = 0;
    std::int64_t index_pitch = 0;
    std::int64_t score_pitch = 0;
    exactk::Options options;
    std::vector<std::uint32_t> scores;
    std::optional<std::vector<std::int32_t>> lengths;
};

/// Which of the optional outputs are asked for.
struct Wanted {
    bool scores = true;
    bool certificates = true;
    bool status = true;
    bool digests = true;
};

/// All memory behind the outputs after a call, gaps included; what was not written holds the canary.
struct Answer {
    std::vector<std::int32_t> indices; ///< [rows * index_pitch]
    std::vector<std::uint32_t> scores; ///< [rows * score_pitch], empty if not wanted
    std::vector<exactk::Certificate> certificates;
    std::vector<std::uint32_t> status;
    std::vector<std::uint64_t> digests;
};

inline constexpr std::int32_t canary_index = 0x5A5A5A5A;       // convention: no index of any test
inline constexpr std::uint32_t canary_score[3] = {0x5A5A5A5Au, // convention: no score of any test
                                                  0x5A5Au, 0x5A5Au};
inline constexpr exactk::Certificate canary_facts{0x5A5A5A5A5A5A5A5Au, // convention: no facts of any test
                                                  0x5A5A5A5Au, 0x5A5A5A5Au, 0x5A5A5A5Au, 0x5A5A5A5Au};

/// One float32 row without gaps.
Batch one_row(const std::vector<std::uint32_t> &scores, std::int64_t k, const exactk::Options &options = {});

/// Calls the CPU path; the base of the scores is aligned to the element and to no more.
Answer run(const Batch &batch, const Wanted &wanted = {});

/// Empty if equal, else the first thing that differs.
std::string difference(const Answer &found, const Answer &expected);

} // namespace cpu_test
