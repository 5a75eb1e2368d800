// Reads elements of the problem and slots of the answer, by bytes, so that no alignment is needed.
// Spec: contract/C1 C2 C11. Layer: reference/verify.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <exactk/verify.hpp>

#include "faults.hpp"

namespace exactk::verify {

/// Bit pattern of the score at element offset `at` from `base`.
inline std::uint32_t load_score(const void *base, std::int64_t at, ScoreType type) {
    const auto *bytes = static_cast<const std::byte *>(base) + at * score_bytes[static_cast<int>(type)];
    if (type == ScoreType::float32) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, bytes, sizeof bits);
        return bits;
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    return bits;
}

/// One row of the problem under one run of the answer. The scores are read only at indices [0, n).
struct RowCase {
    const Problem &problem;
    const Answer &answer;
    std::int64_t run = 0;
    std::int64_t row = 0;
    std::int64_t n = 0; ///< eligible elements (C1)
    std::int64_t m = 0; ///< slots that hold elements (C2)

    RowCase(const Problem &of, const Answer &by, std::int64_t at_run, std::int64_t at_row)
        : problem(of), answer(by), run(at_run), row(at_row) {
        n = of.width;
        if (of.lengths != nullptr) {
            std::int32_t given = 0;
            std::memcpy(&given, of.lengths + EXACTK_VERIFY_FAULT(rows_of_one_length, at_row, 0),
                        sizeof given);
            n = std::clamp<std::int64_t>(given, 0, of.width);
        }
        m = std::min(of.k, n);
    }

    bool legal(std::int64_t index) const { return index >= 0 && index < n; }

    /// Address of an element; it may have any alignment.
    const std::byte *element(std::int64_t index) const {
        return static_cast<const std::byte *>(problem.scores) +
               (row * problem.pitch + index) * score_bytes[static_cast<int>(problem.type)];
    }

    std::uint32_t element_bits(std::int64_t index) const {
        return load_score(problem.scores, row * problem.pitch + index, problem.type);
    }

    /// What a slot of this row holds in any run, sign-extended if it is of 32 bits.
    std::int64_t written_index(std::int64_t of_run, std::int64_t slot) const {
        const std::int64_t at = of_run * answer.index_run_pitch + row * answer.index_pitch + slot;
        const auto *base = static_cast<const std::byte *>(answer.indices);
        if (answer.index_type == IndexType::int64) {
            std::int64_t index = 0;
            std::memcpy(&index, base + at * std::int64_t{sizeof index}, sizeof index);
            return index;
        }
        std::int32_t index = 0;
        std::memcpy(&index, base + at * std::int64_t{sizeof index}, sizeof index);
        return index;
    }

    std::uint32_t written_score(std::int64_t of_run, std::int64_t slot) const {
        return load_score(answer.scores, of_run * answer.score_run_pitch + row * answer.score_pitch + slot,
                          problem.type);
    }
};

} // namespace exactk::verify
